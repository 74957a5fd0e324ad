import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';

/** Set-points by CRAC of the matrix: those of the CRACs at work; a failed one's is not used and takes the warmest of the others. */
export function draftSetPoints(problem: RewardRateProblem, setPointsC: readonly number[]): number[] {
  const all = problem.matrix.cracNames.map(() => Math.max(...setPointsC));
  for (const [c, { index }] of problem.cracs.entries()) all[index] = setPointsC[c]!;
  return all;
}
