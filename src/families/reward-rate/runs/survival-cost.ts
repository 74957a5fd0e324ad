import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { withSurvive } from '../instances/survive-words.js';
import { keepsCommonSetPoint } from '../methods/rounding/node-plan.js';
import { modelInMemory } from './open.js';
import type { RunRequest } from './request.js';
import type { SurvivalCost } from './result.js';
import { lossOf } from './result-of.js';
import { solveOpened, type Solved } from './solve.js';

/**
 * Fraction by which rewards may differ and still count as equal. Not 0, because a reward that was reduced to save power
 * is divided by the fraction kept.
 */
const SAME = 1e-12;

/**
 * Returns true if plans that survive failures and plans that need not choose set-points in the same way. Otherwise the
 * freedom of a set-point for each CRAC would count as a cost of surviving.
 */
export function survivalIsComparable(instance: RewardRateInstance, matrix: InfluenceMatrix): boolean {
  return (
    !keepsCommonSetPoint(modelInMemory(instance, matrix).model) ||
    keepsCommonSetPoint(modelInMemory(withSurvive(instance, 'none'), matrix).model)
  );
}

/**
 * Returns the cost of surviving failures. To find it, the same run is made without this requirement, which may take as
 * long again. Null if that run finds no plan.
 */
export async function survivalCost(
  { instance, matrix, record: { result } }: Solved,
  { leastPower: _, ...request }: RunRequest,
): Promise<SurvivalCost | null> {
  const opened = modelInMemory(withSurvive(instance, 'none'), matrix);
  const free = await solveOpened({ ...request, onProgress: () => undefined }, opened);
  const { objective, bound, gap, feasible } = free.record.result;
  if (objective === null || !feasible) return null;
  // A plan that survives is one that need not: where the run without found less, that is what there is.
  const { leastPower } = result;
  // Reward that was given up to draw less power is no cost of surviving.
  const kept = 1 - (leastPower?.toleranceReward ?? 1);
  const own = kept > 0 ? Math.max(result.objective!, leastPower!.rewardPerS / kept) : result.objective!;
  const isMore = own > objective * (1 + SAME);
  const best = isMore ? own : objective;
  return {
    survive: instance.limits.survive!,
    withoutFailures: { objective: best, bound, gap: isMore ? null : gap },
    ...lossOf(best, own),
  };
}
