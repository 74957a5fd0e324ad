import { airUnderWay, type AirUnderWay } from '../thermal/air-under-way.js';
import type { InfluenceMatrix, SparseRows } from '../thermal/influence-matrix.js';
import { entryAt, rowCollector } from '../thermal/sparse-rows.js';
import type { RoomFlow, RoomSetting } from './room-flow.js';
import { BATCH, BatchField, emit, sinkMean, sinksByPosition, sweep, type FlowNetwork } from './transport.js';

/**
 * Time that air takes from source to sink, s; entities as in an influence matrix. The three matrices have the same
 * pattern, that of the air weights. Moments are multiplied by the weight: the mean travel time of a pair is m1 / w, its
 * variance m2 / w - (m1 / w)^2.
 */
export interface TravelTimes {
  /** Fraction of the sink's inlet air that comes from the source (w). */
  readonly share: SparseRows;
  /**
   * First moment of the travel time multiplied by the weight (m1), s. The sum of flow_sink m1 over sinks and sources is
   * the air volume of the room.
   */
  readonly firstMoment: SparseRows;
  /** Second moment of the travel time multiplied by the weight (m2), s2. */
  readonly secondMoment: SparseRows;
  /** Volume of all cells that some air passes, m3. */
  readonly airVolumeM3: number;
}

/**
 * Returns the moments of the travel time by the same pass as transport. A cell of volume V holds its air for V / inflow
 * on average, like a stirred tank:
 *
 *   inflow m1 = sum_in F m1 + V C,   inflow m2 = sum_in F m2 + 2 V m1
 *
 * The mixed part b of the air (`mixingFraction`) passes a stirred vessel of b times the room's volume, the rest the
 * cells, whose volume and flows both shrink by the factor 1 - b: neither their travel times nor the whole volume
 * changes.
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
    sweep(network, fields[0], earliest);
    hold(network, fields[0], fields[1], cellVolumeM3);
    sweep(network, fields[1], earliest);
    hold(network, fields[1], fields[2], 2 * cellVolumeM3);
    sweep(network, fields[2], earliest);
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
  const unmixed = { share: share!, firstMoment: firstMoment!, secondMoment: secondMoment!, airVolumeM3 };
  return mixedTimes(unmixed, flows, airflow.mixingFraction ?? 0);
}

/** Adds to `next` the factor / inflow times `field`, which every cell contributes while it holds its air. */
function hold({ inverseInflow }: FlowNetwork, field: BatchField, next: BatchField, factor: number): void {
  next.clear();
  for (const position of field.reached) {
    const [from, to] = [field.baseOf[position]!, next.reach(position)];
    const time = factor * inverseInflow[position]!;
    for (let k = 0; k < BATCH; k++) next.value[to + k] = time * field.value[from + k]!;
  }
}

function mixedTimes(times: TravelTimes, flows: Float64Array, fraction: number): TravelTimes {
  if (fraction === 0) return times;
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const meanS = times.airVolumeM3 / total;
  /** Returns the moments of a stirred vessel: m1 = tau, m2 = 2 tau^2 per unit of air. */
  const mixed = ({ start, column, value }: SparseRows, ofVessel: number): SparseRows => {
    const rows = rowCollector(flows.length);
    for (let sink = 0; sink < flows.length; sink++) {
      let n = start[sink]!;
      for (let source = 0; source < flows.length; source++) {
        const own = n < start[sink + 1]! && column[n] === source ? value[n++]! : 0;
        rows.add(sink, source, (1 - fraction) * own + (fraction * ofVessel * flows[source]!) / total);
      }
    }
    return rows.rows();
  };
  return {
    share: mixed(times.share, 1),
    firstMoment: mixed(times.firstMoment, meanS),
    secondMoment: mixed(times.secondMoment, 2 * meanS * meanS),
    airVolumeM3: times.airVolumeM3,
  };
}

/** Returns the air under way in a room, for the transient model. @param matrix of the same flow. */
export function airOfFlow(matrix: InfluenceMatrix, { share, firstMoment }: TravelTimes): AirUnderWay {
  return airUnderWay(matrix, (sink, source) => {
    const weight = entryAt(share, sink, source);
    return weight > 0 ? entryAt(firstMoment, sink, source) / weight : 0;
  });
}
