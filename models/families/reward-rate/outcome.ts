import type { RecomputedAir } from '../../physics/thermal/influence-matrix.js';
import type { PowerSplit } from '../../facility/power-split.js';
import type { Violation } from '../violation.js';

/** Results of a plan. Arrays are by task type (instance's order), zone or CRAC (matrix's order). */
export interface PlanEvaluation {
  /** Reward rate, reward/s, the objective (Eq. 22). Completion rates take co-location and time slicing into account. */
  readonly rewardPerS: number;
  /** Reward rate, reward/s, if features A and D of Eq. 21 are averages over time, as in the paper. */
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
  /** State after each failure with a steady state. Absent if the plan need not survive any failure. */
  readonly failures?: readonly FailedState[];
  /** Comparison of the influence matrix with one recomputed from the layout, if requested and possible. */
  readonly air?: RecomputedAir;
}

/** Hottest inlet and power after a failure: in the new steady state and, if set-points change, until then. */
export interface FailedState {
  /** Name of the failed CRAC or group. */
  readonly gone: string;
  readonly hottestInletC: number;
  /** Zone with the hottest inlet. */
  readonly hottestZone: string;
  readonly totalW: number;
  /** Steady heat that each remaining CRAC with a capacity limit removes, W. */
  readonly cooled: readonly { readonly crac: string; readonly heatW: number; readonly capacityW: number }[];
}
