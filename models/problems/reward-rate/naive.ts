import type { RewardRateProblem } from './problem.js';

/**
 * The problem as it looks without co-location: every task runs at the speed it has alone, so Eq. 22 becomes the naive estimate
 * of Eq. 23. Plans for it are plans for the real problem and have to be judged there.
 */
export function naiveProblem(problem: RewardRateProblem): RewardRateProblem {
  return { ...problem, nodeTypes: problem.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
