import type { SparseRows } from '../thermal/influence-matrix.js';

/**
 * Errors of an influence matrix. They tell how far row sums are from 1, and how far the air of sources is from being
 * conserved. An entry w is the fraction of a sink's air that comes from a source.
 */
export interface BalanceErrors {
  /** Largest error of a row sum: the maximum over sinks of |sum over sources of w - 1|. */
  readonly rowSum: number;
  /**
   * Largest relative difference between the air that sinks draw from a source and the source's flow. Sources without
   * flow are left out:
   *
   * maximum over sources of |sum over sinks of flow_sink w - flow_source| / flow_source
   */
  readonly conservation: number;
}

/**
 * Returns the largest errors of an influence matrix.
 *
 * @param weights square influence matrix; row = sink, column = source
 * @param flows air flow of each source and sink, m3/s
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

/** Returns the air that all sinks together draw from each source (column), m3/s. */
export function airDrawn({ start, column, value }: SparseRows, flows: Float64Array): Float64Array {
  const drawn = new Float64Array(flows.length);
  for (let sink = 0; sink < flows.length; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) drawn[column[n]!]! += flows[sink]! * value[n]!;
  }
  return drawn;
}

/**
 * Sinkhorn scaling of an influence matrix, in place. Scales columns and rows in turn, until the air drawn from each
 * source equals its flow and each row sums to 1, both within `tolerance`. Zeros stay zero, so there may be no solution.
 *
 * @returns the number of sweeps over columns and rows; null if `maxSweeps` did not suffice (the weights are then
 * unusable)
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
