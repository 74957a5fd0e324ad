import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { startingUtility } from '../../../../models/families/utility-function.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';

/**
 * Returns warnings, one sentence each, about values in the instance that are valid but probably not intended.
 *
 * @param model the compiled model; null if there are no tasks yet
 */
export function utilityWarnings(instance: UtilityInstance, model: UtilityModel | null): string[] {
  return [...powerWarnings(instance), ...(model === null ? [] : taskWarnings(instance, model))];
}

function powerWarnings({ energyBudgetJPerDay, costBudgetUsdPerDay, taskTypes }: UtilityInstance): string[] {
  const budget = energyBudgetJPerDay === undefined ? 'costBudgetUsdPerDay' : 'energyBudgetJPerDay';
  if (energyBudgetJPerDay === undefined && costBudgetUsdPerDay === undefined) return [];
  const hasPower =
    taskTypes.source === 'table'
      ? taskTypes.types.some(({ runs }) => runs.some(({ pStates }) => pStates.some(({ powerW = 0 }) => powerW > 0)))
      : taskTypes.source !== 'two-level';
  return hasPower ? [] : [`${budget}: nothing draws power, so the budget limits nothing.`];
}

function taskWarnings({ pools, energyBudgetJPerDay: budgetJ }: UtilityInstance, model: UtilityModel): string[] {
  const { tasks, options, functions, days } = model;
  const warnings: string[] = [];
  if (tasks.count === 0) return ['arrivals: no task arrives in the period.'];
  const isUsed = new Uint8Array(pools.length);
  for (const pool of options.pool) isUsed[pool] = 1;
  for (const [p, { name }] of pools.entries()) {
    if (isUsed[p] === 0) warnings.push(`pools[${p}]: no task can run on "${name}".`);
  }
  let worthless = 0;
  for (let n = 0; n < tasks.count; n++) {
    if (startingUtility(functions, tasks.utility[n]!) < model.droppingThreshold) worthless++;
  }
  if (worthless > 0) {
    warnings.push(`droppingThreshold: ${worthless} of ${tasks.count} tasks start below it and are dropped on arrival.`);
  }
  if (budgetJ === undefined) return warnings;
  const measured = days.at(-1)!;
  let leastJ = 0;
  for (let n = 0; n < tasks.count; n++) {
    if (tasks.arrivalS[n]! < measured.startS) continue;
    const kind = tasks.kind[n]!;
    let own = Infinity;
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      own = Math.min(own, options.timeS[o]! * options.powerW[o]!);
    }
    leastJ += own;
  }
  if (leastJ > 0 && leastJ < budgetJ * 1e-3) {
    warnings.push(
      `energyBudgetJPerDay: all tasks of the measured day need ${short(leastJ)} J at least, the budget is ${short(budgetJ)} J; is it in joules?`,
    );
  }
  return warnings;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
