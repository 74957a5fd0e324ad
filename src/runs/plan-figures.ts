export type { PlanFigures } from '../../models/families/plan-figures.js';

/** Returns the index of the largest value; on ties, the lowest index. -1 if there are no values. */
export function indexOfGreatest(values: ArrayLike<number>): number {
  let most = -1;
  for (let k = 0; k < values.length; k++) if (most < 0 || values[k]! > values[most]!) most = k;
  return most;
}
