import { S_PER_H } from '../../../../../models/units.js';
import {
  balance,
  BEST,
  ENDED,
  GAP,
  LEFT_OUT,
  METHOD,
  numeric,
  percentRows,
  roundStep,
  SEED,
  STEPS,
  TIME,
} from '../../../../reports/compare/page.js';
import type { ComparePage } from '../../../../reports/compare/report.js';
import { gapPercent, oneLine, seconds } from '../../../../reports/format.js';
import { interval } from '../../../../reports/html/interval.js';
import { intervalChart } from '../../../../reports/html/interval-chart.js';
import {
  counted,
  figure,
  markup,
  nameOf,
  NOTHING,
  quantity,
  typeset,
  type Markup,
} from '../../../../reports/html/markup.js';
import { INK, seriesColour } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type {
  GeoCommonBound,
  GeoCompareRun,
  GeoComparisonRecord,
  GeoDifference,
  GeoSummary,
} from '../../studies/compare/comparison.js';
import {
  billColumn,
  feasibleText,
  kilogramColumn,
  kilowattHourColumn,
  runFeasibleText,
  sharePercent,
  showsCarbon,
  sourceText,
} from '../compare-format.js';
import { moneyColumn, usd } from '../format.js';
import { costBars } from './cost-bars.js';
import { stepped } from './small-panels.js';

type Page = ComparePage<GeoCompareRun, GeoSummary, GeoDifference, GeoCommonBound>;

