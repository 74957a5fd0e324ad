import type { SparseRows } from '../thermal/influence-matrix.js';

/**
 * Largest errors of an influence matrix in its two invariants: rows sum to 1, and the air of each source is conserved.
 * Entry w of the matrix is the fraction of a sink's air that comes from a source.
 */
export interface BalanceErrors {
  /** Largest error of a row sum, which should be 1: max over sinks |sum over sources of w - 1|. */
  readonly rowSum: number;
  /**
   * Largest relative error of the air of a source: max over sources |sum over sinks of flow_sink w - flow_source| /
   * flow_source. Sources without flow are left out.
   */
  readonly conservation: number;
}

/**
 * Returns the largest errors of an influence matrix in its row sums and in the conservation of air.
 *
 * @param weights square matrix of order flows.length; row = sink, column = source.
 */
export function balanceErrors(weights: SparseRows, flows: Float64Array): BalanceErrors {
  const { start, value } = weights;
  const carried = airDrawn(weights, flows);
  let rowSum = 0;
  for (let sink = 0; sink < flows.length; sink++) {
    let sum = 0;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]!;
    rowSum = Math.max(rowSum, Math.abs(sum - 1));
  }
  let conservation = 0;
  for (let source = 0; source < flows.length; source++) {
    if (flows[source] === 0 && carried[source] === 0) continue;
    conservation = Math.max(conservation, Math.abs(carried[source]! / flows[source]! - 1));
  }
  return { rowSum, conservation };
}

/** Returns, for each source (column), the air from it that all sinks together draw, m3/s. */
export function airDrawn({ start, column, value }: SparseRows, flows: Float64Array): Float64Array {
  const drawn = new Float64Array(flows.length);
  for (let sink = 0; sink < flows.length; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) drawn[column[n]!]! += flows[sink]! * value[n]!;
  }
  return drawn;
}

/**
 * Sinkhorn scaling, in place: alternately scales columns to the flow of their source and rows to the sum 1, until both
 * hold within `tolerance`. Zeros stay zero, so no solution may exist for the given pattern of non-zeros.
 *
 * @returns the number of sweeps; null if `maxSweeps` did not suffice (the weights are then unusable).
 */
export function sinkhornInPlace(
  weights: SparseRows,
  flows: Float64Array,
  tolerance: number,
  maxSweeps: number,
): number | null {
  const { start, column, value } = weights;
  for (let sweep = 0; sweep <= maxSweeps; sweep++) {
    const errors = balanceErrors(weights, flows);
    if (errors.rowSum <= tolerance && errors.conservation <= tolerance) return sweep;
    if (!Number.isFinite(errors.rowSum + errors.conservation)) return null;
    const factor = airDrawn(weights, flows).map((drawn, source) => flows[source]! / drawn);
    for (let sink = 0; sink < flows.length; sink++) {
      let sum = 0;
      for (let n = start[sink]!; n < start[sink + 1]!; n++) {
        const scaled = value[n]! * factor[column[n]!]!;
        value[n] = scaled;
        sum += scaled;
      }
      for (let n = start[sink]!; n < start[sink + 1]!; n++) value[n]! /= sum;
    }
  }
  return null;
}
