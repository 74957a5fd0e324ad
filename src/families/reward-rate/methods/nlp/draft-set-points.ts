import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';

/** By CRAC of the matrix: the set-points of those at work; a failed one's is not used and takes the warmest of the others. */
export function draftSetPoints(problem: RewardRateProblem, setPointsC: readonly number[]): number[] {
  const all = problem.matrix.cracNames.map(() => Math.max(...setPointsC));
  for (const [c, { index }] of problem.cracs.entries()) all[index] = setPointsC[c]!;
  return all;
}
