import type { RoomAirflow } from '../../facility/facility.js';
import type { InfluenceMatrix, SparseRows, Zone } from '../thermal/influence-matrix.js';
import { denseRow, rowCollector } from '../thermal/sparse-rows.js';
import { tilePartsOf } from './tile-parts.js';

/** Least share of a sink's air that is stored where mixing makes every source reach every sink. Errors are larger. */
export const MIN_SHARE = 1e-12;

/**
 * Adds to `row` what a mixture gives a sink: for each source (CRACs, then zones), `factor` times the fraction of the
 * sink's air that comes from the source.
 */
type Mixture = (sink: number, row: Float64Array, factor: number) => void;

/**
 * Replaces parts of the air by mixed air, first of the exhausts, then of all air. With m = `hotMixing`,
 * hot_j = the share of sink j's air that comes from zones, b = `mixingFraction`, and W_mix of `mixtureOf`,
 *
 * W[j, i] := (1 - m) W[j, i] + m hot_j flow_i / sum of the zones' flows, for zones i
 *
 * W[j, i] := (1 - b) W[j, i] + b v W_mix[j, i], for all i
 *
 * Row sums and conservation of air stay valid if v = 1.
 *
 * @param weights influence weights, or moments of travel times times the weights
 * @param flows air flow of each CRAC, then of each zone, m3/s
 * @param ofMixed v: 1 for weights, otherwise the moment of air that passes a stirred tank
 */
export function withMixedAir(
  weights: SparseRows,
  flows: Float64Array,
  zones: readonly Zone[],
  airflow: RoomAirflow,
  ofMixed = 1,
): SparseRows {
  const { hotMixing = 0, mixingFraction = 0 } = airflow;
  if (hotMixing === 0 && mixingFraction === 0) return weights;
  const cracCount = flows.length - zones.length;
  const mixture = mixtureOf(airflow, flows, zones);
  const exhaust = sumOf(flows.subarray(cracCount));
  const rows = rowCollector(flows.length);
  for (let sink = 0; sink < flows.length; sink++) {
    const row = denseRow(weights, sink);
    if (hotMixing > 0) {
      const hot = sumOf(row.subarray(cracCount));
      for (let source = cracCount; source < flows.length; source++)
        row[source] = (1 - hotMixing) * row[source]! + (hotMixing * hot * flows[source]!) / exhaust;
    }
    if (mixingFraction > 0) {
      for (const [source, weight] of row.entries()) row[source] = (1 - mixingFraction) * weight;
      mixture(sink, row, mixingFraction * ofMixed);
    }
    for (const [source, weight] of row.entries()) rows.add(sink, source, weight);
  }
  return rows.rows();
}

/**
 * Returns an influence matrix of a room as if another fraction of its air were perfectly mixed (see `withMixedAir`).
 * Null if all of it is mixed already.
 *
 * @param airflow air of the room, with the fraction of perfectly mixed air in `matrix`
 * @param to fraction of perfectly mixed air in the result
 */
export function withMixingFraction(matrix: InfluenceMatrix, airflow: RoomAirflow, to: number): InfluenceMatrix | null {
  const { mixingFraction: from = 0, supplyShare = 1 } = airflow;
  if (from >= 1) return null;
  if (from === to) return matrix;
  const { weights, airFlowM3PerS, cracNames, zones } = matrix;
  const flows = airFlowM3PerS.map((flow, n) => (n < cracNames.length ? supplyShare * flow : flow));
  const mixture = mixtureOf(airflow, flows, zones);
  const kept = (1 - to) / (1 - from);
  const added = to - kept * from;
  const rows = rowCollector(flows.length);
  for (let sink = 0; sink < flows.length; sink++) {
    const row = denseRow(weights, sink);
    // Air of a CRAC that goes straight back does not mix.
    const share = sink < cracNames.length && flows[sink]! > 0 ? supplyShare : 1;
    row[sink]! -= 1 - share;
    for (const [source, weight] of row.entries()) row[source] = (source === sink ? 1 - share : 0) + kept * weight;
    mixture(sink, row, share * added);
    // Less than rounding error is left of air that came by mixing alone.
    for (const [source, weight] of row.entries()) if (weight > MIN_SHARE) rows.add(sink, source, weight);
  }
  return { ...matrix, weights: rows.rows(), afterFailure: undefined };
}

