import type { MiddleState } from '../../models/problems/templates/problem.js';

/** lambda^weighted_arriving (Eq. 60): tasks/s of each type, weighted by how much longer than the average they take. */
export function arrivingWorkPerS(middle: MiddleState, ratePerS: ArrayLike<number>): number {
  return middle.weight.reduce((sum, weight, i) => sum + weight * ratePerS[i]!, 0);
}
