import type { CoolingPerformance } from '../../facility/facility.js';
import type { Meter } from '../../facility/meter.js';
import type { SetPointRule } from './format.js';
import type { SetPointFrom } from './plan.js';

/**
 * Room in which the nodes of a month stand, with all CRACs at one set-point. Each inlet temperature is the set-point
 * plus a rise that is linear in the powers of the K zones; the heat that CRACs remove is linear too
 * (docs/jobs/room.md).
 */
export interface JobsRoom {
  /** Length K: names of the zones. */
  readonly zoneNames: readonly string[];
  /** Zone of each node, numbered as in a month's schedule. */
  readonly zoneOfNode: Int32Array;
  /** Length K: power of the idle zone at its nodes' supply lines, W. */
  readonly idleW: Float64Array;
  /** Length K: power of the zone with all cores at their greatest power, at its nodes' supply lines, W. */
  readonly fullLoadW: Float64Array;
  /** Length K x K, by zone b, then k: rise of inlet k above the set-point for each watt in zone b, K/W, >= 0. */
  readonly riseKPerW: Float64Array;
  /** Length K: heat that all CRACs together remove for each watt in a zone, >= 0. */
  readonly heatWPerW: Float64Array;
  readonly cooling: CoolingPerformance;
  readonly meter: Meter;
  /** Highest temperature of any inlet, C. */
  readonly redLineC: number;
  readonly rule: SetPointRule;
  /** Set-point for the whole month, C. It keeps every red line even with all cores at their greatest power. */
  readonly setPointC: number;
  /** Highest set-point that every CRAC accepts, C. */
  readonly setPointMaxC: number;
}

/**
 * Energy of a room over a month, from 0 to `untilS`, and how warm it became. Energies at the meter, J; they sum to
 * `totalJ`.
 */
export interface RoomOverMonth {
  /** End of the period or of the last job, whichever is later, s. */
  readonly untilS: number;
  /** Energy that all nodes would draw if they were idle. */
  readonly idleJ: number;
  /**
   * Energy that jobs add to `idleJ` at the nodes, without the static power of their cores, which idle nodes draw as
   * well.
   */
  readonly jobsJ: number;
  readonly upsLossJ: number;
  readonly coolingJ: number;
  readonly otherJ: number;
  readonly totalJ: number;
  /** Value earned / `totalJ`, value/MJ; null if there is no energy. */
  readonly valuePerMJ: number | null;
  /** Set-points in the order of time, the first from 0. */
  readonly setPoints: readonly SetPointFrom[];
  readonly redLineC: number;
  /**
   * Hottest inlet at any moment if every job always draws the greatest power of its point: its zone, temperature (C),
   * and first such moment (s).
   */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
}