/**
 * Returns the perfectly mixed air of a room: without `exhaustExchange` W_mix[j, i] = flow_i / sum of flows, with it the
 * mixture without bypass.
 */
function mixtureOf(airflow: RoomAirflow, flows: Float64Array, zones: readonly Zone[]): Mixture {
  if (airflow.exhaustExchange !== undefined)
    return mixtureWithoutBypass(airflow, airflow.exhaustExchange, flows, zones);
  const all = sumOf(flows);
  return (_sink, row, factor) => {
    for (const [source, flow] of flows.entries()) row[source]! += (factor * flow) / all;
  };
}

/**
 * Returns the mixture in which CRAC air reaches zones before any CRAC draws it, as far as zones draw so much. With the air
 * S of all CRACs, D of all zones, x = `exhaustExchange`, s = min(1, S / D) and t = min(1, D / S),
 *
 * W_mix[zone j, CRAC c] = s flow_c / S
 *
 * W_mix[zone j, zone i] = (1 - s) flow_i (x / D + (1 - x) sum over parts p of a_jp a_ip / D_p)
 *
 * W_mix[CRAC, CRAC c] = (1 - t) flow_c / S, W_mix[CRAC, zone i] = t flow_i / D
 *
 * a_ip is the share of zone i in part p of the room (`tilePartsOf`), D_p the air of the part: sum of a_ip flow_i. Rows
 * sum to 1, and all air is drawn (proof: docs/facility/room-airflow.md#mixture-without-bypass).
 */
function mixtureWithoutBypass(
  { layout }: RoomAirflow,
  exchange: number,
  flows: Float64Array,
  zones: readonly Zone[],
): Mixture {
  const cracCount = flows.length - zones.length;
  const [supplied, exhaust] = [sumOf(flows.subarray(0, cracCount)), sumOf(flows.subarray(cracCount))];
  const partsOf = tilePartsOf(layout);
  const members = new Map<number, { readonly entity: number; readonly airM3PerS: number }[]>();
  for (const [z, { rack }] of zones.entries()) {
    for (const { tile, share } of partsOf.get(rack)!) {
      if (!members.has(tile)) members.set(tile, []);
      members.get(tile)!.push({ entity: cracCount + z, airM3PerS: share * flows[cracCount + z]! });
    }
  }
  const airOf = new Map(
    [...members].map(([tile, own]) => [tile, own.reduce((sum, { airM3PerS }) => sum + airM3PerS, 0)]),
  );
  const addCracs = (row: Float64Array, factor: number): void => {
    for (let c = 0; c < cracCount && factor !== 0; c++) row[c]! += (factor * flows[c]!) / supplied;
  };
  const addZones = (row: Float64Array, factor: number): void => {
    for (let n = cracCount; n < flows.length && factor !== 0; n++) row[n]! += (factor * flows[n]!) / exhaust;
  };
  return (sink, row, factor) => {
    if (sink < cracCount) {
      const ofZones = exhaust < supplied ? exhaust / supplied : 1;
      addZones(row, factor * ofZones);
      addCracs(row, factor * (1 - ofZones));
      return;
    }
    const ofCracs = supplied < exhaust ? supplied / exhaust : 1;
    addCracs(row, factor * ofCracs);
    addZones(row, factor * (1 - ofCracs) * exchange);
    for (const { tile, share } of partsOf.get(zones[sink - cracCount]!.rack)!) {
      const ofPart = factor * (1 - ofCracs) * (1 - exchange) * share;
      // A zone of a part that draws no air draws none itself, and any air will do.
      if (airOf.get(tile)! === 0) addZones(row, ofPart);
      else
        for (const { entity, airM3PerS } of members.get(tile)!) row[entity]! += (ofPart * airM3PerS) / airOf.get(tile)!;
    }
  };
}

function sumOf(flows: Float64Array): number {
  return flows.reduce((sum, flow) => sum + flow, 0);
}
