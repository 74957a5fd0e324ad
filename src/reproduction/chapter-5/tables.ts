import { S_PER_H } from '../../../models/units.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { type ByTrial, number, type Notation } from '../rules.js';
import { table } from '../tables.js';
import { recordedBudgets, valueOf } from './data.js';
import { powerAt } from './levels.js';

/** Notation of whole numbers. The table's heading states the unit. */
const WHOLE: Notation = { factor: 1, digits: 0, unit: '' };
/** Notation of seconds as hours. The table's heading states the unit. */
const H: Notation = { factor: 1 / S_PER_H, digits: 2, unit: '' };

/** Returns the text of a mean over trials with half its 95 % confidence interval. */
function text(values: ByTrial, notation: Notation): string {
  if (values.size === 0) return '';
  const { mean, interval } = meanInterval([...values.values()]);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, notation)}`;
  return number(mean, notation) + half;
}

/** Returns the table of rewards for one arrival pattern, by method and energy budget, of those that are recorded. */
export function rewardTable(data: FigureData, pattern: string): string {
  const budgets = recordedBudgets(data, 'reward');
  return table(
    ['Method', ...budgets.map((budgetMJ) => `${budgetMJ.toLocaleString('en-US')} MJ`)],
    levelsOf(data, 'method').map((method) => [
      method,
      ...budgets.map((budgetMJ) => text(valueOf(data, pattern, method, 'reward', budgetMJ), WHOLE)),
    ]),
  );
}

/** Returns the table of what became of the day of Fig. 5.5, a row for each method. */
export function stopTable(data: FigureData): string {
  const columns = [
    ['stopS', 'Lasts until, h', H],
    ['droppedShare', 'Dropped, %', { factor: 100, digits: 2, unit: '' }],
    ['throttledCoreH', 'Throttled, core h', WHOLE],
    ['hottestC', 'Hottest outlet, C', { factor: 1, digits: 2, unit: '' }],
  ] as const;
  return table(
    ['Method', ...columns.map(([, title]) => title)],
    levelsOf(data, 'method').map((method) => [
      method,
      ...columns.map(([value, , notation]) => text(valueOf(data, 'bursty', method, value, 12_000), notation)),
    ]),
  );
}

/**
 * Returns the table of mean power, kW, a row for each interval of the day. It is 0 after the energy budget is
 * exhausted.
 */
export function powerTable(data: FigureData, everyS: number): string {
  const methods = levelsOf(data, 'method');
  const intervals = Math.floor(Number(data.design.settings['durationS']) / everyS);
  const kilowatts: Notation = { factor: 1e-3, digits: 1, unit: '' };
  return table(
    ['From, h', ...methods],
    Array.from({ length: intervals }, (_, k) => [
      number(k * everyS, { ...H, digits: 1 }),
      ...methods.map((method) => text(trialSeries(data, { pattern: 'bursty', method }, powerAt(k)), kilowatts)),
    ]),
  );
}
