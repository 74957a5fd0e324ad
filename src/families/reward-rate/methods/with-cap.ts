import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';

/** Returns the problem with another cap, W, at the meter. */
export function withCap(problem: RewardRateProblem, powerCapW: number): RewardRateProblem {
  return { ...problem, budget: { ...problem.budget, powerCapW } };
}

/** Returns the power of the idle facility without cooling, W: every plan draws at least that. */
export function idleFloorW({ zones, budget }: RewardRateProblem): number {
  return zones.reduce((sum, zone) => sum + zone.idleW, 0) / budget.upsEfficiency + budget.otherLoadW;
}
