import { S_PER_H } from '../../../../../models/units.js';
import { roundStep } from '../../../../reports/compare/page.js';
import type { ComparePage } from '../../../../reports/compare/report.js';
import { sourceText } from '../../../../reports/compare/words.js';
import { oneLine } from '../../../../reports/format.js';
import { counted, markup, nameOf, NOTHING, quantity, typeset, type Markup } from '../../../../reports/html/markup.js';
import { INK, seriesColour } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { GeoComparisonRecord } from '../../studies/compare/comparison.js';
import { moneyColumn } from '../format.js';
import { costBars } from './cost-bars.js';
import { stepped } from './small-panels.js';

/** Content of the page of a comparison of geo methods. */
export function geoComparePage(record: GeoComparisonRecord): ComparePage {
  const { bounds, epochCount, reference } = record;
  const [bound] = bounds;
  return {
    kind: 'geo methods compared',
    on: ` over ${counted(epochCount, 'epoch')}`,
    result: billBars(record),
    caption: markup`Every plan is judged by the independent checker, and costs are what it bills, cooling by the rooms’ own temperatures. The bound is the greatest of all certificates found, here by ${bound === undefined ? 'nobody' : sourceText(bound.source)}; gaps are shares of it. With CUP: cost against bound with the cooling of Eq. 43. CPU: processor time of the whole run, its share of the checker included; the linear program proves its bounds in that time. Methods that draw nothing are run once.`,
    sections: [epochSection(record)],
    convergence: convergenceOf(record),
    differenceChart: {
      key: 'ofReference',
      title:
        'Points: mean difference of each method to the reference, with 95 % intervals where methods draw; the dashed line is no difference.',
      axis: `% of the cost of ${oneLine(reference)} more`,
      mark: 0,
    },
  };
}

/** Bars of the whole bills, against the bound. */
function billBars({ summary, bounds }: GeoComparisonRecord): Markup {
  const bars = summary.flatMap(({ method, objective }) =>
    objective === null ? [] : [{ name: oneLine(method), usd: objective.mean }],
  );
  if (bars.length === 0) return NOTHING;
  const level = bounds[0]?.bound ?? null;
  return costBars({
    id: 'whole-cost',
    title: `Bars: cost of the horizon by method, feasible plans alone${level === null ? '' : '; dashed line: the proven lower bound on all of them'}.`,
    axis: 'USD over the horizon',
    bars,
    bound: level === null ? null : { name: 'proven lower bound', usd: level },
  });
}

