import type { Cell } from '../../experiments/design.js';
import { meanInterval } from '../../experiments/statistics.js';
import { type FigureData, inWords, levelsOf, planSeries, recordsOf, settingsOf, trialSeries } from '../data.js';
import { intervalText, number } from '../rules.js';
import { table } from '../tables.js';
import { hoursOf, QUANTILE, scoreAt } from './data.js';

/** Returns the names of the factors with several levels, without the factor "method". */
function varied({ design }: FigureData): string[] {
  return design.factors.filter(({ name, levels }) => name !== 'method' && levels.length > 1).map(({ name }) => name);
}

/**
 * Returns the table of results, a row for each setting and a column for each method. A cell has the mean normal
 * quantile of the maximized probability over plans within the limit, half its 95 % confidence interval and, in
 * parentheses, the mean probability. The last column is the mean proven bound on the quantile.
 */
export function resultsTable(data: FigureData): string {
  const methods = levelsOf(data, 'method');
  const bounded = methods.includes('lagrange');
  const rows = settingsOf(data, varied(data)).map((setting) => [
    rowName(setting),
    ...methods.map((method) => quantileText(data, { ...setting, method })),
    ...(bounded ? [boundText(data, { ...setting, method: 'lagrange' })] : []),
  ]);
  return table(['Setting', ...methods, ...(bounded ? ['bound'] : [])], rows);
}

function rowName(setting: Cell): string {
  const words = inWords(setting);
  return words === '' ? 'all' : words;
}

function quantileText(data: FigureData, where: Cell): string {
  const scores = [...planSeries(data, where, 'score').values()];
  if (scores.length === 0) return recordsOf(data, where).length > 0 ? 'no plan' : '';
  const { n, mean, interval } = meanInterval(scores);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, QUANTILE)}`;
  const chance = meanInterval([...planSeries(data, where, 'chance').values()]).mean;
  return `${number(mean, QUANTILE)}${half} (${chance.toFixed(4)})${n < data.design.trials ? `, n = ${n}` : ''}`;
}

/** Returns the text of the mean proven bound; a bound of 1e308 counts as none. */
function boundText(data: FigureData, where: Cell): string {
  const bounds = [...trialSeries(data, where, 'boundZ').values()].filter((z) => Math.abs(z) < 1e300);
  return bounds.length === 0 ? '' : number(meanInterval(bounds).mean, QUANTILE);
}

/**
 * Returns the table of means over all settings, a row for each method. The columns are long-hops, energy, and how often the
 * limit is kept.
 */
export function workTable(data: FigureData): string {
  const settings = settingsOf(data, varied(data));
  const shown = (method: string, value: string, digits: number, factor = 1): string => {
    const values = settings.flatMap((setting) => [...trialSeries(data, { ...setting, method }, value).values()]);
    return values.length === 0 ? '' : number(meanInterval(values).mean, { factor, digits, unit: '' });
  };
  const kept = (method: string): string => {
    const outcomes = settings.flatMap((setting) => recordsOf(data, { ...setting, method }));
    return `${outcomes.filter(({ values }) => values['outcome'] === 'plan').length} of ${outcomes.length}`;
  };
  return table(
    ['Method', 'Long-hops', 'Expected energy, MJ', 'Plans within the limit'],
    levelsOf(data, 'method').map((method) => [
      method,
      shown(method, 'longHops', 1),
      shown(method, 'energyMeanJ', 2, 1e-6),
      kept(method),
    ]),
  );
}

/**
 * Returns the table of the mean quantile of the incumbent plan after several of the thesis' 72 hours. With another time
 * budget, an hour stands for the same share of it.
 */
export function progressTable(data: FigureData): string {
  const hours = hoursOf(data.design);
  const searches = levelsOf(data, 'method').filter((method) => method !== 'lagrange' && method !== 'min-min-balance');
  const rows = settingsOf(data, [...varied(data), 'method'])
    .filter(({ method }) => searches.includes(method!))
    .map((cell) => [
      inWords(cell),
      ...hours.map((hour) => {
        const found = recordsOf(data, cell).filter(({ values }) => values[`zAt${hour}h`] !== null);
        if (found.length === 0) return '';
        return number(meanInterval(found.map(({ values }) => Number(values[scoreAt(hour)]))).mean, QUANTILE);
      }),
    ]);
  return table(['Search', ...hours.map((hour) => `${hour} h`)], rows);
}

/** Returns the table of the numbers of long-hops with confidence intervals, by setting and time budget (Fig. B.1). */
export function longHopsTable(data: FigureData): string {
  const methods = levelsOf(data, 'method');
  const notation = { factor: 1, digits: 1, unit: '' };
  return table(
    ['Setting', ...methods.map((method) => `long-hops of ${method}`)],
    settingsOf(data, varied(data)).map((setting) => [
      rowName(setting),
      ...methods.map((method) => {
        const { mean, interval } = meanInterval([...trialSeries(data, { ...setting, method }, 'longHops').values()]);
        return `${number(mean, notation)} ${intervalText(interval, notation)}`;
      }),
    ]),
  );
}
