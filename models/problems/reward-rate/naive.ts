import type { RewardRateProblem } from './problem.js';

/**
 * Returns the problem as it looks if co-location is ignored: every task runs at the speed it has alone, so that Eq. 22
 * becomes the naive estimate of Eq. 23. Plans for it are plans for the real problem and must be judged there.
 */
export function naiveProblem(problem: RewardRateProblem): RewardRateProblem {
  return { ...problem, nodeTypes: problem.nodeTypes.map((type) => ({ ...type, colocation: 'none' as const })) };
}
