import type { TemplatesProblem } from '../../../../models/problems/templates/problem.js';

/** Data of the problem in flat arrays, by block, which all vent combinations share. Shapes: B blocks, Q quadrants. */
export interface BlockData {
  readonly blockCount: number;
  readonly quadrantCount: number;
  readonly quadrant: Int32Array;
  /** All cores of the block: idle and additional power (W), service rate (tasks/s), number. */
  readonly idleW: Float64Array;
  readonly busyW: Float64Array;
  readonly workPerS: Float64Array;
  readonly cores: Int32Array;
  readonly idleTotalW: number;
  /** Work of all cores, tasks/s. */
  readonly workTotalPerS: number;
  /** Least busy power per work of any block, J. */
  readonly leastWPerWork: number;
  /**
   * Number E of distinct efficiencies, best first, with work and power of each by quadrant below (E x Q). Blocks
   * without busy power come first.
   */
  readonly efficiencyCount: number;
  readonly efficiencyWorkPerS: Float64Array;
  readonly efficiencyBusyW: Float64Array;
}

export function blockData(problem: TemplatesProblem): BlockData {
  const { blocks, quadrants } = problem;
  const quadrantCount = quadrants.length;
  const busyW = Float64Array.from(blocks, (block) => block.busyW);
  const workPerS = Float64Array.from(blocks, (block) => block.workPerS);
  const ratio = (b: number): number => workPerS[b]! / busyW[b]!;
  const order = blocks.map((_, b) => b).sort((one, other) => ratio(other) - ratio(one) || one - other);
  const sums: { readonly ratio: number; readonly work: number[]; readonly busy: number[] }[] = [];
  for (const b of order) {
    let last = sums.at(-1);
    // Blocks of one type differ in the last bits of their quotient.
    if (last === undefined || !(Math.abs(ratio(b) - last.ratio) <= 1e-12 * last.ratio)) {
      last = {
        ratio: ratio(b),
        work: Array<number>(quadrantCount).fill(0),
        busy: Array<number>(quadrantCount).fill(0),
      };
      sums.push(last);
    }
    last.work[blocks[b]!.quadrant]! += workPerS[b]!;
    last.busy[blocks[b]!.quadrant]! += busyW[b]!;
  }
  return {
    blockCount: blocks.length,
    quadrantCount,
    quadrant: Int32Array.from(blocks, (block) => block.quadrant),
    idleW: Float64Array.from(blocks, (block) => block.idleW),
    busyW,
    workPerS,
    cores: Int32Array.from(blocks, (block) => block.nodeCount * block.coresPerNode),
    idleTotalW: blocks.reduce((sum, block) => sum + block.idleW, 0),
    workTotalPerS: blocks.reduce((sum, block) => sum + block.workPerS, 0),
    leastWPerWork: busyW.reduce((least, power, b) => Math.min(least, power / workPerS[b]!), Infinity),
    efficiencyCount: sums.length,
    efficiencyWorkPerS: Float64Array.from(sums.flatMap(({ work }) => work)),
    efficiencyBusyW: Float64Array.from(sums.flatMap(({ busy }) => busy)),
  };
}
