import { S_PER_H } from '../../../models/units.js';
import type { Figure } from '../../reports/figures.js';
import { inUnit, percent, plain } from '../../reports/format.js';
import type { TemplateAnswer } from './runs/result.js';
import type { DayBudgetRecord } from './studies/day/record.js';

/** Result of one day with one method under one energy budget, as reports show it. */
export interface TemplatesDayShown extends DayBudgetRecord {
  readonly name: string;
  /** Total reward if all tasks were completed in time. */
  readonly greatestReward: number;
}

/**
 * Returns a figure about a day's tasks or energy. If `told` is true, the figure is shown on the terminal too, otherwise
 * only in comparisons.
 */
function ofDay(
  key: string,
  label: string,
  unit: string,
  of: Figure<TemplatesDayShown>['of'],
  told = true,
): Figure<TemplatesDayShown> {
  return { key, label, unit, of, in: told ? ['summary', 'compare'] : ['compare'] };
}

/** Definitions of the figures about a day's reward, and about its tasks by outcome (completed, dropped etc.). */
export const fateFigures: readonly Figure<TemplatesDayShown>[] = [
  ofDay('reward', 'reward', '', ({ outcome }) => outcome.reward),
  ofDay('share', 'of all', 'share', ({ outcome, greatestReward }) =>
    greatestReward > 0 ? outcome.reward / greatestReward : null,
  ),
  ofDay('inTime', 'in time', 'count', ({ outcome }) => outcome.tasks.completedInTime),
  ofDay('late', 'late', 'count', ({ outcome }) => outcome.tasks.completedLate),
  ofDay('dropped', 'dropped', 'count', ({ outcome }) => outcome.tasks.dropped),
  ofDay('running', 'running at the end', 'count', ({ outcome }) => outcome.tasks.running, false),
  ofDay('waiting', 'waiting at the end', 'count', ({ outcome }) => outcome.tasks.waiting, false),
  ofDay('afterStop', 'after the stop', 'count', ({ outcome }) => outcome.tasks.afterStop),
  ofDay('stoppedAtS', 'lasts until', 'object', ({ outcome: { stoppedAtS } }) =>
    stoppedAtS === null ? 'the end' : plain(inUnit(stoppedAtS / S_PER_H, 'h')),
  ),
];

/** Definitions of the figures about a day's energy by use and its outlet temperatures. */
export const energyFigures: readonly Figure<TemplatesDayShown>[] = [
  ofDay('energyJ', 'energy', 'J', ({ outcome }) => outcome.energyJ.total),
  ofDay('coresJ', 'cores', 'J', ({ outcome }) => outcome.energyJ.cores),
  ofDay('idleJ', 'idle nodes', 'J', ({ outcome }) => outcome.energyJ.idle),
  ofDay('cracJ', 'CRACs', 'J', ({ outcome }) => outcome.energyJ.crac),
  ofDay('hottestOutletC', 'hottest outlet', 'C', ({ outcome }) => outcome.hottestOutletC),
  ofDay('tooHot', 'node hours too hot', '', ({ outcome }) => outcome.nodeSecondsTooHot / S_PER_H, false),
  ofDay('throttled', 'core hours throttled', '', ({ outcome }) => outcome.throttledCoreS / S_PER_H),
  ofDay('throttlings', 'throttlings', 'count', ({ outcome }) => outcome.throttlings, false),
];

/** Summary of a whole database, as reports show it. Values are null if no state is feasible. */
export interface DatabaseShown {
  readonly states: number;
  readonly feasible: number;
  readonly largestGap: number | null;
  readonly largestGapState: number | null;
  /** Mean and range of work per energy over the feasible states, tasks/J; absent unless requested. */
  readonly tasksPerJ?: Spread | null;
  /** Mean and range of the set-point over the feasible states, C; absent unless requested. */
  readonly setPointC?: Spread | null;
}

/** Mean and range of a figure over the feasible states. */
interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** Reason shown where a figure has no value because no state is feasible. */
const NO_STATE = 'no state can be served';

/** Definitions of the figures that describe a whole database. */
export const databaseFigures: readonly Figure<DatabaseShown>[] = [
  {
    key: 'states',
    label: 'states',
    unit: 'count',
    of: ({ states }) => states,
    note: ({ states, feasible }) =>
      `: ${feasible} can be served (${plain(percent(feasible / states))}), ${states - feasible} are proven infeasible`,
    in: ['summary', 'card'],
  },
  {
    key: 'meanTasksPerJ',
    label: 'work per energy',
    unit: 'tasks/J',
    of: ({ tasksPerJ }) => (tasksPerJ === undefined ? undefined : (tasksPerJ?.mean ?? null)),
    note: ({ tasksPerJ }) => `in the mean; ${range(tasksPerJ!, 'tasks/J')}`,
    why: () => NO_STATE,
    in: ['card'],
  },
  {
    key: 'meanSetPointC',
    label: 'CRAC set-point',
    unit: 'C',
    of: ({ setPointC }) => (setPointC === undefined ? undefined : (setPointC?.mean ?? null)),
    note: ({ setPointC }) => `in the mean; ${range(setPointC!, 'C')}`,
    why: () => NO_STATE,
    in: ['card'],
  },
  {
    key: 'largestGap',
    label: 'largest gap',
    unit: 'gap',
    of: ({ largestGap }) => largestGap,
    note: ({ largestGapState }) => `at state ${String(largestGapState)}`,
    why: () => NO_STATE,
    in: ['summary', 'card'],
  },
];

function range({ least, most }: Spread, unit: string): string {
  return `${plain(inUnit(least, unit))} to ${plain(inUnit(most, unit))}`;
}

/** Definitions of the figures that describe the template for one state. */
export const templateFigures: readonly Figure<TemplateAnswer>[] = [
  {
    key: 'setPointC',
    label: 'set-point',
    unit: 'C',
    // As it is applied by hand: fewer digits could let an outlet pass its limit.
    digits: 7,
    of: ({ setPointC }) => setPointC,
    in: ['summary'],
  },
  { key: 'hottestOutletC', label: 'hottest outlet', unit: 'C', of: (one) => one.hottestOutletC, in: ['summary'] },
  { key: 'workPerS', label: 'work', unit: 'tasks/s', of: ({ workPerS }) => workPerS, in: ['summary'] },
  {
    key: 'powerW',
    label: 'power',
    unit: 'W',
    of: ({ powerW }) => powerW,
    note: ({ state }) => `of ${plain(inUnit(state.powerLimitW, 'W'))}`,
    in: ['summary'],
  },
  { key: 'tasksPerJ', label: 'work per energy', unit: 'tasks/J', of: ({ tasksPerJ }) => tasksPerJ, in: ['summary'] },
];
