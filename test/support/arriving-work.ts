import type { MiddleState } from '../../models/families/templates/model.js';

/** Arriving work lambda^weighted_arriving (Eq. 60): tasks/s of each type, weighted by its time over the average. */
export function arrivingWorkPerS(middle: MiddleState, ratePerS: ArrayLike<number>): number {
  return middle.weight.reduce((sum, weight, i) => sum + weight * ratePerS[i]!, 0);
}
