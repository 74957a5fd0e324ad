/** Largest departures of a square weight matrix from its two invariants. */
export interface BalanceErrors {
  /** max over sinks |sum over sources of w - 1| */
  readonly rowSum: number;
  /** max over sources |sum over sinks of flow_sink w - flow_source| / flow_source */
  readonly conservation: number;
}

/** @param weights row-major, flows.length squared; row = sink, column = source. */
export function balanceErrors(weights: Float64Array, flows: Float64Array): BalanceErrors {
  const size = flows.length;
  const carried = new Float64Array(size);
  let rowSum = 0;
  for (let sink = 0; sink < size; sink++) {
    let sum = 0;
    for (let source = 0; source < size; source++) {
      const weight = weights[sink * size + source]!;
      sum += weight;
      carried[source]! += flows[sink]! * weight;
    }
    rowSum = Math.max(rowSum, Math.abs(sum - 1));
  }
  let conservation = 0;
  for (let source = 0; source < size; source++) {
    conservation = Math.max(conservation, Math.abs(carried[source]! / flows[source]! - 1));
  }
  return { rowSum, conservation };
}

/**
 * Sinkhorn scaling in place: columns to their source's flow and rows to 1 in turn, until both invariants hold within
 * `tolerance`. Zeros stay zero, so it can fail when the pattern of non-zeros cannot carry the flows.
 *
 * @returns the number of sweeps, or null when `maxSweeps` did not suffice (weights are then unusable).
 */
export function sinkhornInPlace(
  weights: Float64Array,
  flows: Float64Array,
  tolerance: number,
  maxSweeps: number,
): number | null {
  const size = flows.length;
  const carried = new Float64Array(size);
  for (let sweep = 0; sweep <= maxSweeps; sweep++) {
    const errors = balanceErrors(weights, flows);
    if (errors.rowSum <= tolerance && errors.conservation <= tolerance) return sweep;
    if (!Number.isFinite(errors.rowSum + errors.conservation)) return null;
    carried.fill(0);
    for (let sink = 0; sink < size; sink++) {
      for (let source = 0; source < size; source++) carried[source]! += flows[sink]! * weights[sink * size + source]!;
    }
    for (let source = 0; source < size; source++) carried[source] = flows[source]! / carried[source]!;
    for (let sink = 0; sink < size; sink++) {
      let sum = 0;
      for (let source = 0; source < size; source++) {
        const scaled = weights[sink * size + source]! * carried[source]!;
        weights[sink * size + source] = scaled;
        sum += scaled;
      }
      for (let source = 0; source < size; source++) weights[sink * size + source]! /= sum;
    }
  }
  return null;
}
