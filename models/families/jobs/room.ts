import type { CoolingPerformance } from '../../facility/facility.js';
import type { Meter } from '../../facility/meter.js';
import type { SetPointRule } from './format.js';
import type { SetPointFrom } from './plan.js';

/**
 * The machine room of a month's nodes, in which all CRACs have one common set-point. Each inlet temperature is the
 * set-point plus a rise. The rises and the heat that the CRACs remove are linear in the powers of the K zones
 * (docs/jobs/room.md).
 */
export interface JobsRoom {
  readonly zoneNames: readonly string[];
  /** Index of each node's zone. Nodes are numbered as in MonthSchedule. */
  readonly zoneOfNode: Int32Array;
  /** Power of each zone with all nodes idle, W, measured at the power supply inputs of its nodes. */
  readonly idleW: Float64Array;
  /**
   * Power of each zone with all cores busy at the level of greatest power, W, measured at the power supply inputs of
   * its nodes.
   */
  readonly fullLoadW: Float64Array;
  /** Rise of inlet k above the set-point per watt in zone b, K/W, >= 0, at index b * zones + k. */
  readonly riseKPerW: Float64Array;
  /** Heat that all CRACs together remove per watt in each zone, W/W, >= 0. */
  readonly heatWPerW: Float64Array;
  readonly cooling: CoolingPerformance;
  readonly meter: Meter;
  /** Limit on every inlet temperature, C. */
  readonly redLineC: number;
  readonly rule: SetPointRule;
  /**
   * Set-point for the whole month under the rule "constant", C. With it, every inlet keeps the red line even if all
   * cores draw their greatest power.
   */
  readonly setPointC: number;
  /** Highest set-point that all CRACs allow, C. */
  readonly setPointMaxC: number;
}

/**
 * Energy of a room at the meter over a month, J, and its highest inlet temperature. The energies of the parts sum to
 * `totalJ`.
 */
export interface RoomOverMonth {
  /**
   * End of the time from 0 that the energies cover, s. It is the end of the period or of the last job, whichever is
   * later.
   */
  readonly untilS: number;
  /** Energy of all nodes if they were idle all the time, J. */
  readonly idleJ: number;
  /**
   * Energy that jobs add to `idleJ`, J. It does not include the static power of cores, which idle nodes draw as well.
   */
  readonly jobsJ: number;
  readonly upsLossJ: number;
  readonly coolingJ: number;
  readonly otherJ: number;
  readonly totalJ: number;
  /** Value that jobs earned per megajoule of `totalJ`; null if the energy is 0. */
  readonly valuePerMJ: number | null;
  /** Common set-points of the CRACs in order of time. The first applies from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  readonly redLineC: number;
  /**
   * Highest inlet temperature of the month (C), its zone, and the first moment at which it occurs (s). It assumes that
   * every job draws the greatest power of its design point all the time.
   */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
}
