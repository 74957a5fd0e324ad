import type { RecomputedAir } from '../../physics/thermal/influence-matrix.js';
import type { Operation } from '../../facility/operation.js';
import type { PowerSplit } from '../../facility/power-split.js';
import type { Violation } from '../violation.js';

/**
 * Results of a plan. Arrays are indexed by task type (in the instance's order), or by zone or CRAC (in the matrix's
 * order).
 */
export interface PlanEvaluation {
  /** Reward rate, reward/s, the objective (Eq. 22). Completion rates take co-location and time slicing into account. */
  readonly rewardPerS: number;
  /** Reward rate, reward/s, if features A and D of Eq. 21 are averages over time, as in the thesis. */
  readonly averagedRewardPerS: number;
  /** Reward rate, reward/s, if co-located tasks did not slow each other down (Eq. 23). */
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
  /** State after each failure with a steady state. The field is absent if the plan need not survive any failure. */
  readonly failures?: readonly FailedState[];
  /**
   * Comparison of the influence matrix with a matrix that is recomputed from the layout. The field is absent if it was
   * not requested or there is no layout.
   */
  readonly air?: RecomputedAir;
}

/** Operation after a failure, with the same node powers. */
export interface FailedState {
  /** Name of the failed CRAC or group. */
  readonly gone: string;
  /** The new steady state. */
  readonly steady: Operation;
  /**
   * The new steady state with the greatest inlet temperatures and power at the meter until then, where set-points or air
   * change.
   */
  readonly most: Operation;
}
