import { denseRow, rowCollector } from '../thermal/sparse-rows.js';
import type { SparseRows } from '../thermal/influence-matrix.js';
import type { Unit } from './unit-air.js';

/**
 * Returns CRACs as a room sees them that only the share `supplyShare` of their air reaches. The rest goes straight back
 * to the CRAC that moves it (docs/facility/room-airflow.md#air-that-goes-straight-back).
 *
 * @param supplyShare fraction, above 0 and at most 1
 */
export function unitsInRoom<U extends Unit>(cracs: readonly U[], supplyShare: number): readonly U[] {
  if (supplyShare === 1) return cracs;
  return cracs.map((crac) => {
    const { airFlowM3PerS, standbyAirFlowM3PerS } = crac;
    const standby =
      standbyAirFlowM3PerS === undefined ? {} : { standbyAirFlowM3PerS: supplyShare * standbyAirFlowM3PerS };
    return { ...crac, airFlowM3PerS: supplyShare * airFlowM3PerS, ...standby };
  });
}

/**
 * Returns influence weights of a room, or moments of travel times times the weights, with the air that goes straight
 * back. For every CRAC c that moves air, with s = `supplyShare`,
 *
 * W[c, i] := s W[c, i], and W[c, c] increased by (1 - s) v
 *
 * Rows of zones, and of CRACs that stand still, do not change. If v = 1, rows still sum to 1, and air is conserved with
 * the whole flows of the CRACs.
 *
 * @param weights rows of the CRACs, then of the zones, for the air that reaches the room
 * @param cracFlows air that each CRAC moves
 * @param ofDirect v: 1 for weights, 0 for moments of travel times, since air that goes straight back takes no time
 */
export function withDirectAir(
  weights: SparseRows,
  supplyShare: number,
  cracFlows: ArrayLike<number>,
  ofDirect: 0 | 1 = 1,
): SparseRows {
  if (supplyShare === 1) return weights;
  const size = weights.start.length - 1;
  const rows = rowCollector(size);
  for (let sink = 0; sink < size; sink++) {
    const row = denseRow(weights, sink);
    if (sink < cracFlows.length && cracFlows[sink]! > 0) {
      for (const [source, weight] of row.entries()) row[source] = supplyShare * weight;
      row[sink]! += (1 - supplyShare) * ofDirect;
    }
    for (const [source, weight] of row.entries()) if (weight !== 0) rows.add(sink, source, weight);
  }
  return rows.rows();
}
