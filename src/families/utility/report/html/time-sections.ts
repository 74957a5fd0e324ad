import { J_PER_MJ, currencyOf } from '../../../../../models/units.js';
import { type Shown, significant, inUnit, joules } from '../../../../reports/format.js';
import { counted, markup, NOTHING, quantity, type Content } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, MUTED, ORANGE, PURPLE, VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { Values } from '../page-figures.js';
import {
  clockOf,
  durationText,
  meansText,
  momentText,
  pointsOf,
  spendingUnit,
  timeName,
  type UtilityReportRequest,
} from './page-input.js';

/** Text of a section that has no values because no events were simulated. */
const NO_EVENTS = 'nothing was simulated';

/**
 * Returns the section on the utility earned over time, with the starting utility of arriving tasks and the mean dual
 * value of a node.
 */
export function earnedSection({ model, record, figures }: UtilityReportRequest): SectionOptions {
  const head = { id: 'earned', title: 'Utility earned over the day' };
  const { earnedPerH, arrivingPerH, meanUtilityPerNodeH: price, lines } = figures;
  if (earnedPerH === null || arrivingPerH === null) return { ...head, body: [absent(NO_EVENTS)] };
  const clock = clockOf(model);
  const line = (name: string, colour: string, values: Values, dashed = false): Series => ({
    name,
    colour,
    dashed,
    plain: true,
    points: pointsOf(clock, lines.borderS, values),
  });
  const measuredAt = momentText(clock, model.measuredFromS);
  return {
    ...head,
    body: [
      seriesChart({
        id: 'earned-chart',
        title:
          'Two lines over time: utility earned per hour by what runs, and starting utility per hour of the tasks that arrive.',
        xName: timeName(clock),
        yName: 'utility per hour',
        series: [
          line('arrives (starting utility)', MUTED, arrivingPerH, true),
          line('earned by what runs', BLUE, earnedPerH),
        ],
        fromZero: true,
      }),
      markup`<p class="caption">Utility per hour, over ${durationText(lines.lengthS)} a point; what a task earns is spread over its execution. The measured time begins at ${measuredAt} ${clock.unit}.</p>\n`,
      ...(price === null || record.bound === null
        ? []
        : [
            markup`<h3>What one more node is worth, by the bound</h3>\n`,
            seriesChart({
              id: 'price-chart',
              title: 'A line over time: price of a node by the bound, the mean over all nodes.',
              xName: timeName(clock),
              yName: 'utility per node-hour',
              series: [line('mean over all nodes', VERMILLION, price)],
              fromZero: true,
            }),
            markup`<p class="caption">Price of a node in utility per node-hour, only within the measured time: high where the bound finds nodes scarce, 0 where there are enough of them. By pool: <a href="#prices">section on prices</a>.</p>\n`,
          ]),
    ],
  };
}

/**
 * Returns the section on the energy used since the day began, or on its cost if the budget is of money. It shows the
 * energy drawn, the energy that decided tasks will still draw, and the constant use of the budget for comparison.
 */
