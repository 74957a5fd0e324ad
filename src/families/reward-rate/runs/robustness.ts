import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { rangesOf, type UncertaintyRanges } from '../../../../models/families/reward-rate/uncertainty.js';
import { asStated, isRobust } from '../../../../models/families/reward-rate/worst-case.js';
import { checkPlan } from '../check/check-plan.js';

/**
 * Rooms in which a robust plan holds, and its figures in the room as stated. All other figures of a result are those of
 * the worst room.
 */
export interface Robustness {
  readonly ranges: UncertaintyRanges;
  /** Figures of the plan in the room as stated, by the checker; null without a plan. */
  readonly asStated: {
    readonly rewardPerS: number;
    readonly totalPowerW: number;
    readonly hottestInletC: number;
  } | null;
}

/**
 * Returns the robustness of a run; null if plans need to hold in the stated room only.
 * @throws CheckerLimitError as the checker does
 */
export function robustnessOf(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan | null,
): Robustness | null {
  const ranges = isRobust(instance) ? rangesOf(instance) : null;
  if (ranges === null) return null;
  if (plan === null) return { ranges, asStated: null };
  const { rewardPerS, power, zoneInletC } = checkPlan(asStated(instance), matrix, plan);
  const hottestInletC = zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  return { ranges, asStated: { rewardPerS, totalPowerW: power.totalW, hottestInletC } };
}
