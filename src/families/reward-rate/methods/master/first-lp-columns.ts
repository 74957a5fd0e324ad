import type { LinearColumn } from '../../../../../models/forms/linear-program.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpScale } from '../lp-scale.js';
import type { SideColumn } from './coupling.js';

/**
 * Returns the first columns of every LP over configurations, in the units of `scale`: the completion rate of each task
 * type, at most its arrival rate, then the side columns (those of the whole facility, such as the set-point).
 */
export function firstLpColumns(
  { taskNames, rewardPerTask, arrivalRatePerS }: RewardRateModel,
  scale: LpScale,
  side: readonly SideColumn[],
): LinearColumn[] {
  return [
    ...taskNames.map((name, i) => ({
      name: `x_${name}`,
      cost: rewardPerTask[i]! / scale.reward[i]!,
      lower: 0,
      upper: arrivalRatePerS[i]! / scale.rate[i]!,
    })),
    ...side.map(({ name, lower, upper, cost }) => ({ name, cost: (cost ?? 0) / scale.worth, lower, upper })),
  ];
}
