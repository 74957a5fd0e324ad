import { currencyOf } from '../../../../../models/units.js';
import { countOf, significant } from '../../../../reports/format.js';
import { markup, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import { INK, PURPLE } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { Values } from '../time-bins.js';
import {
  clockOf,
  durationText,
  momentText,
  pointsOf,
  spendingUnit,
  timeName,
  type UtilityReportRequest,
} from './page-input.js';
import { smallMultiples } from './small-multiples.js';

/** Names of the two lines of each chart. */
const [CHARGED, BOUND] = ['charged', 'of the bound'] as const;

/**
 * Returns the section on the prices of energy and nodes that the policy charged, hour by hour, beside the dual values
 * of the bound.
 */
export function chargedSection({ instance, model, record: { result }, figures }: UtilityReportRequest): SectionOptions {
  const head = { id: 'charged', title: 'Prices that the policy charged' };
  const { energy, charged, lines, columns, pools } = figures;
  if (energy === null) return { ...head, body: [absent('nothing was simulated')] };
  const currency = currencyOf(instance);
  const spending = spendingUnit(model, currency);
  const isOfCost = model.charging !== undefined;
  const clock = clockOf(model);
  const atBound = isOfCost ? result.utilityPerUsd : result.utilityPerMJ;
  const line = (name: string, values: Values, borderS: readonly number[] = columns.borderS): Series => ({
    name,
    colour: name === CHARGED ? PURPLE : INK,
    dashed: name !== CHARGED,
    plain: true,
    points: pointsOf(clock, borderS, values),
  });
  /** What runs pay beside the price of energy; empty without limits of power. */
  const onTop =
    model.powerRows === undefined ? '' : '; power is priced where a limit of it is full, which is not drawn';
  return { ...head, body: [energyPrice(), ...nodePrices(), ...overTime()] };

  function energyPrice(): Markup {
    const learnt = spending.per(energy!.utilityPerMJ);
    const heading = markup`<h3>Of energy</h3>\n`;
    if (learnt.every((value) => value === null)) {
      if (charged === null) return markup`${heading}${absent('this policy puts no price on energy')}`;
      const hasBudget = model.days.some(({ budgetJ }) => budgetJ < Infinity);
      const why = hasBudget ? 'energy could not run out' : 'no day has a budget';
      return markup`${heading}${absent(`${why}${onTop}`)}`;
    }
    const proven: Series[] =
      atBound === null
        ? []
        : [
            {
              name: BOUND,
              colour: INK,
              dashed: true,
              plain: true,
              points: [model.measuredFromS, model.endS].map((atS) => [atS / clock.seconds, atBound] as const),
            },
          ];
    return markup`${heading}${seriesChart({
      id: 'energy-price',
      title: 'Lines over time: price of energy of the policy, and the constant price that proves the bound.',
      xName: timeName(clock),
      yName: `utility per ${spending.unit}`,
      series: [...proven, line(CHARGED, learnt, lines.borderS)],
      fromZero: true,
    })}
<p class="caption">Utility per ${spending.unit} that a run must earn which takes next to none of the energy left, beside what its time is worth; a run that takes much of it pays half of the rise that it causes as well${onTop}. Energy is free in a part of a day without a budget, such as that before the first midnight, and where it cannot run out.${atBound === null ? NOTHING : ` The price that proves the bound, ${significant(atBound, 4)}, is one for the whole measured time and knows all arrivals: charging more than it leaves energy for later, charging less spends it on less.`}</p>\n`;
  }

  function nodePrices(): Content[] {
    if (charged === null) return [];
    const { meanPerNodeH, boundPerNodeH, utilityPerNodeH } = charged;
    const heading = markup`<h3>Of nodes</h3>\n`;
    if (meanPerNodeH.every((value) => value === null)) return [heading, absent('too few tasks arrived to price nodes')];
    const isMany = pools.length > 1;
    const panels = pools.map((pool, j) => ({
      name: pool.name,
      lines: [
        ...(pool.utilityPerNodeH === null ? [] : [line(BOUND, pool.utilityPerNodeH)]),
        line(CHARGED, utilityPerNodeH[j]!),
      ],
    }));
    return [
      heading,
      seriesChart({
        id: 'node-price',
        title: 'Lines over time: price of a node that the policy charged and that of the bound, means over all nodes.',
        xName: timeName(clock),
        yName: 'utility per node-hour',
        series: [...(boundPerNodeH === null ? [] : [line(BOUND, boundPerNodeH)]), line(CHARGED, meanPerNodeH)],
        fromZero: true,
      }),
      markup`<p class="caption">Utility per node-hour, mean over all nodes; a point is ${durationText(columns.lengthS)}. The policy has one price of a pool for the rest of the day, found from the tasks that had arrived; that of the bound changes with the time and knows all arrivals.</p>\n`,
      ...(isMany
        ? [
            smallMultiples({
              id: 'node-price-pools',
              title: 'Small panels, one for each pool, on equal axes: price of a node charged, and that of the bound.',
              xName: timeName(clock),
              panels,
            }),
            markup`<p class="caption">The same by pool, utility per node-hour: charged (solid)${boundPerNodeH === null ? NOTHING : ', and of the bound (dashed)'}.${figures.morePools === 0 ? NOTHING : ` ${countOf(figures.morePools, 'smaller pool', ['is', 'are'])} left out.`}</p>\n`,
          ]
        : []),
    ];
  }

  function overTime(): Content[] {
    if (charged === null) return [];
    const perUnit = spending.per(charged.utilityPerMJ);
    const left = spending.of(charged.leftMJ);
    const cell = (value: number | null | undefined): Content =>
      value == null ? '–' : quantity({ digits: significant(value, 4), unit: '' });
    return [
      markup`<details><summary>Prices, energy and drops over time as a table</summary>
${table({
  caption: `Prices, energy and drops; a line is ${durationText(columns.lengthS)}.${atBound === null ? '' : ` The price of energy of the bound is ${significant(atBound, 4)} utility per ${spending.unit} throughout the measured time.`}`,
  columns: [
    { head: `From, ${clock.unit}` },
    { head: `Price of energy, utility per ${spending.unit}`, numeric: true },
    { head: 'Node charged, utility per node-hour', numeric: true },
    { head: 'Node by the bound, utility per node-hour', numeric: true },
    { head: 'Drawn, MJ', numeric: true },
    { head: `Budget not committed at the end, ${spending.unit}`, numeric: true },
    { head: 'Tasks dropped', numeric: true },
  ],
  rows: columns.borderS
    .slice(0, -1)
    .map((fromS, b): Content[] => [
      momentText(clock, fromS),
      cell(perUnit[b]),
      cell(charged.meanPerNodeH[b]),
      cell(charged.boundPerNodeH?.[b]),
      cell(charged.drawnMJ[b]),
      cell(left[b]),
      String(charged.dropped[b]),
    ]),
})}</details>\n`,
    ];
  }
}