/** Section on the cost by epoch of every method, as in the thesis' Fig. 4.2, with the bound's shares of the epochs. */
function epochSection(record: GeoComparisonRecord): SectionOptions {
  const head = { id: 'epochs', title: 'Cost by epoch' };
  const methods = record.summary.flatMap(({ method, plans }) => {
    const costByEpochUsd = record.costByEpochUsd[method] ?? null;
    return costByEpochUsd === null ? [] : [{ method, plans, costByEpochUsd }];
  });
  if (methods.length === 0) return { ...head, body: [] };
  const shares = record.bounds[0]?.byEpochUsd ?? null;
  const { epochCount, epochS } = record;
  const boundsH = Array.from({ length: epochCount + 1 }, (_, t) => (t * epochS) / S_PER_H);
  const money = moneyColumn([...methods.flatMap((one) => one.costByEpochUsd), ...(shares ?? [])]);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const lines: Series[] = methods.map(({ method, costByEpochUsd }) => ({
    name: oneLine(method),
    colour: seriesColour(record.methods.indexOf(method)),
    plain: true,
    points: stepped(boundsH, costByEpochUsd),
  }));
  const left = record.summary.filter(({ method }) => (record.costByEpochUsd[method] ?? null) === null);
  const hasDemand = record.runs.some(({ demandUsd }) => (demandUsd ?? 0) !== 0);
  return {
    ...head,
    body: [
      seriesChart({
        id: 'cost-by-epoch',
        title: `Steps: cost of every epoch by method${shares === null ? '' : '; dashed: the bound’s shares of the epochs, whose sum is the proven bound'}.`,
        xName: 'hours since the start',
        yName: 'USD per epoch',
        fromZero: true,
        series: [
          ...lines,
          ...(shares === null
            ? []
            : [
                {
                  name: 'the bound’s share of the epoch',
                  colour: INK,
                  dashed: true,
                  plain: true,
                  points: stepped(boundsH, shares),
                },
              ]),
        ],
      }),
      markup`<p class="caption">${methods.some(({ plans }) => plans > 1) ? 'Means over the feasible plans of a method. ' : ''}Energy, starts and stops, and carbon${hasDemand ? '; demand charges belong to no epoch and are left out' : ''}. ${shares === null ? 'The bound is not known by epoch.' : 'Only the sum of the bound’s shares is proven: epochs are tied together by starts and stops, and a plan may cost less than the share in some of them, but not in all together.'}${left.length === 0 ? '' : ` Not drawn for want of a feasible plan: ${left.map(({ method }) => oneLine(method)).join(', ')}.`}</p>\n`,
      markup`<details><summary>Cost by epoch as a table</summary>
${table({
  caption: `USD by epoch; the sums are bills${hasDemand ? ' without demand charges' : ''}, and the bound${hasDemand ? ' with them' : ''}.`,
  columns: [
    { head: 'Epoch' },
    ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
    ...(shares === null ? [] : [{ head: 'Bound’s share', numeric: true }]),
  ],
  rows: Array.from({ length: epochCount }, (_, t) => [
    String(t),
    ...methods.map(({ costByEpochUsd }) => quantity(money(costByEpochUsd[t]))),
    ...(shares === null ? [] : [quantity(money(shares[t]))]),
  ]),
  foot: [
    'Sum',
    ...methods.map(({ costByEpochUsd }) => quantity(money(sum(costByEpochUsd)))),
    ...(shares === null ? [] : [quantity(money(sum(shares)))]),
  ],
})}</details>\n`,
    ],
  };
}

/** Convergence against the bound, over time or steps, of the methods that draw at random. */
function convergenceOf({ convergence, bounds }: GeoComparisonRecord): ComparePage['convergence'] {
  const { methods } = convergence;
  const level = bounds[0]?.bound ?? null;
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  const costs = drawn.filter((cost) => cost !== null);
  const money = moneyColumn([...costs, level]);
  if (methods.length === 0) return null;
  return {
    chart: () => ({
      id: 'convergence',
      title: `Thick lines: median cost of each method’s best plan; thin lines: least and greatest over the trials${level === null ? '' : '; dashed: the proven bound'}.`,
      yOf: (cost) => cost,
      before: null,
      yAxis: {
        type: 'value',
        ...rangeOf([...costs, ...(level === null ? [] : [level])]),
        name: 'USD over the horizon',
        axisLabel: { formatter: (cost: number) => typeset(String(Number(cost.toPrecision(6)))) },
      },
      ...(level === null ? {} : { level: { name: 'proven lower bound', values: [level] } }),
    }),
    caption: () =>
      markup`Methods that draw; the others give one plan when they are done. Thick: median over the trials, from where half of them have a plan; thin: least, and greatest from where all have one. ${level === null ? 'There is no bound to draw.' : ''}`,
    table: 'Median cost in USD over the trials by',
    cell: (cost) => quantity(money(cost), 'no plan'),
  };
}

/** Range of an axis that holds all values, with ends and about five marks at round numbers. */
export function rangeOf(values: readonly number[]): {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
} {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.max(most - least, 1e-3 * Math.max(Math.abs(most), Math.abs(least)), 1e-9);
  const interval = roundStep(width / 5);
  const min = interval * Math.floor(least / interval + 1e-9);
  const max = interval * Math.ceil(most / interval - 1e-9);
  return { min, max: max > min ? max : min + interval, interval };
}
