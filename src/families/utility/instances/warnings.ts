import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { currencyOf, S_PER_DAY, S_PER_H } from '../../../../models/units.js';
import { chargedS } from '../../../../models/families/utility/energy-tariff.js';
import { startingUtility } from '../../../../models/families/utility-function.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import { budgetField } from './annual-budget.js';
import { mostPowerW } from './compile.js';

/**
 * Returns warnings, one sentence each, about values in the instance that are valid but probably not intended.
 *
 * @param model the compiled model; null if there are no tasks yet
 */
export function utilityWarnings(instance: UtilityInstance, model: UtilityModel | null): string[] {
  return [...powerWarnings(instance), ...(model === null ? [] : taskWarnings(instance, model))];
}

function powerWarnings(instance: UtilityInstance): string[] {
  const { taskTypes } = instance;
  const budget = budgetField(instance);
  if (budget === undefined) return [];
  const hasPower =
    taskTypes.source === 'table'
      ? taskTypes.types.some(({ runs }) => runs.some(({ pStates }) => pStates.some(({ powerW = 0 }) => powerW > 0)))
      : taskTypes.source !== 'two-level';
  return hasPower ? [] : [`${budget}: nothing draws power, so the budget limits nothing.`];
}

function taskWarnings(instance: UtilityInstance, model: UtilityModel): string[] {
  const { pools, energyBudgetJPerDay } = instance;
  const { tasks, options, functions, days } = model;
  const warnings: string[] = [];
  if (tasks.count === 0) return ['arrivals: no task arrives in the period.'];
  const isUsed = new Uint8Array(pools.length);
  for (const pool of options.pool) isUsed[pool] = 1;
  for (const [p, { name }] of pools.entries()) {
    if (isUsed[p] === 0) warnings.push(`pools[${p}]: no task can run on "${name}".`);
  }
  warnings.push(...unusedRunWarnings(instance, model));
  let worthless = 0;
  for (let n = 0; n < tasks.count; n++) {
    if (startingUtility(functions, tasks.utility[n]!) < model.droppingThreshold) worthless++;
  }
  if (worthless > 0) {
    warnings.push(`droppingThreshold: ${worthless} of ${tasks.count} tasks start below it and are dropped on arrival.`);
  }
  const loose = looseBudgetWarning(instance, model);
  if (loose !== null) return [...warnings, loose];
  if (energyBudgetJPerDay === undefined) return warnings;
  const measured = days.at(-1)!;
  const { budgetJ } = measured;
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
      `${budgetField(instance)}: all tasks of the measured day need ${short(leastJ)} J at least, the budget is ${short(budgetJ)} J${aboveIdle(model.room)}${whyLoose(measured, '; is it in joules?')}`,
    );
  }
  return warnings;
}

/** Maximum number of listed runs that are named one by one. Our choice: more make a warning that nobody reads. */
const MAX_NAMED_RUNS = 5;

/** Returns warnings about listed runs of types that have tasks, none of which needs the numbers of nodes listed. */
function unusedRunWarnings({ taskTypes, pools }: UtilityInstance, { tasks, options }: UtilityModel): string[] {
  if (taskTypes.source !== 'table') return [];
  const isKnown = new Uint8Array(options.kindCount);
  const poolsOf = new Map<number, Set<string>>();
  for (let n = 0; n < tasks.count; n++) {
    const kind = tasks.kind[n]!;
    if (isKnown[kind] === 1) continue;
    isKnown[kind] = 1;
    const used = poolsOf.get(tasks.type[n]!) ?? new Set<string>();
    poolsOf.set(tasks.type[n]!, used);
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) used.add(pools[options.pool[o]!]!.name);
  }
  const unused: string[] = [];
  for (const [t, used] of poolsOf) {
    const { name, runs } = taskTypes.types[t]!;
    const named = new Set(used);
    for (const [r, { pool }] of runs.entries()) {
      if (named.has(pool)) continue;
      named.add(pool);
      unused.push(
        `taskTypes.types[${t}].runs[${r}]: no task of "${name}" needs as many nodes of "${pool}" as are listed, so none runs there.`,
      );
    }
  }
  const more = unused.length - MAX_NAMED_RUNS;
  if (more <= 0) return unused;
  return [...unused.slice(0, MAX_NAMED_RUNS), `taskTypes.types: the same of ${more} more types and pools.`];
}

/**
 * Returns a warning if no schedule can reach the budget of the measured time, because all nodes at their greatest power
 * throughout stay below it; else null.
 */
function looseBudgetWarning(
  instance: UtilityInstance,
  { options, pools, days, charging, room }: UtilityModel,
): string | null {
  const measured = days.at(-1)!;
  const { startS, endS, budgetJ } = measured;
  if (!(budgetJ < Infinity)) return null;
  const mostW = mostPowerW(options, pools).reduce((sum, poolW) => sum + poolW, 0);
  const mostJ = mostW * (charging === undefined ? endS - startS : chargedS(charging, startS, endS));
  if (!(mostJ > 0) || mostJ > budgetJ) return null;
  const said = (energyJ: number): string =>
    charging === undefined ? `${short(energyJ)} J` : `${short(energyJ * charging.usdPerJ)} ${currencyOf(instance)}`;
  const [can, unit] = charging === undefined ? ['draw', '; is it in joules?'] : ['cost', '.'];
  return `${budgetField(instance)}: ${said(budgetJ)} of the measured time${aboveIdle(room)} can never bind: all nodes at their greatest power throughout ${can} ${said(mostJ)}${whyLoose(measured, unit)}`;
}

/** Returns words for budgets of a facility, which are free of what its idle room draws; else "". */
function aboveIdle(room: UtilityModel['room']): string {
  return room === undefined ? '' : ' above the idle room';
}

/**
 * Returns the end of a warning about a budget too large to matter: that less than a day is measured, which has the
 * budget of a whole day; else the given words.
 */
function whyLoose({ startS, endS }: { readonly startS: number; readonly endS: number }, otherwise: string): string {
  const measuredS = endS - startS;
  if (measuredS >= S_PER_DAY) return otherwise;
  return `; the measured time of ${short(measuredS / S_PER_H)} h has the whole day's budget.`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
