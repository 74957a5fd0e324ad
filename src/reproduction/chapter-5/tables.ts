import { S_PER_H } from '../../../models/units.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { type ByTrial, number, type Notation } from '../rules.js';
import { table } from '../tables.js';
import { valueOf } from './data.js';
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

/** Returns the table of rewards for one arrival pattern, by method and energy budget. */
export function rewardTable(data: FigureData, pattern: string, budgetsMJ: readonly number[]): string {
  return byBudget(data, budgetsMJ, (method, budgetMJ) =>
    text(valueOf(data, pattern, method, 'reward', budgetMJ), WHOLE),
  );
}

/**
 * Returns the table of energies for one arrival pattern, MJ, by method and energy budget, with the hour at which a
 * budget was exhausted.
 */
export function energyTable(data: FigureData, pattern: string, budgetsMJ: readonly number[]): string {
  return byBudget(data, budgetsMJ, (method, budgetMJ) => {
    const energy = text(valueOf(data, pattern, method, 'energyMJ', budgetMJ), WHOLE);
    const stops = valueOf(data, pattern, method, 'stopS', budgetMJ);
    const durationS = Number(data.design.settings['durationS']);
    const stopped = [...stops.values()].some((stopS) => stopS < durationS);
    return stopped ? `${energy} (until ${text(stops, H)} h)` : energy;
  });
}

function byBudget(
  data: FigureData,
  budgetsMJ: readonly number[],
  cell: (method: string, budgetMJ: number) => string,
): string {
  return table(
    ['Method', ...budgetsMJ.map((budgetMJ) => `${budgetMJ.toLocaleString('en-US')} MJ`)],
    levelsOf(data, 'method').map((method) => [method, ...budgetsMJ.map((budgetMJ) => cell(method, budgetMJ))]),
  );
}

/**
 * Returns the table of quantities that explain the rewards with one energy budget: outcomes of tasks, throttling and
 * temperatures.
 */
export function workTable(data: FigureData, budgetMJ: number): string {
  const columns = [
    ['reward', 'Reward', 0],
    ['inTime', 'In time', 0],
    ['late', 'Late', 0],
    ['dropped', 'Dropped', 0],
    ['afterStop', 'After the stop', 0],
    ['coresMJ', 'Cores, MJ', 0],
    ['cracMJ', 'CRAC, MJ', 0],
    ['throttledCoreH', 'Throttled, core h', 0],
    ['hottestC', 'Hottest outlet, C', 2],
  ] as const;
  const rows = levelsOf(data, 'pattern').flatMap((pattern) =>
    levelsOf(data, 'method').map((method) => [
      pattern,
      method,
      ...columns.map(([value, , digits]) => {
        const found = [...valueOf(data, pattern, method, value, budgetMJ).values()];
        return found.length === 0 ? '' : number(meanInterval(found).mean, { factor: 1, digits, unit: '' });
      }),
    ]),
  );
  return table(['Pattern', 'Method', ...columns.map(([, title]) => title)], rows);
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
