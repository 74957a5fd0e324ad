import { S_PER_H } from '../../../models/units.js';
import type { Figure } from '../../reports/figures.js';
import { inUnit, plain } from '../../reports/format.js';
import type { DayBudgetRecord } from './studies/day/record.js';

/** A day of one method under one budget of energy. */
export interface TemplatesDayShown extends DayBudgetRecord {
  readonly name: string;
  /** Reward of all tasks in time. */
  readonly greatestReward: number;
}

/** Returns a figure of what became of the tasks, or of the energy: among those of the terminal where it is `told`. */
function ofDay(
  key: string,
  label: string,
  unit: string,
  of: Figure<TemplatesDayShown>['of'],
  told = true,
): Figure<TemplatesDayShown> {
  return { key, label, unit, of, in: told ? ['summary', 'compare'] : ['compare'] };
}

/** Figures of what was earned, and of what became of every task. */
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

/** Figures of where the energy went, and of how hot outlets got. */
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