/** The page of a comparison of geo methods. */
export function geoComparePage(record: GeoComparisonRecord): Page {
  const { boundScope, bounds, epochCount } = record;
  const [bound] = bounds;
  return {
    kind: 'geo methods compared',
    on: ` over ${counted(epochCount, 'epoch')}`,
    result: billBars(record),
    methods: methodTable(record),
    caption: markup`Every plan is judged by the independent checker: “feasible” means that it found every task served and no limit violated, and costs are what it bills, cooling by the rooms’ own temperatures. The bound is the greatest of all certificates found, here by ${bound === undefined ? 'nobody' : sourceText(bound.source)}; gaps are shares of it. With CUP: cost against bound with the cooling of Eq. 43. ${boundScope === '' ? '' : `The bound covers ${oneLine(boundScope)}.`} CPU: processor time of the whole run, its share of the checker included; the linear program proves its bounds in that time. Methods that draw nothing are run once. “Best” counts the trials in which no other plan is cheaper.`,
    sections: [epochSection(record)],
    convergence: convergenceOf(record),
    differences: differencesOf(record),
    runsTitle: 'Bound and runs',
    bounds: boundTable(bound),
    runs: runTable(record),
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

function methodTable(record: GeoComparisonRecord): Page['methods'] {
  const { summary, bounds, runs } = record;
  const [bound] = bounds;
  const [bill, kwh, kg] = [billColumn(record), kilowattHourColumn(record), kilogramColumn(record)];
  const hasIntervals = summary.some(({ objective }) => objective?.interval != null);
  const carbon = showsCarbon(record);
  return {
    caption: 'Means over the feasible plans of each method, and what is proven of all plans.',
    columns: [
      METHOD,
      { head: 'Feasible (checked)', of: (one) => feasibleText(one, runs) },
      numeric('Cost, USD', ({ method, objective }) => figure(`objective.${method}`, objective?.mean, bill)),
      ...(hasIntervals
        ? [numeric('95 % interval', ({ objective }: GeoSummary) => interval(objective?.interval ?? null, bill))]
        : []),
      numeric('Gap', ({ method, gap }) => figure(`gap.${method}`, gap?.mean, gapPercent)),
      numeric('Gap with CUP', ({ method, gapByCup }) => figure(`gapByCup.${method}`, gapByCup?.mean, gapPercent)),
      numeric('Grid, kWh', ({ method, gridKwh }) => figure(`gridKwh.${method}`, gridKwh?.mean, kwh)),
      ...(carbon
        ? [
            numeric('Carbon, kg', ({ method, carbonKg }: GeoSummary) =>
              figure(`carbonKg.${method}`, carbonKg?.mean, kg),
            ),
          ]
        : []),
      numeric('CPU', ({ cpuS }) => quantity(seconds(cpuS?.mean))),
      BEST,
    ],
    foot: [
      ...['Proven bound', ''],
      figure('bound', bound?.bound, bill, noBound(bound)),
      ...(hasIntervals ? [''] : []),
      ...['', '', ''],
      ...(carbon ? [''] : []),
      quantity(seconds(bound?.cpuS)),
      '',
    ],
  };
}

function noBound(bound: GeoCommonBound | undefined): string {
  return bound?.infeasibility === undefined ? 'none' : 'no plan is feasible';
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
function convergenceOf({ convergence, bounds }: GeoComparisonRecord): Page['convergence'] {
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
      markup`Methods that draw; the others give one plan when they are done. Thick: median over the trials, from where half of them have a plan; thin: least, and greatest from where all have one. ${level === null ? 'There is no bound to draw.' : ''} Values on the way are the method’s own, the last one of each run is the checker’s.`,
    table: 'Median cost in USD over the trials by',
    cell: (cost) => quantity(money(cost), 'no plan'),
  };
}

/** Differences of each method to the reference: what the thesis calls a reduction, with its sign turned. */
function differencesOf({ differences, reference }: GeoComparisonRecord): Page['differences'] {
  const money = moneyColumn(differences.map(({ objective }) => objective?.mean));
  const rows = percentRows(differences, ({ ofReference }) => ofReference);
  return {
    title: `Against ${oneLine(reference)}`,
    chart:
      rows.length === 0
        ? NOTHING
        : intervalChart({
            id: 'paired-differences',
            title:
              'Points: mean difference of each method to the reference, with 95 % intervals where methods draw; the dashed line is no difference.',
            axis: `% of the cost of ${oneLine(reference)} more`,
            rows,
            mark: 0,
          }),
    table: {
      caption: `Cost less that of ${oneLine(reference)} in the same trial, negative where cheaper, with 95 % intervals. Trials in which only one of the two has a feasible plan are left out and counted.`,
      columns: [
        METHOD,
        numeric('USD', ({ method, objective }) => figure(`difference.${method}`, objective?.mean, money)),
        numeric('95 % interval', ({ objective }) => interval(objective?.interval ?? null, money)),
        numeric('Share', ({ ofReference }) => quantity(sharePercent(ofReference?.mean))),
        numeric('Dearer / cheaper / same', ({ objective }) => balance(objective)),
        LEFT_OUT,
      ],
    },
  };
}

function boundTable(bound: GeoCommonBound | undefined): Page['bounds'] {
  return {
    caption: 'The proven bound, whose certificate it is, and how long its own run took.',
    columns: [
      { head: 'Certificate of', of: ({ source }) => sourceText(source) },
      numeric('Lower bound', (own) => quantity(usd(own.bound), noBound(bound))),
      numeric('With CUP', ({ boundByCupUsd }) => quantity(usd(boundByCupUsd), noBound(bound))),
      TIME,
      numeric('CPU', ({ cpuS }) => quantity(seconds(cpuS))),
    ],
  };
}

function runTable(record: GeoComparisonRecord): Page['runs'] {
  const [bill, kwh, kg] = [billColumn(record), kilowattHourColumn(record), kilogramColumn(record)];
  return {
    caption: 'Every run. Costs and energies are those of the plan returned, whether it keeps the limits or not.',
    columns: [
      METHOD,
      SEED,
      { head: 'Feasible (checked)', of: runFeasibleText },
      numeric('Cost, USD', ({ costUsd }) => quantity(bill(costUsd))),
      GAP,
      numeric('Grid, kWh', ({ gridKwh }) => quantity(kwh(gridKwh))),
      ...(showsCarbon(record) ? [numeric('Carbon, kg', ({ carbonKg }: GeoCompareRun) => quantity(kg(carbonKg)))] : []),
      TIME,
      numeric('CPU', ({ cpuS }) => quantity(seconds(cpuS))),
      STEPS,
      ENDED,
    ],
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
