import type { PaddedFaces } from './incomplete-cholesky.js';

/** Connected regions of a grid's cells. Cells of a region are joined by faces of positive conductance. */
export interface Regions {
  /** For each cell (padding included), index of its region; -1 for cells without an open face. */
  readonly of: Int32Array;
  readonly sizes: Int32Array;
}

export function connectedRegions({ nx, pad, gx, gy, gz }: PaddedFaces): Regions {
  const of = new Int32Array(gx.length).fill(-1);
  const sizes: number[] = [];
  const stack: number[] = [];
  let size = 0;
  const join = (cell: number, conductance: number): void => {
    if (conductance <= 0 || of[cell] !== -1) return;
    of[cell] = sizes.length;
    size++;
    stack.push(cell);
  };
  for (let start = pad; start < gx.length - pad; start++) {
    if (of[start] !== -1) continue;
    size = 0;
    for (let cell: number | undefined = start; cell !== undefined; cell = stack.pop()) {
      join(cell + 1, gx[cell]!);
      join(cell - 1, gx[cell - 1]!);
      join(cell + nx, gy[cell]!);
      join(cell - nx, gy[cell - nx]!);
      join(cell + pad, gz[cell]!);
      join(cell - pad, gz[cell - pad]!);
    }
    // The start joins itself by its first neighbour.
    if (size > 0) sizes.push(size);
  }
  return { of, sizes: Int32Array.from(sizes) };
}

/** Subtracts from each cell's value, in place, the mean value of its region. */
export function centre(values: Float64Array, { of, sizes }: Regions): void {
  const mean = new Float64Array(sizes.length);
  for (let i = 0; i < values.length; i++) if (of[i]! >= 0) mean[of[i]!]! += values[i]!;
  for (let region = 0; region < mean.length; region++) mean[region]! /= sizes[region]!;
  for (let i = 0; i < values.length; i++) if (of[i]! >= 0) values[i]! -= mean[of[i]!]!;
}
