import type { CoolingPerformance } from '../../facility/facility.js';
import type { Meter } from '../../facility/meter.js';
import type { SetPointRule } from './format.js';
import type { SetPointFrom } from './plan.js';

/**
 * Room that the nodes of a month stand in, all CRACs at work at one set-point: inlets are the set-point plus a rise that is linear in the powers of the K
 * zones, and so is the heat that CRACs remove (docs/jobs/room.md).
 */
export interface JobsRoom {
  /** Length K. */
  readonly zoneNames: readonly string[];
  /** Length: number of nodes, numbered as in a month's schedule: zone of each. */
  readonly zoneOfNode: Int32Array;
  /** Length K: power at the supply lines of the zone's nodes, W. */
  readonly idleW: Float64Array;
  /** Length K: the same with all cores at their greatest power, W. */
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
  /** Set-point for the whole month, C, which keeps every red line with all cores at their greatest power. */
  readonly setPointC: number;
  /** Greatest set-point that all CRACs can have, C. */
  readonly setPointMaxC: number;
}

/** Energy of a room over a month, from 0 to `untilS`, and how warm it became. Energies at the meter, J; they sum to `totalJ`. */
export interface RoomOverMonth {
  /** End of the period or of the last job, whichever is later, s. */
  readonly untilS: number;
  /** Energy of all nodes if idle. */
  readonly idleJ: number;
  /**
   * Energy that jobs add to it at the nodes, without the static power of their cores, which idle nodes draw as well.
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
   * Hottest inlet at any moment if every job draws the greatest power of its point: zone, temperature (C), first moment
   * (s).
   */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
}
