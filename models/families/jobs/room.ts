import type { CoolingPerformance } from '../../facility/facility.js';
import type { Meter } from '../../facility/meter.js';
import type { SetPointRule } from './format.js';
import type { SetPointFrom } from './plan.js';

/**
 * The machine room of a month's nodes, in which all CRACs have one common set-point. Each inlet temperature is the
 * set-point plus a rise, which is linear in the powers of the K zones. The heat that the CRACs remove is linear too
 * (docs/jobs/room.md).
 */
export interface JobsRoom {
  /** Names of the thermal zones. */
  readonly zoneNames: readonly string[];
  /** Index of the thermal zone that contains each node. Nodes are numbered as in MonthSchedule. */
  readonly zoneOfNode: Int32Array;
  /** Power of each zone with all nodes idle, W, at the supply lines of its nodes. */
  readonly idleW: Float64Array;
  /** Power of each zone with all cores busy at the frequency level of greatest power, W, at the supply lines of its nodes. */
  readonly fullLoadW: Float64Array;
  /** Rise of inlet k above the set-point for each watt in zone b, K/W, >= 0: entry b * zones + k. */
  readonly riseKPerW: Float64Array;
  /** Heat (W) that all CRACs together remove for each watt of power in each zone, >= 0. */
  readonly heatWPerW: Float64Array;
  readonly cooling: CoolingPerformance;
  readonly meter: Meter;
  /** Limit on every inlet temperature, C. */
  readonly redLineC: number;
  readonly rule: SetPointRule;
  /**
   * Set-point that may be kept constant for the whole month, C. At this set-point every inlet keeps the red line, even
   * with all cores at their greatest power.
   */
  readonly setPointC: number;
  /** Highest set-point that all CRACs allow, C. */
  readonly setPointMaxC: number;
}

/**
 * Energy of a machine room over a month, and its highest inlet temperature. Energies are at the meter, J, from time 0
 * to `untilS`. The parts sum to `totalJ`.
 */
export interface RoomOverMonth {
  /**
   * End of the time interval that the energies cover, s: the end of the period or of the last job, whichever is later.
   */
  readonly untilS: number;
  /** Energy that all nodes would need if they were idle all the time, J. */
  readonly idleJ: number;
  /**
   * Energy that jobs add to `idleJ`, J. It does not include the static power of cores, because idle nodes draw it as
   * well.
   */
  readonly jobsJ: number;
  readonly upsLossJ: number;
  readonly coolingJ: number;
  readonly otherJ: number;
  readonly totalJ: number;
  /** Value that jobs earned per megajoule of `totalJ`; null if the energy is 0. */
  readonly valuePerMJ: number | null;
  /** Common set-points of the CRACs in order of time, the first from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  readonly redLineC: number;
  /**
   * Highest inlet temperature of the month (C), its zone, and the first moment at which it occurs (s). Every job is
   * assumed to draw the greatest power of its design point all the time.
   */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
}
