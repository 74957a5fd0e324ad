import type { TemplatesModel } from '../../../../models/families/templates/model.js';

/**
 * Data of a thermal LP as flat arrays. B blocks, C columns, Q quadrants. If all nodes stay on, each block has a column
 * and all vent combinations share the data.
 */
export interface BlockData {
  readonly blockCount: number;
  readonly columnCount: number;
  readonly quadrantCount: number;
  /** Power without any work, by block, W. */
  readonly idleW: Float64Array;
  /**
   * By column: quadrant. Next: additional power (W) and service rate (tasks/s) of all cores, and largest utilisation.
   */
  readonly quadrant: Int32Array;
  readonly busyW: Float64Array;
  readonly workPerS: Float64Array;
  readonly upper: Float64Array;
  readonly idleTotalW: number;
  /** Total work of all columns at their largest utilisation, tasks/s. */
  readonly workTotalPerS: number;
  /** Smallest busy power per work of any block, J. */
  readonly leastWPerWork: number;
  /**
   * Number E of distinct efficiencies, best first. Next: work and power of each by quadrant (E x Q). Blocks without
   * busy power come first.
   */
  readonly efficiencyCount: number;
  readonly efficiencyWorkPerS: Float64Array;
  readonly efficiencyBusyW: Float64Array;
  /** Parts of these that the largest utilisations exclude, by efficiency and quadrant. */
  readonly efficiencyLackPerS: Float64Array;
  readonly efficiencyLackW: Float64Array;
}

/** Column of a thermal LP: part of a block's utilisation. */
export interface BlockColumn {
  readonly quadrant: number;
  readonly busyW: number;
  readonly workPerS: number;
  readonly upper: number;
}

/** Returns the data of the model with all nodes on. */
export function blockData({ blocks, quadrants }: TemplatesModel): BlockData {
  return columnData(
    blocks.map(({ quadrant, busyW, workPerS }) => ({ quadrant, busyW, workPerS, upper: 1 })),
    blocks.map(({ idleW }) => idleW),
    quadrants.length,
  );
}

/** Returns the data of given columns. @param idleW power without any work, by block */
export function columnData(
  columns: readonly BlockColumn[],
  idleW: readonly number[],
  quadrantCount: number,
): BlockData {
  const busyW = Float64Array.from(columns, (column) => column.busyW);
  const workPerS = Float64Array.from(columns, (column) => column.workPerS);
  const ratio = (c: number): number => workPerS[c]! / busyW[c]!;
  const order = columns.map((_, c) => c).sort((one, other) => ratio(other) - ratio(one) || one - other);
  const sums: EfficiencySums[] = [];
  for (const c of order) {
    let last = sums.at(-1);
    // Blocks of one type differ in the last bits of their quotient. Blocks without busy power have an infinite one, and are near none but each other.
    if (last === undefined || !(ratio(c) >= last.ratio * (1 - 1e-12))) {
      const none = (): number[] => Array<number>(quadrantCount).fill(0);
      last = { ratio: ratio(c), work: none(), busy: none(), lackWork: none(), lackBusy: none() };
      sums.push(last);
    }
    const { quadrant, upper } = columns[c]!;
    last.work[quadrant]! += workPerS[c]!;
    last.busy[quadrant]! += busyW[c]!;
    last.lackWork[quadrant]! += workPerS[c]! * (1 - upper);
    last.lackBusy[quadrant]! += busyW[c]! * (1 - upper);
  }
  return {
    blockCount: idleW.length,
    columnCount: columns.length,
    quadrantCount,
    idleW: Float64Array.from(idleW),
    quadrant: Int32Array.from(columns, (column) => column.quadrant),
    busyW,
    workPerS,
    upper: Float64Array.from(columns, (column) => column.upper),
    idleTotalW: idleW.reduce((sum, powerW) => sum + powerW, 0),
    workTotalPerS: columns.reduce((sum, column) => sum + column.workPerS * column.upper, 0),
    leastWPerWork: busyW.reduce((least, power, c) => Math.min(least, power / workPerS[c]!), Infinity),
    efficiencyCount: sums.length,
    efficiencyWorkPerS: Float64Array.from(sums.flatMap(({ work }) => work)),
    efficiencyBusyW: Float64Array.from(sums.flatMap(({ busy }) => busy)),
    efficiencyLackPerS: Float64Array.from(sums.flatMap(({ lackWork }) => lackWork)),
    efficiencyLackW: Float64Array.from(sums.flatMap(({ lackBusy }) => lackBusy)),
  };
}

/** Sums over the columns of one efficiency, by quadrant. */
interface EfficiencySums {
  readonly ratio: number;
  readonly work: number[];
  readonly busy: number[];
  readonly lackWork: number[];
  readonly lackBusy: number[];
}
