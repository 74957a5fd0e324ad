import type { RobustModel } from '../../../../../models/families/robust/model.js';
import { createDualPoint, type DualPoint, type DualPrices, evaluateDual, type ShareRule } from './dual.js';
import { type NodeGroup, nodeGroups } from './groups.js';
import { createLastCorePrices, type LastCorePrices } from './last-core.js';
import { type OptionTable, optionTable } from './options.js';
import type { Evaluate } from './prices.js';
import { Sum } from './sum.js';

/** Amount by which the checker lets a quantile miss the required quantile. The bound is also valid for such plans. */
export const LIMIT_TOLERANCE_Z = 1e-9;

/**
 * Data that the steps of a search for dual values share: model, node groups, options, last evaluation of the dual,
 * multipliers, and counts of evaluations.
 */
export interface BoundSetting {
  readonly model: RobustModel;
  readonly groups: readonly NodeGroup[];
  readonly options: OptionTable;
  /** Total number of cores of each node group. */
  readonly cores: readonly number[];
  readonly point: DualPoint;
  /** Multipliers, by node group, for the last core of each node, until whose end the node draws overhead. */
  readonly ends: LastCorePrices;
  readonly work: { evaluations: number; fullEvaluations: number };
}

export function boundSetting(model: RobustModel): BoundSetting {
  const groups = nodeGroups(model);
  return {
    model,
    groups,
    options: optionTable(model, groups),
    cores: groups.map((group) => group.cores),
    ends: createLastCorePrices(groups.length),
    point: createDualPoint(model.taskCount, groups),
    work: { evaluations: 0, fullEvaluations: 0 },
  };
}

/** Returns a function that evaluates the dual over all tasks and options, as valid proofs need. */
export function fully(setting: BoundSetting, rule: ShareRule, energyWeight: 0 | 1 = 1): Evaluate {
  const { model, groups, options, ends, work } = setting;
  return (prices: DualPrices, point: DualPoint) => {
    work.fullEvaluations++;
    evaluateDual(model, groups, options, rule, { ...prices, ends }, energyWeight, point);
  };
}

/**
 * Returns initial dual values of core time, J per whole core. Each is half of `leastEnergyJ` divided by the number of
 * cores.
 */
export function firstPrices({ cores }: BoundSetting, leastEnergyJ: number): Float64Array {
  const sum = new Sum();
  for (const count of cores) sum.add(count);
  return new Float64Array(cores.length).fill(leastEnergyJ / (2 * sum.total));
}
