import type { Cell } from '../../experiments/design.js';
import { meanInterval } from '../../experiments/statistics.js';
import { combined, type FigureData, levelsOf, planSeries, recordsOf, trialSeries } from '../data.js';
import { type ByTrial, number, PERCENT } from '../rules.js';
import { table } from '../tables.js';
import { BY_EQ_25, isGenetic, levelOf } from './budgets.js';
import { BASELINE, costs, EPOCHS, evaluationsIn, reductions } from './data.js';
import { boundAt, costAt, HOURS_OF } from './values.js';

/** Notation of dollars: no decimals. */
const DOLLARS = { factor: 1, digits: 0, unit: '' } as const;
/** Notation of fractions as percentages with one decimal. The table's heading states the unit. */
const SHARE = { factor: 100, digits: 1, unit: '' } as const;
/** Method that proves the lower bound in the tables. */
const BOUNDING = 'gld-lp';
/** Levels of the factor "method" shown in Fig. 4.3, which compares groups of data centres. */
const OF_FIG_43 = ['fdld-cl', BY_EQ_25, 'gald-cl'];

/**
 * Returns the levels of the factor "method" in the order of tables, in which `gald-cl` with Eq. 25 as printed comes
 * before `gald-cl`.
 */
function methodsOf(data: FigureData): readonly string[] {
  const levels = levelsOf(data, 'method');
  const [printed, others] = [levels.filter((one) => one === BY_EQ_25), levels.filter((one) => one !== BY_EQ_25)];
  const at = others.findIndex((one) => isGenetic(levelOf(one)));
  return at < 0 ? levels : [...others.slice(0, at), ...printed, ...others.slice(at)];
}

/**
 * Returns the table of costs, a row for each group of data centres and a column for each method. A cell has the mean
 * cost of a day, half its 95 % confidence interval and, in parentheses, the mean reduction against the baseline. The
 * last column is the mean proven bound.
 */
export function costTable(data: FigureData): string {
  const methods = methodsOf(data);
  const bounded = methods.includes(BOUNDING);
  return table(
    ['Group', ...methods, ...(bounded ? ['bound'] : [])],
    levelsOf(data, 'instance').map((instance) => [
      instance,
      ...methods.map((method) => costText(data, { instance, method })),
      ...(bounded ? [meanText(trialSeries(data, { instance, method: BOUNDING }, 'bound'), DOLLARS)] : []),
    ]),
  );
}

function costText(data: FigureData, where: Cell): string {
  const found = [...costs(data, where).values()];
  if (found.length === 0) return recordsOf(data, where).length > 0 ? 'no plan' : '';
  const { n, mean, interval } = meanInterval(found);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, DOLLARS)}`;
  const reduced = reductions(data, where);
  const reduction = where['method'] === BASELINE || reduced.size === 0 ? '' : ` (${meanText(reduced, PERCENT)})`;
  return `${number(mean, DOLLARS)}${half}${reduction}${n < data.design.trials ? `, n = ${n}` : ''}`;
}

function meanText(values: ByTrial, notation: Parameters<typeof number>[1]): string {
  return values.size === 0 ? '' : number(meanInterval([...values.values()]).mean, notation);
}

/** Returns the table of quantities that explain the costs: means over the days, a row for each group and method. */
export function workTable(data: FigureData): string {
  const types = hourNames(data);
  const head = [
    'Group',
    'Method',
    'Cost over bound, %',
    'by CUP, %',
    'Node hours',
    ...types.map((name) => `on ${name.slice(HOURS_OF.length)}, %`),
    'Nodes, kWh',
    'CRACs, kWh',
    'Served over arrivals',
    'Candidates of removals',
    'Evaluations an epoch',
  ];
  const rows = levelsOf(data, 'instance').flatMap((instance) =>
    methodsOf(data).map((method) => {
      const where = { instance, method };
      const own = (value: string): ByTrial => trialSeries(data, where, value);
      const share = (name: string): ByTrial => combined(own(name), own('nodeHours'), (part, all) => part / all);
      return [
        instance,
        method,
        meanText(excess(data, where, 'costUsd', 'boundUsd'), SHARE),
        meanText(excess(data, where, 'costByCupUsd', 'boundByCupUsd'), SHARE),
        meanText(own('nodeHours'), DOLLARS),
        ...types.map((name) => meanText(share(name), SHARE)),
        meanText(own('nodeKwh'), DOLLARS),
        meanText(own('cracKwh'), DOLLARS),
        meanText(own('servedOverArrivals'), { factor: 1, digits: 3, unit: '' }),
        meanText(own('candidates'), DOLLARS),
        evaluationsIn(data, where),
      ];
    }),
  );
  return table(head, rows);
}

/** Returns for each trial the excess of the plan's cost over the day's lower bound, as a fraction of the bound. */
function excess(data: FigureData, where: Cell, cost: string, bound: string): ByTrial {
  if (!levelsOf(data, 'method').includes(BOUNDING)) return new Map();
  const proven = trialSeries(data, { ...where, method: BOUNDING }, bound);
  return combined(planSeries(data, where, cost), proven, (own, least) => own / least - 1);
}

/** Returns the names of the recorded values with node hours, one per node type. */
function hourNames({ byCell }: FigureData): string[] {
  const [first] = [...byCell.values()].flat();
  return Object.keys(first?.values ?? {}).filter((name) => name.startsWith(HOURS_OF));
}

/**
 * Returns the table of each method's mean cost in each epoch, with the epoch's contribution to the lower bound. Only
 * the sum of the contributions is a bound.
 */
export function epochTable(data: FigureData): string {
  const instances = levelsOf(data, 'instance');
  // With several groups only the methods of Fig. 4.3 are shown; otherwise the table gets too wide.
  const methods = methodsOf(data).filter((method) => instances.length === 1 || OF_FIG_43.includes(method));
  const columns = instances.flatMap((instance) => [
    ...methods.map((method) => ({ instance, method, value: costAt, title: method })),
    ...(levelsOf(data, 'method').includes(BOUNDING)
      ? [{ instance, method: BOUNDING, value: boundAt, title: 'bound' }]
      : []),
  ]);
  const head = columns.map(({ instance, title }) => (instances.length > 1 ? `${instance}: ${title}` : title));
  const rows = Array.from({ length: EPOCHS }, (_, epoch) => [
    String(epoch),
    ...columns.map(({ instance, method, value }) =>
      meanText(trialSeries(data, { instance, method }, value(epoch)), DOLLARS),
    ),
  ]);
  return table(['Epoch', ...head], rows);
}
