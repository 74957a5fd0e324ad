import type { LinearColumn } from '../../../../../models/forms/linear-program.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpScale } from '../lp-scale.js';
import type { SideColumn } from './coupling.js';

/**
 * Returns the columns with which every LP over configurations begins, in the units of `scale`. First there is the
 * completion rate of each task type, at most its arrival rate. Then follow the side columns (LP columns of the whole
 * facility, such as the set-point).
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
