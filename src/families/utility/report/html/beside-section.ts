import { W_PER_KW } from '../../../../../models/units.js';
import { celsius, countOf, joules, number, oneLine, percent, significant, watts } from '../../../../reports/format.js';
import { markup, nameOf, NOTHING, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import { BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { BesideFigures, DayFigures, DayLines } from '../beside-figures.js';
import type { Values } from '../page-figures.js';
import {
  type Clock,
  clockOf,
  durationText,
  momentText,
  pointsOf,
  timeName,
  type UtilityReportRequest,
} from './page-input.js';

/** Colours of the compared days, in order. The schedule itself is blue. */
const COLOURS = [ORANGE, GREEN, PURPLE, SKY] as const;

/** Returns the section that compares the schedule with days of the templates family; empty if there are none. */
export function besideSections(input: UtilityReportRequest): SectionOptions[] {
  const { beside } = input;
  if (beside === null) return [];
  return [
    {
      id: 'beside',
      title: 'The same day by other mappers',
      body: [
        lead(beside),
        inletChart(input, beside),
        powerChart(input, beside),
        earnedChart(input, beside),
        daysTable(input, beside),
      ],
    },
  ];
}

function lead({ instance, file, isSameWorth, days, lines }: BesideFigures): Markup {
  const worth = isSameWorth
    ? 'Every task is worth the same here and there, its reward until its deadline: utility and reward are one unit.'
    : 'Utility and reward are different units here: tasks are not worth the same in both. Only shares of what all tasks earn at most stand side by side, and they answer two questions.';
  const left = days.length - lines.days.length;
  const drawn = left === 0 ? '' : ` Drawn are the first ${lines.days.length} of them; the table has all.`;
  return markup`<p>The same tasks in the same room, mapped ${countOf(days.length, 'time')} by the templates family: instance ${nameOf(instance)}, file <code>${oneLine(file)}</code>. ${worth}${drawn}</p>\n`;
}

function chartOf(
  { model, figures }: UtilityReportRequest,
  beside: BesideFigures,
  what: Pick<Parameters<typeof seriesChart>[0], 'id' | 'title' | 'yName' | 'fromZero'>,
  valuesOf: (lines: DayLines) => Values,
  levels: readonly Series[] = [],
  place = pointsOf,
): Markup {
  const clock = clockOf(model);
  const { borderS } = figures.lines;
  const line = (name: string, colour: string, lines: DayLines): Series => ({
    name,
    colour,
    plain: true,
    points: place(clock, borderS, valuesOf(lines)),
  });
  return seriesChart({
    ...what,
    xName: timeName(clock),
    series: [
      ...levels,
      ...beside.lines.days.map((lines, d) => line(beside.days[d]!.name, COLOURS[d]!, lines)),
      line(ownName(beside), BLUE, beside.lines.own),
    ],
  });
}

function ownName({ own }: BesideFigures): string {
  return `this schedule (${own.name})`;
}

function inletChart(input: UtilityReportRequest, beside: BesideFigures): Markup {
  const { redLineC, outletLimitC } = beside;
  const clock = clockOf(input.model);
  const endX = input.model.endS / clock.seconds;
  const level: Series[] =
    redLineC === null
      ? []
      : [
          {
            name: 'red line',
            colour: VERMILLION,
            dashed: true,
            plain: true,
            points: [
              [0, redLineC],
              [endX, redLineC],
            ],
          },
        ];
  const chart = chartOf(...([input, beside, INLET] as const), ({ hottestInletC }) => hottestInletC, level);
  const limit = redLineC === null ? 'There is no red line.' : 'The red line is a limit of this schedule alone.';
  return markup`<h3>Hottest inlet</h3>\n${chart}
<p class="caption">Greatest inlet temperature of all zones over ${durationText(input.figures.lines.lengthS)} a point, °C. ${limit} The mappers have a limit of outlets in its place: nodes hotter than ${quantity(celsius(outletLimitC))} there are slowed down once they are. Their inlets follow the heat that nodes and air store; those of this schedule are the ones at which the room settles under the powers of a moment, so that peaks of less than some minutes stand out here and not there.</p>\n`;
}

/** Texts of the chart of the hottest inlet temperature. */
const INLET = {
  id: 'beside-inlet',
  title:
    'Lines over time: temperature of the hottest inlet under this schedule and under the other mappers, and the red line.',
  yName: 'hottest inlet, °C',
};

function powerChart(input: UtilityReportRequest, beside: BesideFigures): Markup {
  const chart = chartOf(
    ...([input, beside] as const),
    {
      id: 'beside-power',
      title: 'Lines over time: mean power at the meter under this schedule and under the other mappers.',
      yName: 'power at the meter, kW',
      fromZero: true,
    },
    ({ meanPowerW }) => meanPowerW.map((value) => (value === null ? null : value / W_PER_KW)),
  );
  return markup`<h3>Power at the meter</h3>\n${chart}
<p class="caption">Mean over ${durationText(input.figures.lines.lengthS)} a point, kW, idle nodes included. ${pathText(beside)}</p>\n`;
}

/** Returns a sentence on how the meter power of schedule and days was computed, so that they are comparable. */
function pathText({ upsEfficiency, otherLoadW }: BesideFigures): Markup {
  if (upsEfficiency === 1 && otherLoadW === 0) {
    return markup`Neither has UPS losses or other load: powers are of nodes and CRACs, compared as they are.`;
  }
  const other =
    otherLoadW === 0
      ? NOTHING
      : markup`, and ${quantity(watts(otherLoadW))} of other load are added while the room runs`;
  return markup`The templates family knows neither UPS nor other load: the power of its nodes is divided by the ${quantity(number(upsEfficiency))} of this instance's UPS, that of its CRACs taken as it is${other}.`;
}

function earnedChart(input: UtilityReportRequest, beside: BesideFigures): Markup {
  const { isSameWorth, greatestReward, greatestUtility } = beside;
  const chart = chartOf(
    ...([input, beside] as const),
    {
      id: 'beside-earned',
      title:
        'Lines over time: share earned so far of what all tasks earn at most, by this schedule and by the other mappers.',
      yName: '% of the most',
      fromZero: true,
    },
    ({ share }) => share.map((value) => (value === null ? null : 100 * value)),
    [],
    atEnds,
  );
  const units = isSameWorth
    ? markup`All tasks together earn at most ${quantity(number(greatestUtility))} in both.`
    : markup`Two units: utility of at most ${quantity(number(greatestUtility))} here, reward of at most ${quantity(number(greatestReward))} there; each line is a share of its own.`;
  return markup`<h3>Earned so far</h3>\n${chart}
<p class="caption">Share, at the end of each point's time, of the starting utility or reward of all tasks. What a task earns counts when it ends, in both; the objective above counts it by the share of its execution in the measured time, and is another figure. ${units}</p>\n`;
}

/** Returns the points of a line: the origin, then one point at the end of each time bin. */
function atEnds(clock: Clock, borderS: readonly number[], values: Values): Series['points'] {
  return [
    [borderS[0]! / clock.seconds, 0],
    ...values.map((value, b) => [borderS[b + 1]! / clock.seconds, value] as const),
  ];
}

function daysTable({ model }: UtilityReportRequest, beside: BesideFigures): Markup {
  const clock = clockOf(model);
  const { own, days, redLineC, isSameWorth, intervalS } = beside;
  const row = (day: DayFigures, name: string): Content[] => [
    oneLine(name),
    day.setPointsC === null
      ? 'changes'
      : quantity({ digits: day.setPointsC.map((c) => significant(c)).join(', '), unit: '°C' }),
    quantity({ digits: significant(day.earned), unit: isSameWorth ? '' : day === own ? 'utility' : 'reward' }),
    quantity(percent(day.share)),
    quantity(joules(day.energyJ)),
    quantity({ digits: significant(day.energyJ / model.endS / W_PER_KW), unit: 'kW' }),
    quantity(day.hottestInletC === null ? null : { digits: significant(day.hottestInletC), unit: '°C' }),
    ...(redLineC === null ? [] : [quantity({ digits: momentText(clock, day.aboveRedLineS!), unit: clock.unit })]),
    day.stoppedAtS === null ? 'no' : `${momentText(clock, day.stoppedAtS)} ${clock.unit}`,
  ];
  return markup`${table({
    caption: `All ${significant(model.endS / clock.seconds)} ${clock.unit}, also what lies before the measured time${redLineC === null ? '' : `; above the red line: intervals of ${significant(intervalS, 3)} s in which some inlet was`}. A room stops when its energy budget is spent; this schedule spends its budget as it chooses.`,
    columns: [
      { head: 'Method' },
      { head: 'Set-point', numeric: true },
      { head: isSameWorth ? 'Earned' : 'Earned, own unit', numeric: true },
      { head: 'Of the most', numeric: true },
      { head: 'Energy', numeric: true },
      { head: 'Mean power', numeric: true },
      { head: 'Hottest inlet', numeric: true },
      ...(redLineC === null ? [] : [{ head: 'Above the red line', numeric: true }]),
      { head: 'Stopped', numeric: true },
    ],
    rows: [row(own, ownName(beside)), ...days.map((day) => row(day, day.name))],
  })}`;
}
