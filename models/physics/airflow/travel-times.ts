import { airUnderWay, type AirUnderWay } from '../thermal/air-under-way.js';
import type { InfluenceMatrix, SparseRows } from '../thermal/influence-matrix.js';
import { entryAt, rowCollector } from '../thermal/sparse-rows.js';
import { withDirectAir } from './direct-air.js';
import { withMixedAir } from './mixed-air.js';
import type { RoomFlow, RoomSetting } from './room-flow.js';
import { BATCH } from './exchange-grids.js';
import { BatchField, carry, emit, sinkMean, sinksByPosition, type FlowNetwork } from './transport.js';

/**
 * Moments of the travel times of air from sources to sinks, multiplied by the weight w: the mean travel time is m1 / w,
 * its variance m2 / w - (m1 / w)^2. Rows, columns and stored entries of the three matrices are those of an influence
 * matrix (CRACs, then zones).
 */
export interface TravelTimes {
  /** Fraction w of the sink's inlet air that comes from the source. */
  readonly share: SparseRows;
  /**
   * First moment m1 of the travel time, times the weight, s. The sum of flow_sink m1 over all sinks and sources is the
   * air volume of the room.
   */
  readonly firstMoment: SparseRows;
  /** Second moment m2 of the travel time, times the weight, s2. */
  readonly secondMoment: SparseRows;
  /** Total volume of the cells through which air passes, m3. */
  readonly airVolumeM3: number;
}

/**
 * Returns the moments of the travel times of air, by one pass in downstream order. A cell of volume V is a stirred
 * tank, which holds its air for V / inflow on average:
 *
 * inflow m1 = sum over feeders of F m1 + V C,   inflow m2 = sum over feeders of F m2 + 2 V m1
 *
 * F is the air flow from a feeding cell, C the fraction of air from the source.
 *
 * A part b of the air (`mixingFraction`) passes a stirred tank of b times the room's volume. The rest passes the cells,
 * whose volumes and flows both shrink by the factor 1 - b. With this, neither travel times nor the total volume change.
 * Mixed exhausts (`hotMixing`) reach a sink when its own hot air does. Air that goes straight back to its CRAC
 * (`supplyShare`) takes no time.
 */
export function travelTimes(setting: RoomSetting, flow: RoomFlow): TravelTimes {
  const { members, airFlowM3PerS: flows, grid, airflow } = setting;
  const { network, sources, sinks } = flow;
  const cellVolumeM3 = grid.dxM * grid.dyM * grid.dzM;
  const collected = [rowCollector(flows.length), rowCollector(flows.length), rowCollector(flows.length)] as const;
  const fields = [new BatchField(network), new BatchField(network), new BatchField(network)] as const;
  const receivers = sinksByPosition(network, sinks);
  const means = fields.map(() => new Float64Array(BATCH));
  for (let first = 0; first < sources.length; first += BATCH) {
    const width = Math.min(BATCH, sources.length - first);
    const earliest = emit(network, sources.slice(first, first + width), fields[0]);
    carry(network, fields[0], earliest);
    hold(network, fields[0], fields[1], cellVolumeM3);
    carry(network, fields[1], earliest);
    hold(network, fields[1], fields[2], 2 * cellVolumeM3);
    carry(network, fields[2], earliest);
    for (const index of receivers.of(fields[0])) {
      for (const [order, field] of fields.entries()) sinkMean(network, sinks[index]!, field, means[order]!);
      for (let k = 0; k < width; k++) {
        if (!means.every((mean) => mean[k]! > 0)) continue;
        for (const { entity: row } of members[index]!) {
          for (const { entity, part } of members[first + k]!) {
            collected.forEach((rows, order) => {
              rows.add(row, entity, means[order]![k]! * part);
            });
          }
        }
      }
    }
  }
  const [share, firstMoment, secondMoment] = collected.map((rows) => rows.rows());
  const airVolumeM3 = network.cellCount * cellVolumeM3;
  const meanS = airVolumeM3 / flows.reduce((sum, each) => sum + each, 0);
  // A stirred tank of mean holding time tau has the moments m1 = tau and m2 = 2 tau^2.
  const { length: cracCount } = setting.cracs;
  const whole = (rows: SparseRows, ofTank: number, ofDirect: 0 | 1): SparseRows => {
    const mixed = withMixedAir(rows, flows, setting.zones, airflow, ofTank);
    return withDirectAir(mixed, airflow.supplyShare ?? 1, flows.subarray(0, cracCount), ofDirect);
  };
  return {
    share: whole(share!, 1, 1),
    firstMoment: whole(firstMoment!, meanS, 0),
    secondMoment: whole(secondMoment!, 2 * meanS * meanS, 0),
    airVolumeM3,
  };
}

/** Writes to `next` the amount that each cell's own holding time adds to a moment: factor / inflow x `field`. */
function hold({ inverseInflow }: FlowNetwork, field: BatchField, next: BatchField, factor: number): void {
  next.clear();
  for (const position of field.reached) {
    const [from, to] = [field.baseOf[position]!, next.reach(position)];
    const time = factor * inverseInflow[position]!;
    for (let k = 0; k < BATCH; k++) next.value[to + k] = time * field.value[from + k]!;
  }
}

/**
 * Returns the travelling air of a room for the transient model.
 *
 * @param matrix influence matrix of the same air flow
 */
export function airOfFlow(matrix: InfluenceMatrix, { share, firstMoment }: TravelTimes): AirUnderWay {
  return airUnderWay(matrix, (sink, source) => {
    const weight = entryAt(share, sink, source);
    return weight > 0 ? entryAt(firstMoment, sink, source) / weight : 0;
  });
}
