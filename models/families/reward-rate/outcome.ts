import type { RecomputedAir } from '../../physics/thermal/influence-matrix.js';
import type { PowerSplit } from '../../facility/power-split.js';
import type { Violation } from '../violation.js';

/**
 * Evaluation of one plan: the numbers that every report shows. Arrays have an entry for each task type (order of the
 * instance), zone or CRAC (order of the matrix).
 */
export interface PlanEvaluation {
  /** Objective, reward/s: sum_i r_i min(rate_i, lambda_i) (Eq. 22), with rates under co-location and time slicing. */
  readonly rewardPerS: number;
  /**
   * Objective if co-located times (Eq. 21) are computed with the paper's time-averaged features A and D instead of the
   * exact ones, reward/s.
   */
  readonly averagedRewardPerS: number;
  /** Objective if every task ran as fast as alone (the naive estimate, Eq. 23), reward/s. */
  readonly naiveRewardPerS: number;
  readonly ratePerS: readonly number[];
  readonly averagedRatePerS: readonly number[];
  readonly naiveRatePerS: readonly number[];
  readonly zoneNodePowerW: readonly number[];
  readonly zoneInletC: readonly number[];
  readonly zoneOutletC: readonly number[];
  readonly cracInletC: readonly number[];
  readonly cracHeatW: readonly number[];
  readonly cracPowerW: readonly number[];
  readonly power: PowerSplit;
  readonly violations: readonly Violation[];
  /**
   * State after each failure that the plan must survive. Failures without a steady state are left out. Absent if the
   * plan need not survive any failure.
   */
  readonly failures?: readonly FailedState[];
  /**
   * Comparison with air recomputed from the room's layout; absent if not requested, or if the checker cannot compute
   * it.
   */
  readonly air?: RecomputedAir;
}

/** Hottest inlet and power after a failure: in the steady state and, if set-points change, on the way to it. */
export interface FailedState {
  /** Name of the CRAC or group that has failed. */
  readonly gone: string;
  readonly hottestInletC: number;
  /** Name of the zone with the hottest inlet. */
  readonly hottestZone: string;
  readonly totalW: number;
  /** Heat that each remaining CRAC with a capacity limit removes in the steady state, W. */
  readonly cooled: readonly { readonly crac: string; readonly heatW: number; readonly capacityW: number }[];
}
