import { meanInterval } from '../../experiments/statistics.js';
import { combined, type FigureData, inWords, recordsOf, settingsOf } from '../data.js';
import { number, PERCENT } from '../rules.js';
import { table } from '../tables.js';
import { series } from './data.js';

/**
 * Returns the table of results, a row for each setting and a column for each method. A cell has the mean share of the
 * full reward, %, and half its 95 % confidence interval.
 */
export function resultsTable(data: FigureData): string {
  const methods = data.design.factors.find(({ name }) => name === 'method')!.levels;
  const varied = data.design.factors.filter(({ name, levels }) => name !== 'method' && levels.length > 1);
  const factors = varied.map(({ name }) => name);
  const settings = settingsOf(data, factors);
  const rows = settings.map((setting) => [
    inWords(setting),
    ...methods.map((method) => shareText(data, { ...setting, method })),
  ]);
  return table(['Room', ...methods], rows);
}

function shareText(data: FigureData, where: Readonly<Record<string, string>>): string {
  const shares = [...series(data, where).values()];
  if (shares.length === 0) return recordsOf(data, where).length > 0 ? 'no plan' : '';
  const { n, mean, interval } = meanInterval(shares);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, { ...PERCENT, unit: '' })}`;
  return `${number(mean, { ...PERCENT, unit: '' })}${half}${n < data.design.trials ? ` (n = ${n})` : ''}`;
}

/**
 * Returns the table of the mean ratio of a plan's reward to the proven bound, a column for each method. The mean is
 * over all settings. Plans are evaluated with time-sliced co-location effects, for which the bound holds.
 */
export function boundTable(sliced: FigureData): string {
  const methods = sliced.design.factors.find(({ name }) => name === 'method')!.levels;
  const factors = sliced.design.factors.map(({ name }) => name).filter((name) => name !== 'method');
  const ratios = methods.map((method) => {
    const values = settingsOf(sliced, factors).flatMap((setting) => {
      const reward = series(sliced, { ...setting, method }, 'rewardPerS');
      const bound = series(sliced, { ...setting, method: 'config-lp' }, 'boundPerS');
      return [...combined(reward, bound, (plan, proven) => plan / proven).values()].filter(Number.isFinite);
    });
    return { method, values };
  });
  const shown = ratios.filter(({ values }) => values.length > 0);
  return table(
    ['Method', 'Mean', 'Worst', 'Best', 'Plans'],
    shown.map(({ method, values }) => [
      method,
      ...[meanInterval(values).mean, Math.min(...values), Math.max(...values)].map((value) =>
        number(value, { ...PERCENT, digits: 2 }),
      ),
      String(values.length),
    ]),
  );
}
