import type { TemplatesModel } from '../../../../models/families/templates/model.js';

/**
 * Data of the thermal linear program (LP) as flat arrays. A column of the LP is the utilisation of a block of nodes, or
 * part of it. If all nodes are on, each block has one column and all vent combinations share the data.
 */
export interface BlockData {
  readonly blockCount: number;
  readonly columnCount: number;
  readonly quadrantCount: number;
  /** Power of each block of nodes if no core works, W. */
  readonly idleW: Float64Array;
  /** Quadrant index of each LP column. */
  readonly quadrant: Int32Array;
  /** Additional power of each LP column's block of nodes when all its cores are busy, W. */
  readonly busyW: Float64Array;
  /** Service rate of each LP column's block of nodes when all its cores are busy, tasks/s. */
  readonly workPerS: Float64Array;
  /** Upper bound on the utilisation of each LP column. */
  readonly upper: Float64Array;
  readonly idleTotalW: number;
  /** Total work of all columns at their utilisation upper bounds, tasks/s. */
  readonly workTotalPerS: number;
  /** Least power that a unit of work adds on any block of nodes, J per task. */
  readonly leastWPerWork: number;
  /**
   * Number of distinct efficiencies of columns (work / additional power, infinite if that is 0). Arrays by efficiency
   * begin with the best.
   */
  readonly efficiencyCount: number;
  /** Service rate of all cores with each efficiency, tasks/s, [efficiency][quadrant], row-major. */
  readonly efficiencyWorkPerS: Float64Array;
  /** Additional power of all busy cores with each efficiency, W, [efficiency][quadrant], row-major. */
  readonly efficiencyBusyW: Float64Array;
  /** Part of `efficiencyWorkPerS` that the upper bounds on utilisations exclude, tasks/s, in the same layout. */
  readonly efficiencyLackPerS: Float64Array;
  /** Part of `efficiencyBusyW` that the upper bounds on utilisations exclude, W, in the same layout. */
  readonly efficiencyLackW: Float64Array;
}

/** Column of the thermal LP: all or part of the utilisation of a block of nodes. */
export interface BlockColumn {
  readonly quadrant: number;
  readonly busyW: number;
  readonly workPerS: number;
  readonly upper: number;
}

/** Returns the LP data of a model in which all nodes are on. */
export function blockData({ blocks, quadrants }: TemplatesModel): BlockData {
  return columnData(
    blocks.map(({ quadrant, busyW, workPerS }) => ({ quadrant, busyW, workPerS, upper: 1 })),
    blocks.map(({ idleW }) => idleW),
    quadrants.length,
  );
}

/**
 * Returns the LP data of given columns.
 *
 * @param idleW power of each block of nodes if no core works, W
 */
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

/** Sums of work and additional power over the columns of one efficiency (work / additional power), by quadrant. */
interface EfficiencySums {
  readonly ratio: number;
  readonly work: number[];
  readonly busy: number[];
  readonly lackWork: number[];
  readonly lackBusy: number[];
}
