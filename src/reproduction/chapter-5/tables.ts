import { S_PER_H } from '../../../models/units.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { type ByTrial, number, type Notation } from '../rules.js';
import { table } from '../tables.js';
import { valueOf } from './data.js';
import { powerAt } from './levels.js';

/** Notation of whole numbers; the unit is in the table's head. */
const WHOLE: Notation = { factor: 1, digits: 0, unit: '' };
/** Notation of seconds as hours; the unit is in the table's head. */
const H: Notation = { factor: 1 / S_PER_H, digits: 2, unit: '' };

/** Returns the text of a mean with half its 95 % interval. */
function text(values: ByTrial, notation: Notation): string {
  if (values.size === 0) return '';
  const { mean, interval } = meanInterval([...values.values()]);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, notation)}`;
  return number(mean, notation) + half;
}

/** Returns the table of rewards under one arrival pattern by method and budget. */
export function rewardTable(data: FigureData, pattern: string, budgetsMJ: readonly number[]): string {
  return byBudget(data, budgetsMJ, (method, budgetMJ) =>
    text(valueOf(data, pattern, method, 'reward', budgetMJ), WHOLE),
  );
}

/** Returns the table of energies, MJ, with the hour of the stop if the budget did not last. */
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
 * Returns the table of the quantities that explain the rewards under one budget: what became of tasks, throttling,
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

/** Returns the table of the mean power by interval, kW; 0 after the stop. One row per interval. */
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
