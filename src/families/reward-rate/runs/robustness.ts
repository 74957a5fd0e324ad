import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { rangesOf, type UncertaintyRanges } from '../../../../models/families/reward-rate/uncertainty.js';
import { asStated, isRobust } from '../../../../models/families/reward-rate/worst-case.js';
import { type CheckedRoom, evaluatedIn } from '../check/check-plan.js';

/** Uncertainty under which a robust plan holds. All other values in a result are for the worst case. */
export interface Robustness {
  readonly ranges: UncertaintyRanges;
  /** Values of the plan if the instance's data are exact; null without a plan. */
  readonly asStated: {
    readonly rewardPerS: number;
    readonly totalPowerW: number;
    readonly hottestInletC: number;
  } | null;
}

/**
 * Returns the uncertainty of a run's instance and the plan's values without it; null if plans need not be robust.
 *
 * @throws CheckerLimitError as the checker does
 */
export function robustnessOf(room: CheckedRoom, plan: RewardRatePlan | null): Robustness | null {
  const { instance } = room;
  const ranges = isRobust(instance) ? rangesOf(instance) : null;
  if (ranges === null) return null;
  if (plan === null) return { ranges, asStated: null };
  const { rewardPerS, power, zoneInletC } = evaluatedIn({ ...room, instance: asStated(instance) }, plan);
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  return { ranges, asStated: { rewardPerS, totalPowerW: power.totalW, hottestInletC } };
}
