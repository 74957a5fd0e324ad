import type { GeoComparisonRecord } from '../../studies/compare/record.js';
import { oneLine, seconds, significant } from '../../../../reports/format.js';
import { moneyColumn } from '../format.js';
import { absent } from '../../../../reports/html/section.js';
import { markup, nameOf, quantity, typeset } from '../../../../reports/html/markup.js';
import { INK, seriesColour } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { spreadChart } from '../../../../reports/html/spread-chart.js';
import { table } from '../../../../reports/html/table.js';
import { stepped } from './small-panels.js';

/** Cost by epoch of every method: the thesis' Fig. 4.2, with what the bound says of it. */
export function geoEpochSection(record: GeoComparisonRecord): SectionOptions {
  const head = { id: 'epochs', title: 'Cost by epoch' };
  const methods = record.summary.flatMap(({ method, plans, costByEpochUsd }) =>
    costByEpochUsd === null ? [] : [{ method, plans, costByEpochUsd }],
  );
  if (methods.length === 0) return { ...head, body: [absent('no run ended with a feasible plan')] };
  const shares = record.bound?.byEpochUsd ?? null;
  const { epochCount, epochS } = record;
  const boundsH = Array.from({ length: epochCount + 1 }, (_, t) => (t * epochS) / 3600);
  const money = moneyColumn([...methods.flatMap((one) => one.costByEpochUsd), ...(shares ?? [])]);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const lines: Series[] = methods.map(({ method, costByEpochUsd }) => ({
    name: oneLine(method),
    colour: seriesColour(record.methods.indexOf(method)),
    plain: true,
    points: stepped(boundsH, costByEpochUsd),
  }));
  const left = record.summary.filter(({ costByEpochUsd }) => costByEpochUsd === null);
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

/** What drawing methods found over time or steps, against the bound. */
export function geoConvergenceSection({ convergence, bound, summary }: GeoComparisonRecord): SectionOptions {
  const head = { id: 'convergence', title: 'Convergence against the bound' };
  const { axis, at, methods } = convergence;
  if (!summary.some(({ stochastic }) => stochastic)) {
    return { ...head, body: [absent('none of the methods searches by drawing: each gives one plan when it is done')] };
  }
  if (methods.length === 0) return { ...head, body: [absent('no run of a method that draws has a feasible plan')] };
  const level = bound?.bound ?? null;
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  const costs = drawn.filter((usd) => usd !== null);
  const range = rangeOf([...costs, ...(level === null ? [] : [level])]);
  const money = moneyColumn([...costs, level]);
  const every = Math.ceil(at.length / 12);
  const shown = [...at.keys()].filter((n) => n % every === 0 || n === at.length - 1);
  return {
    ...head,
    body: [
      spreadChart({
        id: 'convergence',
        title: `Thick lines: median cost of each method’s best plan; thin lines: least and greatest over the trials${level === null ? '' : '; dashed: the proven bound'}.`,
        xName: axis === 'seconds' ? 'seconds since the start of the run' : 'steps since the start of the run',
        at,
        lines: methods,
        yOf: (usd) => usd,
        before: null,
        yAxis: {
          type: 'value',
          ...range,
          name: 'USD over the horizon',
          axisLabel: { formatter: (usd: number) => typeset(String(Number(usd.toPrecision(6)))) },
        },
        ...(level === null ? {} : { level: { name: 'proven lower bound', values: [level] } }),
      }),
      markup`<p class="caption">Methods that draw; the others give one plan when they are done. Thick: median over the trials, from where half of them have a plan; thin: least, and greatest from where all have one. ${level === null ? 'There is no bound to draw.' : ''} Values on the way are the method’s own, the last one of each run is the checker’s.</p>\n`,
      markup`<details><summary>Convergence as a table</summary>
${table({
  caption: `Median cost in USD over the trials by ${axis === 'seconds' ? 'time' : 'steps'} since the start of the run.`,
  columns: [
    { head: axis === 'seconds' ? 'Time' : 'Steps' },
    ...methods.map(({ method }) => ({ head: nameOf(method), numeric: true })),
  ],
  rows: shown.map((n) => [
    quantity(axis === 'seconds' ? seconds(at[n]) : { digits: significant(at[n]!, 3), unit: '' }),
    ...methods.map(({ median }) => quantity(money(median[n]), 'no plan')),
  ]),
})}</details>\n`,
    ],
  };
}

/** About five round marks around all values. */
export function rangeOf(values: readonly number[]): {
  readonly min: number;
  readonly max: number;
  readonly interval: number;
} {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.max(most - least, 1e-3 * Math.max(Math.abs(most), Math.abs(least)), 1e-9);
  const power = 10 ** Math.floor(Math.log10(width / 5));
  const interval = power * ([1, 2, 5].find((factor) => factor * power >= (width / 5) * (1 - 1e-9)) ?? 10);
  const min = interval * Math.floor(least / interval + 1e-9);
  const max = interval * Math.ceil(most / interval - 1e-9);
  return { min, max: max > min ? max : min + interval, interval };
}
