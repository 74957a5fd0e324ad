import { W_PER_KW } from '../../../../../models/units.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { LinearColumn, LinearRow, SparseColumn } from '../../../../../models/forms/linear-program.js';
import { minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpScale } from '../lp-scale.js';
import type { SideColumn } from './coupling.js';
import type { Grouping } from './grouping.js';

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

/** Returns the reward of all arrivals, reward/s: more than any plan earns. */
export function allArrivalsRewardPerS({ rewardPerTask, arrivalRatePerS }: RewardRateModel): number {
  return rewardPerTask.reduce((sum, reward, i) => sum + reward * arrivalRatePerS[i]!, 0);
}

/** Returns an LP row from pairs of column and coefficient. */
export function lpRow(
  name: string,
  lower: number,
  upper: number,
  entries: readonly (readonly [column: number, coefficient: number])[] = [],
): LinearRow {
  return {
    name,
    lower,
    upper,
    columnIndices: entries.map(([column]) => column),
    coefficients: entries.map(([, coefficient]) => coefficient),
  };
}

/**
 * Returns an LP column: the number of units (nodes or cores) that run a configuration. It has entries in the row that
 * counts the units, in the row that defines their power, in the rows of the tasks that they complete, and `more`.
 */
export function configurationColumn(
  name: string,
  { ratePerS, coreW }: Pick<Configuration, 'ratePerS' | 'coreW'>,
  scale: LpScale,
  { units, power, more = [] }: ConfigurationRows,
): SparseColumn {
  const entries: (readonly [row: number, coefficient: number])[] = [
    [units, 1],
    [power, -coreW / W_PER_KW / scale.powerKW],
  ];
  for (const [i, rate] of ratePerS.entries()) if (rate !== 0) entries.push([i, -rate / scale.rate[i]!]);
  entries.push(...more);
  return {
    name,
    cost: 0,
    lower: 0,
    upper: Infinity,
    rowIndices: entries.map(([row]) => row),
    coefficients: entries.map(([, coefficient]) => coefficient),
  };
}

interface ConfigurationRows {
  readonly units: number;
  readonly power: number;
  readonly more?: readonly (readonly [row: number, coefficient: number])[];
}

/**
 * A column of the LP's answer with fewer units (nodes or cores) than this is dropped as rounding error. It is kept if
 * its tasks are so short that it completes more than this fraction of the arrivals.
 */
const MIN_UNITS = 1e-9;

/** Returns true if a configuration's units in an LP answer are more than rounding error. */
export function matters({ arrivalRatePerS }: RewardRateModel, { ratePerS }: Configuration, units: number): boolean {
  if (units > MIN_UNITS) return true;
  return units > 0 && ratePerS.some((rate, i) => rate > 0 && rate * units > MIN_UNITS * arrivalRatePerS[i]!);
}

/**
 * Returns, for each group of zones, the minimums of running nodes to which its nodes count, [group][minimum]. `minimum`
 * is the index of the minimum in the model, and `share` the fraction of the group's nodes that count.
 */
export function minimumShares(
  model: RewardRateModel,
  { groups }: Grouping,
): { readonly minimum: number; readonly share: number }[][] {
  const minimumOf = minimumOfZone(model);
  return groups.map(({ zones, nodeCount }) => {
    const nodes = new Map<number, number>();
    for (const b of zones) {
      const minimum = minimumOf[b]!;
      if (minimum >= 0) nodes.set(minimum, (nodes.get(minimum) ?? 0) + model.zones[b]!.nodeCount);
    }
    return [...nodes].map(([minimum, count]) => ({ minimum, share: count / nodeCount }));
  });
}
