import type { RobustModel } from '../../../../../models/families/robust/model.js';

/** The mean rank matrix (2.5.5.3). For each task it ranks the columns (nodes or node types) by mean time, from 0. */
export interface ColumnRanks {
  /**
   * Rank at index task * columns + column: number of columns with a smaller mean time in P-state 0, or with the same
   * time and a smaller index.
   */
  readonly rank: Uint8Array | Uint16Array;
  /** For each task, the column with rank 0. */
  readonly best: Uint16Array;
}

/** Returns the ranks of the columns for each task, in time O(T K log K) for T tasks and K columns. */
export function rankColumns({ taskCount, columnCount, meanS }: RobustModel): ColumnRanks {
  const size = taskCount * columnCount;
  const rank = columnCount <= 256 ? new Uint8Array(size) : new Uint16Array(size);
  const best = new Uint16Array(taskCount);
  const sorted = new Float64Array(columnCount);
  for (let task = 0; task < taskCount; task++) {
    const first = task * columnCount;
    for (let column = 0; column < columnCount; column++) sorted[column] = meanS[first + column]!;
    sorted.sort();
    for (let column = 0; column < columnCount; column++) {
      const mean = meanS[first + column]!;
      let place = firstNotBelow(sorted, mean);
      if (place + 1 < columnCount && sorted[place + 1] === mean) {
        for (let earlier = 0; earlier < column; earlier++) if (meanS[first + earlier] === mean) place++;
      }
      rank[first + column] = place;
      if (place === 0) best[task] = column;
    }
  }
  return { rank, best };
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
