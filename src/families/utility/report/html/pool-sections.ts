import { S_PER_H, currencyOf } from '../../../../../models/units.js';
import { countOf, inUnit, significant } from '../../../../reports/format.js';
import { markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import type { Values } from '../page-figures.js';
import { heatMap } from '../../../../reports/html/heat-map.js';
import { clockOf, durationText, momentText, timeName, type UtilityReportRequest } from './page-input.js';

/** Word for the nodes of a pool in each environment, in the plural. */
const NODES = { serial: 'machines', parallel: 'nodes', preemptive: 'cores' } as const;

/** Returns the section that shows the fraction of busy nodes of each pool over time. */
export function occupancySection(input: UtilityReportRequest): SectionOptions {
  const { model, figures } = input;
  const head = { id: 'occupancy', title: 'Occupancy of the pools' };
  const { pools } = figures;
  if (pools.some(({ busy }) => busy === null)) return { ...head, body: [absent('nothing was simulated')] };
  const what = NODES[model.environment];
  return {
    ...head,
    body: [
      strip(input, {
        id: 'occupancy-strip',
        title: `Coloured cells, a row for each pool and a column for each stretch of time: share of its ${what} that are busy.`,
        values: pools.map(({ busy }) => busy!.map((share) => (share === null ? null : 100 * share))),
        max: 100,
      }),
      markup`<p class="caption">Colours: busy ${what} in % of those of the pool, mean of the mapping events in a column; a column is ${durationText(figures.columns.lengthS)}.${omitted(input)}</p>\n`,
      table({
        caption: `Busy ${what}, mean over the columns above.`,
        columns: [{ head: 'Pool' }, { head: `Its ${what}`, numeric: true }, { head: 'Busy', numeric: true }],
        rows: pools.map(({ name, nodes, busy }): Content[] => {
          const mean = meanOf(busy!);
          return [
            nameOf(name),
            String(nodes),
            quantity(mean === null ? null : { digits: (100 * mean).toFixed(1), unit: '%' }),
          ];
        }),
      }),
    ],
  };
}

/** Returns text on the marginal value of the energy or money budget, from the dual values of the bound. */
function energyWorth(utilityPerMJ: number | null, utilityPerUsd: number | null, currency: string): Content {
  if (utilityPerMJ !== null) {
    return markup`One more MJ of budget in the measured time raises the bound by at most ${quantity(inUnit(utilityPerMJ, 'utility/MJ'))}.`;
  }
  if (utilityPerUsd !== null) {
    const worth = quantity(inUnit(utilityPerUsd, 'utility/USD', { currency }));
    return markup`One more ${currency} of budget in the measured time raises the bound by at most ${worth}.`;
  }
  return markup`The measured time has no budget, so that energy has no price.`;
}

/**
 * Returns the section on the marginal values of one more node, by time, and of one more MJ or USD of budget. They are
 * dual values of the bound.
 */
export function priceSection(input: UtilityReportRequest): SectionOptions {
  const { instance, model, figures, record } = input;
  const head = {
    id: 'prices',
    title: `What one more node and one more ${model.charging === undefined ? 'MJ' : currencyOf(instance)} are worth`,
  };
  const { pools } = figures;
  if (record.bound === null) return { ...head, body: [absent('this run proves no bound')] };
  const clock = clockOf(model);
  const { columns } = figures;
  const inside = columns.borderS.flatMap((fromS, t) =>
    t + 1 < columns.borderS.length && fromS >= model.measuredFromS ? [t] : [],
  );
  const prices = pools.map(({ utilityPerNodeH }) => utilityPerNodeH!);
  const most = Math.max(0, ...prices.flat().map((price) => price ?? 0));
  const { utilityPerMJ } = record.result;
  const { utilityPerUsd } = record.bound;
  return {
    ...head,
    body: [
      markup`<p>${energyWorth(utilityPerMJ, utilityPerUsd, currencyOf(instance))} These are the prices that prove the bound: with n more units it rises by at most n times the price, as long as no task gains an option that there was no room for before. What a scheduler makes of them is for a run to tell.</p>\n`,
      ...(most > 0
        ? priceStrip()
        : [markup`<p>No node has a price: all of them together are more than the bound can use.</p>\n`]),
      table({
        caption: 'By how much one more node raises the bound at most, by pool.',
        columns: [
          { head: 'Pool' },
          { head: 'Whole measured time, utility', numeric: true },
          { head: 'Mean, utility per node-hour', numeric: true },
          { head: 'Most, utility per node-hour', numeric: true },
          { head: `Most from, ${clock.unit}`, numeric: true },
        ],
        rows: pools.map(({ name, utilityPerNodeH }): Content[] => {
          const values = utilityPerNodeH!;
          const lengthH = (t: number): number => (columns.borderS[t + 1]! - columns.borderS[t]!) / S_PER_H;
          const whole = inside.reduce((sum, t) => sum + (values[t] ?? 0) * lengthH(t), 0);
          const best = inside.reduce((a, t) => ((values[t] ?? 0) > (values[a] ?? 0) ? t : a), inside[0]!);
          const hours = (model.endS - model.measuredFromS) / S_PER_H;
          return [
            nameOf(name),
            number(whole),
            number(whole / hours),
            number(values[best] ?? 0),
            (values[best] ?? 0) > 0 ? momentText(clock, columns.borderS[best]!) : '–',
          ];
        }),
      }),
    ],
  };

  function priceStrip(): Content[] {
    return [
      strip(
        input,
        {
          id: 'price-strip',
          title:
            'Coloured cells, a row for each pool and a column for each stretch of the measured time: worth of one more node.',
          values: prices.map((values) => inside.map((t) => values[t]!)),
          max: most,
        },
        inside,
      ),
      markup`<p class="caption">Colours: by how much one more node of a pool raises the bound at most, utility per node-hour; a column is ${durationText(columns.lengthS)} of the measured time.${omitted(input)}</p>\n`,
    ];
  }
}

interface Strip {
  readonly id: string;
  readonly title: string;
  /** Values of the heat map's cells, [pool][column]. */
  readonly values: readonly Values[];
  readonly max: number;
}

/**
 * Returns a heat map with one row for each pool.
 *
 * @param shown indices of the columns to show; all if absent
 */
function strip({ model, figures }: UtilityReportRequest, { id, title, values, max }: Strip, shown?: number[]): Markup {
  const clock = clockOf(model);
  const { borderS } = figures.columns;
  const columns = shown ?? Array.from({ length: borderS.length - 1 }, (_, t) => t);
  return heatMap({
    id,
    title,
    xName: timeName(clock),
    columns: columns.map((t) => momentText(clock, borderS[t]!)),
    rows: figures.pools.map(({ name }, j) => ({ name, values: values[j]! })),
    scale: { min: 0, max },
  });
}

function omitted({ figures: { morePools } }: UtilityReportRequest): Content {
  return morePools === 0 ? NOTHING : ` ${countOf(morePools, 'smaller pool', ['is', 'are'])} left out.`;
}

function meanOf(values: Values): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function number(value: number): Markup {
  return quantity({ digits: significant(value, 4), unit: '' });
}
