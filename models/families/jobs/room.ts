import type { CoolingPerformance } from '../../facility/facility.js';
import type { Meter } from '../../facility/meter.js';
import type { SetPointRule } from './format.js';
import type { SetPointFrom } from './plan.js';

/**
 * Machine room of a month's nodes, with one common set-point for all CRACs. Each inlet temperature is the set-point
 * plus a rise that is linear in the powers of the K zones. The heat that the CRACs remove is linear too
 * (docs/jobs/room.md).
 */
export interface JobsRoom {
  /** Names of the thermal zones. */
  readonly zoneNames: readonly string[];
  /** Thermal zone of each node; nodes are numbered as in a month's schedule. */
  readonly zoneOfNode: Int32Array;
  /** Power of each zone with all nodes idle, W, at the supply lines of its nodes. */
  readonly idleW: Float64Array;
  /** Power of each zone with all cores at their greatest power, W, at the supply lines of its nodes. */
  readonly fullLoadW: Float64Array;
  /** Rise of inlet k above the set-point for each watt in zone b, K/W, >= 0: entry b * zones + k. */
  readonly riseKPerW: Float64Array;
  /** Heat that all CRACs together remove for each watt in each zone, >= 0. */
  readonly heatWPerW: Float64Array;
  readonly cooling: CoolingPerformance;
  readonly meter: Meter;
  /** Limit on every inlet temperature, C. */
  readonly redLineC: number;
  readonly rule: SetPointRule;
  /** Constant set-point for the whole month, C. It keeps every red line even with all cores at their greatest power. */
  readonly setPointC: number;
  /** Highest set-point that all CRACs allow, C. */
  readonly setPointMaxC: number;
}

/**
 * Energy of a machine room over a month, from time 0 to `untilS`, and its highest temperature. Energies at the meter,
 * J; the parts sum to `totalJ`.
 */
export interface RoomOverMonth {
  /**
   * End of the time interval that the energies cover, s: the end of the period or of the last job, whichever is later.
   */
  readonly untilS: number;
  /** Energy of all nodes if they were always idle, J. */
  readonly idleJ: number;
  /**
   * Energy that jobs add to that of idle nodes, J. The static power of cores is not included, because idle nodes draw
   * it as well.
   */
  readonly jobsJ: number;
  readonly upsLossJ: number;
  readonly coolingJ: number;
  readonly otherJ: number;
  readonly totalJ: number;
  /** Value earned by the jobs / total energy, in value/MJ; null if the energy is 0. */
  readonly valuePerMJ: number | null;
  /** Common set-points of the CRACs in order of time, the first from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  readonly redLineC: number;
  /**
   * Highest inlet temperature at any moment (C), its zone, and the first such moment (s). Every job is assumed to draw
   * the greatest power of its design point all the time.
   */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
}
