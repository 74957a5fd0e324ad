import type { RecomputedAir } from '../../physics/thermal/influence-matrix.js';
import type { PowerSplit } from '../../facility/power-split.js';
import type { Violation } from '../violation.js';

/** Evaluation of one plan: the numbers every report shows. Arrays are by task type, zone or CRAC in the instance's / matrix' order. */
export interface PlanEvaluation {
  /** Co-located, time-sliced: sum_i r_i min(rate_i, lambda_i) (Eq. 22). The objective. */
  readonly rewardPerS: number;
  /** Objective with the paper's time-averaged features A and D in Eq. 21 in place of the exact ones, reward/s. */
  readonly averagedRewardPerS: number;
  /** Naive: rates as if every task ran alone (Eq. 23). */
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
  /** States after the failures that the plan must outlive and that have a steady state; absent where it need not. */
  readonly failures?: readonly FailedState[];
  /** Comparison with the air computed from the layout; absent where that was not asked for, or is out of the checker's reach. */
  readonly air?: RecomputedAir;
}

/** Hottest inlet and power after a failure, for good and on the way where set-points change. */
export interface FailedState {
  /** Name of the CRAC or group that fails. */
  readonly gone: string;
  readonly hottestInletC: number;
  /** Name of the zone with that inlet. */
  readonly hottestZone: string;
  readonly totalW: number;
  /** Heat of the CRACs left that have a capacity, W, in the steady state. */
  readonly cooled: readonly { readonly crac: string; readonly heatW: number; readonly capacityW: number }[];
}
