import { J_PER_MJ } from '../../../../../models/units.js';
import { oneLine, shorten, significant, number } from '../../../../reports/format.js';
import { heatMap } from '../../../../reports/html/heat-map.js';
import { markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, INK, MUTED, seriesColour, VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { MonthFigures } from '../../runs/page/page-figures.js';
import { DAYS, energyUnitFor, type JobsReportRequest, lengthText, timeAxis } from './page-input.js';

/** Maximum number of characters of names in legends. */
const NAME = 24;

type OverTime = NonNullable<MonthFigures['overTime']>;
type Axis = ReturnType<typeof timeAxis>;

/** Returns the section on value, energy, waiting jobs and busy cores over time. */
export function timeSection({ figures: { overTime, firstDay } }: JobsReportRequest): SectionOptions {
  const head = { id: 'time', title: 'Value and energy over time' };
  if (overTime === null) return { ...head, body: [absent('there is no schedule')] };
  const axis = timeAxis(overTime.borderS.at(-1)!, firstDay);
  const { clock, ...across } = axis;
  const stretch = lengthText(overTime.lengthS);
  const unit = energyUnitFor(overTime.energyJ.at(-1)!);
  const most = overTime.waiting.reduce((greatest, one) => Math.max(greatest, one), 0);
  const weekends = axis.shaded === undefined ? '' : ' Shaded: weekends.';
  return {
    ...head,
    body: [
      seriesChart({
        id: 'value-chart',
        title: 'Two lines over time: value of all jobs that arrived until then, and value earned until then.',
        ...across,
        yName: 'value',
        series: [sums('arrived', MUTED, overTime.arrivedValue, true), sums('earned', BLUE, overTime.value)],
        fromZero: true,
      }),
      markup`<p class="caption">Value since the start of the period, a number without a unit. Dashed: what the jobs that arrived are worth at age 0. A job earns its value at its end.${weekends}</p>\n`,
      seriesChart({
        id: 'energy-chart',
        title: 'A line over time: energy drawn until then.',
        ...across,
        yName: `energy, ${unit.unit}`,
        series: [
          sums(
            'drawn',
            VERMILLION,
            overTime.energyJ.map((joules) => joules / unit.joules),
          ),
        ],
        fromZero: true,
      }),
      markup`<p class="caption">Energy since the start of the period, ${unit.unit}.</p>\n`,
      seriesChart({
        id: 'waiting-chart',
        title: 'A line over time: number of jobs that wait.',
        ...across,
        yName: 'jobs that wait',
        series: [means('waiting', GREEN, overTime.waiting)],
        fromZero: true,
      }),
      markup`<p class="caption">Jobs that have arrived, have not begun and were not dropped, mean over ${stretch}; at most ${significant(most, 3)}.</p>\n`,
      seriesChart({
        id: 'busy-chart',
        title: 'A line over time for each node type: share of its cores that jobs hold.',
        ...across,
        yName: 'busy cores, %',
        range: [0, 100],
        series: overTime.nodeTypes.map(({ name, cores, busyCores }, n) =>
          means(
            shorten(name, NAME),
            seriesColour(n),
            busyCores.map((busy) => (100 * busy) / cores),
          ),
        ),
      }),
      markup`<p class="caption">Cores that jobs hold, in % of those of the node type, mean over ${stretch}.${overTime.moreNodeTypes === 0 ? NOTHING : ` ${overTime.moreNodeTypes} smaller node types are left out.`}</p>\n`,
      busyTable(overTime),
    ],
  };

  function sums(name: string, colour: string, values: readonly number[], dashed = false): Series {
    const points = values.map((value, b) => [overTime!.borderS[b]! / clock.seconds, value] as const);
    return { name, colour, dashed, plain: true, points };
  }

  function means(name: string, colour: string, values: readonly (number | null)[]): Series {
    return meansLine(overTime!, axis, name, colour, values);
  }
}

/**
 * Returns a line through the means of intervals, each in the middle of its interval. Empty points at both ends make the
 * axis cover the whole time.
 */
function meansLine(
  { borderS }: OverTime,
  { clock }: Axis,
  name: string,
  colour: string,
  values: readonly (number | null)[],
): Series {
  const last = borderS.at(-1)! / clock.seconds;
  const middles = values.map((value, b) => [(borderS[b]! + borderS[b + 1]!) / 2 / clock.seconds, value] as const);
  return { name, colour, plain: true, points: [[0, null], ...middles, [last, null]] };
}

function busyTable({ nodeTypes, lengthS }: OverTime): Markup {
  return table({
    caption: 'Cores that jobs hold, over the whole time drawn.',
    columns: [
      { head: 'Node type' },
      { head: 'Cores', numeric: true },
      { head: 'Busy, mean', numeric: true },
      { head: `Most, mean of ${lengthText(lengthS)}`, numeric: true },
    ],
    rows: nodeTypes.map(({ name, cores, busyCores }): Content[] => {
      const sum = busyCores.reduce((total, busy) => total + busy, 0);
      const most = busyCores.reduce((greatest, busy) => Math.max(greatest, busy), 0);
      const part = (busy: number): Markup => quantity({ digits: ((100 * busy) / cores).toFixed(1), unit: '%' });
      return [nameOf(oneLine(name)), String(cores), part(sum / busyCores.length), part(most)];
    }),
  });
}

/** Texts on the schedules for which a bound holds, by kind of bound. */
const KINDS = { rigid: 'that no job is moved', malleable: 'that jobs may be moved at any moment' } as const;

/** Returns the section on the dual values of a core-hour in the bound, over time and by hour of the week. */
export function priceSection({ figures: { overTime, prices, firstDay } }: JobsReportRequest): SectionOptions {
  const head = { id: 'prices', title: 'What one more core is worth, and when' };
  if (overTime === null || prices === null) return { ...head, body: [absent('this run proves no bound')] };
  const { nodeTypes, kind } = prices;
  const all = nodeTypes.flatMap(({ perCoreH }) => perCoreH.flatMap((price) => (price === null ? [] : [price])));
  const intro = markup`<p>The prices that prove the bound, given ${KINDS[kind]}: with one more core for an hour it rises by at most so much. Where a price is 0 there are more cores than the bound can use; where it is high, cores are scarce.</p>\n`;
  if (!all.some((price) => price > 0)) {
    return {
      ...head,
      body: [intro, markup`<p>No hour has a price: all jobs together want no more cores than there are.</p>\n`],
    };
  }
  const axis = timeAxis(overTime.borderS.at(-1)!, firstDay);
  const { xName, marks, shaded } = axis;
  const byHour = nodeTypes.flatMap(({ byHourOfWeek }) => byHourOfWeek.flatMap((price) => price ?? []));
  const most = byHour.reduce((greatest, one) => Math.max(greatest, one), 0);
  // A period of less than a day has no hours of the week to compare.
  const strips = nodeTypes.every(({ byHourOfWeek }) => byHourOfWeek.filter((price) => price !== null).length > 24);
  return {
    ...head,
    body: [
      intro,
      seriesChart({
        id: 'price-chart',
        title: 'A line over time for each node type: price of a core-hour by the bound.',
        xName,
        marks,
        shaded,
        yName: 'value per core-hour',
        series: nodeTypes.map(({ name, perCoreH }, n) =>
          meansLine(overTime, axis, shorten(name, NAME), seriesColour(n), perCoreH),
        ),
        fromZero: true,
      }),
      markup`<p class="caption">Value per core-hour, mean over ${lengthText(overTime.lengthS)}.</p>\n`,
      ...(strips && most > 0 ? nodeTypes.flatMap(({ name, byHourOfWeek }, n) => strip(name, byHourOfWeek, n)) : []),
      table({
        caption: 'Price of a core-hour by the bound, value per core-hour, over the hours of the week in the period.',
        columns: [
          { head: 'Node type' },
          { head: 'Mean', numeric: true },
          { head: 'Most', numeric: true },
          { head: 'Most at' },
          { head: 'Least', numeric: true },
          { head: 'Least at' },
        ],
        rows: nodeTypes.map(({ name, byHourOfWeek }): Content[] => {
          const known = byHourOfWeek.flatMap((price, hour) => (price === null ? [] : [{ price, hour }]));
          const mean = known.reduce((sum, { price }) => sum + price, 0) / known.length;
          const sorted = known.toSorted((a, b) => b.price - a.price || a.hour - b.hour);
          const [first, last] = [sorted[0], sorted.at(-1)];
          if (first === undefined || last === undefined) return [nameOf(oneLine(name)), '–', '–', '–', '–', '–'];
          return [
            nameOf(oneLine(name)),
            bareNumber(mean),
            bareNumber(first.price),
            hourText(first.hour),
            bareNumber(last.price),
            hourText(last.hour),
          ];
        }),
      }),
    ],
  };

  function strip(name: string, byHourOfWeek: readonly (number | null)[], n: number): Content[] {
    return [
      markup`<h3>${nameOf(oneLine(name))}: price by hour of the week</h3>\n`,
      heatMap({
        id: `price-strip-${n}`,
        title: 'Coloured cells, a row for each day of the week and a column for each hour: mean price of a core-hour.',
        xName: 'hour of the day',
        columns: Array.from({ length: 24 }, (_, hour) => String(hour)),
        rows: DAYS.map((day, d) => ({ name: day, values: byHourOfWeek.slice(24 * d, 24 * (d + 1)) })),
        scale: { min: 0, max: most },
      }),
      markup`<p class="caption">Colours: value per core-hour, mean over the weeks of the period.</p>\n`,
    ];
  }
}

function hourText(hour: number): string {
  return `${DAYS[Math.floor(hour / 24)]!} ${String(hour % 24).padStart(2, '0')}:00`;
}

function bareNumber(value: number): Markup {
  return quantity({ digits: significant(value, 4), unit: '' });
}

/** Returns the section on value against energy: the upper bound on value at each energy, and the run's schedule. */
export function frontierSection({ record: { result }, figures: { frontier } }: JobsReportRequest): SectionOptions {
  const head = { id: 'frontier', title: 'Value against energy' };
  const { energyJ, objective, valueBoundAtEnergy: most, energyBoundForValueJ: leastJ } = result;
  if (frontier === null) return { ...head, body: [absent('this run proves no frontier')] };
  const mostJ = frontier.envelope.at(-1)![0];
  const top = frontier.envelope.at(-1)![1];
  const unit = energyUnitFor(mostJ);
  // A line is drawn up to where it leaves the picture, a little above the envelope.
  const lines = frontier.lines.flatMap(({ perJ, bound }): (readonly [number, number | null])[] => {
    const endJ = perJ > 0 ? Math.min(mostJ, (1.05 * top - bound) / perJ) : mostJ;
    return endJ <= 0 ? [] : [...lineTo(bound, perJ, endJ), [endJ / unit.joules, null]];
  });
  const own: Series[] =
    energyJ === null || objective === null
      ? []
      : [{ name: 'this schedule', colour: VERMILLION, points: [[energyJ / unit.joules, objective]] }];
  const distance =
    energyJ === null || objective === null || most === null || leastJ === null
      ? NOTHING
      : markup`<p>With the energy of this schedule no other can earn more than ${quantity(number(most))}: it earns ${quantity(share(objective, most))} of that. The value that it earns needs at least ${quantity({ digits: significant(leastJ / unit.joules, 5), unit: unit.unit })}: it draws ${quantity(energyJ > 0 && leastJ > 0 ? { digits: significant(energyJ / leastJ, 4), unit: 'times' } : null, 'nothing to compare')} that.</p>\n`;
  return {
    ...head,
    body: [
      seriesChart({
        id: 'frontier-chart',
        title: 'Value against energy: the lines that no schedule is above, the least of them, and this schedule.',
        xName: `energy, ${unit.unit}`,
        yName: 'value',
        series: [
          { name: 'proven lines', colour: MUTED, dashed: true, plain: true, points: lines },
          {
            name: 'no schedule is above',
            colour: INK,
            plain: true,
            points: frontier.envelope.map(([joules, value]) => [joules / unit.joules, value] as const),
          },
          ...own,
        ],
        fromZero: true,
      }),
      markup`<p class="caption">Dashed: one line per price of energy, each of which holds for every schedule. Value is a number without a unit.</p>\n`,
      distance,
      table({
        caption: 'Lines: value <= bound + price x energy.',
        columns: [
          { head: `Price of energy, value/MJ`, numeric: true },
          { head: 'Bound, value', numeric: true },
        ],
        rows: frontier.lines.map(({ perJ, bound }): Content[] => [
          bareNumber(perJ * J_PER_MJ),
          quantity(number(bound)),
        ]),
      }),
    ],
  };

  function lineTo(bound: number, perJ: number, endJ: number): (readonly [number, number])[] {
    return [
      [0, bound],
      [endJ / unit.joules, bound + perJ * endJ],
    ];
  }
}

function share(part: number, whole: number) {
  return whole > 0 ? { digits: ((100 * part) / whole).toFixed(2), unit: '%' } : null;
}
