import type { RecomputedAir } from '../../physics/thermal/influence-matrix.js';
import type { PowerSplit } from '../../facility/power-split.js';
import type { Violation } from '../violation.js';

/**
 * Evaluation of one plan: the numbers that every report shows. Arrays are by task type, zone or CRAC in the order of
 * the instance or the matrix.
 */
export interface PlanEvaluation {
  /** The objective, reward/s: rates with co-location and time slices, sum_i r_i min(rate_i, lambda_i) (Eq. 22). */
  readonly rewardPerS: number;
  /**
   * Objective computed with the paper's time-averaged features A and D in Eq. 21 instead of the exact ones, reward/s.
   */
  readonly averagedRewardPerS: number;
  /** Reward per s if every task ran alone (Eq. 23, the naive estimate). */
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
   * States after the failures that the plan must survive. Failures without a steady state are left out; absent if the
   * plan need not survive any.
   */
  readonly failures?: readonly FailedState[];
  /** Comparison with air computed from the layout; absent if not asked for, or if the checker cannot compute it. */
  readonly air?: RecomputedAir;
}

/**
 * Hottest inlet and power after a failure: in the steady state and, if set-points change, while the room moves towards
 * it.
 */
export interface FailedState {
  /** Name of the CRAC or group that fails. */
  readonly gone: string;
  readonly hottestInletC: number;
  /** Name of the zone with the hottest inlet. */
  readonly hottestZone: string;
  readonly totalW: number;
  /** Heat that each remaining CRAC with a capacity removes in the steady state, W. */
  readonly cooled: readonly { readonly crac: string; readonly heatW: number; readonly capacityW: number }[];
}