export function energySection({ instance, model, record: { result }, figures }: UtilityReportRequest): SectionOptions {
  const currency = currencyOf(instance);
  const spending = spendingUnit(model, currency);
  const isOfCost = model.charging !== undefined;
  const head = { id: 'energy', title: isOfCost ? 'Money spent against goal' : 'Energy spent against goal' };
  const { energy, lines } = figures;
  if (energy === null) return { ...head, body: [absent(NO_EVENTS)] };
  const isDrawn = energy.consumedMJ.concat(energy.committedMJ).some((value) => (value ?? 0) > 0);
  if (!isDrawn && model.days.every(({ budgetJ }) => budgetJ === Infinity)) {
    return { ...head, body: [absent('no task draws energy, and there is no budget')] };
  }
  const clock = clockOf(model);
  const budgeted = model.days.filter(({ budgetJ }) => budgetJ < Infinity);
  // A gap between days: each spends a budget of its own.
  const goal: Series['points'] = budgeted.flatMap(({ startS, endS, budgetJ }) => [
    [startS / clock.seconds, 0] as const,
    [endS / clock.seconds, spending.of([budgetJ / J_PER_MJ])[0] ?? null] as const,
    [endS / clock.seconds, null] as const,
  ]);
  return {
    ...head,
    body: [
      seriesChart({
        id: 'energy-chart',
        title: `Lines over time: ${isOfCost ? 'cost of the energy' : 'energy'} drawn since the day began, the same with what running and fixed tasks will draw, and the goal of spending the budget evenly.`,
        xName: timeName(clock),
        yName: isOfCost ? `cost of the day, ${currency}` : 'energy of the day, MJ',
        series: [
          ...(goal.length === 0
            ? []
            : [{ name: 'goal: evenly', colour: INK, dashed: true, plain: true, points: goal }]),
          {
            name: 'with what is fixed',
            colour: ORANGE,
            plain: true,
            points: pointsOf(clock, lines.borderS, spending.of(energy.committedMJ)),
          },
          {
            name: 'drawn',
            colour: BLUE,
            plain: true,
            points: pointsOf(clock, lines.borderS, spending.of(energy.consumedMJ)),
          },
        ],
        fromZero: true,
      }),
      markup`<p class="caption">${isOfCost ? 'Cost of the energy' : 'Energy'} since the last midnight, ${spending.unit}. Fixed: what running and fixed tasks will still draw in the day besides. ${goal.length === 0 ? 'No day has a budget.' : 'The goal spends the budget at the same rate all day.'} ${meansText(figures, model)}</p>\n`,
      table({
        caption: 'Energy by day, as the checker found it.',
        columns: [
          { head: 'From' },
          { head: 'To', numeric: true },
          { head: 'Drawn', numeric: true },
          ...(result.costUsd === null ? [] : [{ head: 'Cost', numeric: true }]),
          { head: 'Budget', numeric: true },
          { head: 'Left', numeric: true },
        ],
        rows: model.days.map(({ startS, endS, budgetJ }, d): Content[] => {
          const drawnJ = result.energyJ?.[d] ?? null;
          return [
            `${momentText(clock, startS)} ${clock.unit}${d === model.days.length - 1 ? ' (measured)' : ''}`,
            `${momentText(clock, endS)} ${clock.unit}`,
            quantity(joules(drawnJ)),
            ...(result.costUsd === null ? [] : [quantity(inUnit(result.costUsd[d], 'USD', { currency }))]),
            ...(isOfCost ? costBudget(d) : [quantity(joules(budgetJ)), quantity(leftOf(budgetJ, drawnJ))]),
          ];
        }),
      }),
    ],
  };

  function leftOf(budgetJ: number, drawnJ: number | null): Shown | null {
    return drawnJ === null || budgetJ === Infinity ? null : joules(budgetJ - drawnJ);
  }

  function costBudget(d: number): Content[] {
    const budget = result.costBudgetUsd[d] ?? null;
    const spent = result.costUsd?.[d] ?? null;
    return [
      quantity(inUnit(budget, 'USD', { currency })),
      quantity(budget === null || spent === null ? null : inUnit(budget - spent, 'USD', { currency })),
    ];
  }
}

/** States in which the chart counts tasks between arrival and end, with their colours. */
const STATES = [
  { key: 'waiting', name: 'waiting', colour: VERMILLION },
  { key: 'postponed', name: 'postponed to midnight', colour: PURPLE },
  { key: 'fixed', name: 'fixed, not begun', colour: ORANGE },
  { key: 'running', name: 'running', colour: GREEN },
] as const;

/** Returns the section on how many tasks wait, are postponed to midnight, are scheduled but not started, and run. */
export function queueSection({ model, record: { series }, figures }: UtilityReportRequest): SectionOptions {
  const head = { id: 'queues', title: 'Tasks waiting and running' };
  const { queues, lines } = figures;
  if (queues === null || series === null) return { ...head, body: [absent(NO_EVENTS)] };
  const clock = clockOf(model);
  const seen = STATES.filter(({ key }) => queues[key].some((value) => (value ?? 0) > 0));
  const never = STATES.filter((state) => !seen.includes(state)).map(({ name }) => name);
  const shown = seen.length === 0 ? STATES : seen;
  return {
    ...head,
    body: [
      seriesChart({
        id: 'queue-chart',
        title: `Lines over time: number of tasks ${shown.map(({ name }) => name).join(', ')}.`,
        xName: timeName(clock),
        yName: 'tasks',
        series: shown.map(({ key, name, colour }) => ({
          name,
          colour,
          plain: true,
          points: pointsOf(clock, lines.borderS, queues[key]),
        })),
        fromZero: true,
      }),
      markup`<p class="caption">Tasks once the decisions of an event are taken. ${meansText(figures, model)}${never.length === 0 || seen.length === 0 ? NOTHING : ` Never: ${never.join(', ')}.`}</p>\n`,
      table({
        caption: 'Over all mapping events, not the means drawn.',
        columns: [{ head: 'Tasks' }, { head: 'Mean', numeric: true }, { head: 'Most', numeric: true }],
        rows: STATES.map(({ key, name }): Content[] => {
          const values = series[key];
          const sum = values.reduce((total, value) => total + value, 0);
          const mean = values.length === 0 ? 0 : sum / values.length;
          const most = values.reduce((greatest, value) => Math.max(greatest, value), 0);
          return [name, quantity({ digits: significant(mean, 4), unit: '' }), counted(most, '', '').trim()];
        }),
      }),
    ],
  };
}
