import { J_PER_MJ, W_PER_KW } from '../../../../../models/units.js';
import type { StateGrid } from '../../../../../models/families/templates/instance.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { greatestWorkPerS, isOutside } from '../../../../../models/families/templates/states.js';
import { fourDigits } from '../../../../instances/four-digits.js';
import { taskTables } from '../../methods/online/task-tables.js';
import { dayEvents } from './events.js';
import type { DayOptions } from './request.js';

/** Minimum fraction of all tasks or lookups that a problem must concern to cause a warning. */
const WORTH_SAYING = 0.01;

export interface ForesightRequest {
  readonly model: TemplatesModel;
  readonly arrivals: ArrivalSequence;
  readonly options: DayOptions;
  /** Grid of states for which templates exist, if some method uses templates; otherwise null. */
  readonly grid: StateGrid | null;
  /** Energy budgets, J; Infinity for no limit. */
  readonly energyBudgetsJ: readonly number[];
}

/** Returns warnings before a day: tasks that no method can complete, and arriving work without templates. */
export function foresight(request: ForesightRequest): string[] {
  const lost = hopelessTasks(request);
  const demand = demandOf(request);
  return [
    ...hopelessWarnings(request, lost),
    ...capacityWarnings(request, demand),
    ...(request.grid === null
      ? []
      : [...demandWarnings(request.grid, demand), ...powerWarnings(request, request.grid)]),
  ];
}

/**
 * Returns by task type the number of tasks (`tasks`) and the number of hopeless tasks (`hopeless`). A hopeless task is
 * late even if it starts at the first mapping event after its arrival and has the shortest execution time. Tasks after
 * the last event are not counted.
 */
export function hopelessTasks({ model, arrivals, options }: Pick<ForesightRequest, 'model' | 'arrivals' | 'options'>): {
  readonly tasks: number[];
  readonly hopeless: number[];
} {
  const { fastestS, deadlineS } = taskTables(model);
  const { timeS, taskType, length, durationS } = arrivals;
  const tasks = model.instance.taskTypes.map(() => 0);
  const hopeless = model.instance.taskTypes.map(() => 0);
  let next = 0;
  for (const { atS, mapping } of dayEvents(durationS, options)) {
    if (!mapping) continue;
    for (; next < timeS.length && timeS[next]! <= atS; next++) {
      const type = taskType[next]!;
      const own = length?.[next] ?? 1;
      tasks[type]!++;
      if (atS + fastestS[type]! * own > timeS[next]! + deadlineS[type]! * own) hopeless[type]!++;
    }
  }
  return { tasks, hopeless };
}

interface Demand {
  /**
   * Arriving work (Eq. 60) at each lookup of a template, tasks/s. It is the mean since the previous event of the same
   * kind, mapping or thermal.
   */
  readonly atLookups: readonly number[];
  /** Mean arriving work over the day, tasks/s. */
  readonly meanPerS: number;
}

function demandOf({ model, arrivals, options }: ForesightRequest): Demand {
  const { timeS, taskType, length, durationS } = arrivals;
  const { weight } = model.middle;
  const atLookups: number[] = [];
  const last = { mapping: { atS: 0, work: 0 }, thermal: { atS: 0, work: 0 } };
  let next = 0;
  let work = 0;
  const join = (untilS: number): void => {
    for (; next < timeS.length && timeS[next]! <= untilS; next++)
      work += weight[taskType[next]!]! * (length?.[next] ?? 1);
  };
  for (const event of dayEvents(durationS, options)) {
    join(event.atS);
    for (const kind of ['thermal', 'mapping'] as const) {
      if (!event[kind]) continue;
      const before = last[kind];
      atLookups.push(event.atS > before.atS ? (work - before.work) / (event.atS - before.atS) : 0);
      last[kind] = { atS: event.atS, work };
    }
  }
  join(durationS);
  return { atLookups, meanPerS: work / durationS };
}

function hopelessWarnings(
  { model, options: { mappingIntervalS } }: ForesightRequest,
  { tasks, hopeless }: ReturnType<typeof hopelessTasks>,
): string[] {
  const { fastestS, deadlineS } = taskTables(model);
  const all = sum(tasks);
  const lost = sum(hopeless);
  if (lost === 0 || lost < WORTH_SAYING * all) return [];
  const worst = model.instance.taskTypes
    .map(({ name }, i) => ({ name, i, share: tasks[i] === 0 ? 0 : hopeless[i]! / tasks[i]! }))
    .sort((a, b) => b.share - a.share)[0]!;
  return [
    `${lost} of ${all} tasks (${percent(lost / all)}) cannot be completed in time by any method: waiting tasks are mapped every ${mappingIntervalS} s, ` +
      `and what their deadline then leaves is less than their fastest run; greedy drops them. Worst is ${JSON.stringify(worst.name)} (${percent(worst.share)}; ` +
      `deadline ${figure(deadlineS[worst.i]!)} s after arrival, fastest run ${figure(fastestS[worst.i]!)} s for a task of its type's length).`,
  ];
}

function capacityWarnings({ model }: ForesightRequest, { meanPerS }: Demand): string[] {
  const most = greatestWorkPerS(model);
  if (!(meanPerS > most)) return [];
  return [
    `The arriving work is ${figure(meanPerS)} tasks/s on average, ${figure(meanPerS / most)} times what all cores of the room do in their middle ` +
      `P-state (${figure(most)} tasks/s): most of it cannot be done.`,
  ];
}

function demandWarnings(grid: StateGrid, { atLookups }: Demand): string[] {
  const axis = grid.arrivingWorkPerS;
  // Nothing has arrived yet at the first look-ups, whatever the day.
  const outside = atLookups.filter((work, n) => n > 1 && isOutside(axis, work));
  if (outside.length === 0 || outside.length < WORTH_SAYING * atLookups.length) return [];
  const most = atLookups.reduce((a, b) => Math.max(a, b), 0);
  const above = outside.filter((work) => work > axis[0]!).length;
  return [
    `The arriving work is outside the templates' grid (${figure(axis[0]!)} to ${figure(axis.at(-1)!)} tasks/s) at ${outside.length} of ${atLookups.length} ` +
      `look-ups, above it at ${above}, up to ${figure(most)} tasks/s: methods with templates then take templates made for another demand. ` +
      'Build a database whose grid holds the demand before judging them by this day.',
  ];
}

function powerWarnings({ energyBudgetsJ, arrivals: { durationS } }: ForesightRequest, grid: StateGrid): string[] {
  const axis = grid.powerLimitW;
  const range = axis.length === 1 ? kW(axis[0]!) : `${kW(axis[0]!)} to ${kW(axis.at(-1)!)}`;
  return energyBudgetsJ.flatMap((budgetJ) => {
    if (budgetJ === Infinity) {
      return [
        `There is no energy budget, but templates have a power limit each: methods with templates take those of the largest, ${kW(axis.at(-1)!)}, ` +
          'and keep it; the others are not limited.',
      ];
    }
    const meanW = budgetJ / durationS;
    if (budgetJ === 0 || !isOutside(axis, meanW)) return [];
    return [
      `The energy budget of ${figure(budgetJ / J_PER_MJ)} MJ is ${kW(meanW)} over the day, outside the power limits of the templates' grid (${range}): ` +
        'methods with templates take templates made for another limit.',
    ];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function percent(share: number): string {
  return `${figure(100 * share)} %`;
}

function kW(watts: number): string {
  return `${figure(watts / W_PER_KW)} kW`;
}

function figure(value: number): string {
  return String(fourDigits(value));
}
