import { W_PER_KW } from '../../../../../models/units.js';
import { celsius, oneLine, significant, watts } from '../../../../reports/format.js';
import { markup, nameOf, quantity, type Content } from '../../../../reports/html/markup.js';
import { BLUE, INK, ORANGE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import { absent, type SectionOptions } from '../../../../reports/html/section.js';
import { type Series, seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { Values } from '../page-figures.js';
import type { RoomFigures } from '../room-figures.js';
import { heatMap } from '../../../../reports/html/heat-map.js';
import { clockOf, durationText, momentText, pointsOf, timeName, type UtilityReportRequest } from './page-input.js';

/**
 * Returns the section on the machine room: meter power, hottest inlet, marginal values of its limits; empty without a
 * facility.
 */
export function roomSections(input: UtilityReportRequest): SectionOptions[] {
  const { room } = input.figures;
  if (room === null) return [];
  return [
    {
      id: 'room',
      title: 'The room: power at the meter and hottest inlet',
      body: [...powerChart(input, room), ...inletChart(input, room), ...limitPrices(input, room)],
    },
  ];
}

function powerChart({ model, figures }: UtilityReportRequest, room: RoomFigures): Content[] {
  const clock = clockOf(model);
  const { borderS, lengthS } = figures.lines;
  const kW = (values: Values): Values => values.map((value) => (value === null ? null : value / W_PER_KW));
  const { powerCapW, idlePowerW, peak } = room;
  return [
    seriesChart({
      id: 'room-power',
      title: 'Lines over time: power at the meter, its mean and its greatest value, with all nodes idle, and the cap.',
      xName: timeName(clock),
      yName: 'power at the meter, kW',
      series: [
        ...(powerCapW === null ? [] : [level('cap', VERMILLION, powerCapW / W_PER_KW, model.endS / clock.seconds)]),
        level('all nodes idle', INK, idlePowerW / W_PER_KW, model.endS / clock.seconds),
        { name: 'greatest', colour: SKY, plain: true, points: pointsOf(clock, borderS, kW(room.peakPowerW)) },
        { name: 'mean', colour: BLUE, plain: true, points: pointsOf(clock, borderS, kW(room.meanPowerW)) },
      ],
      fromZero: true,
    }),
    markup`<p class="caption">Nodes, UPS and CRACs together, kW, over ${durationText(lengthS)} a point. Greatest of all: ${quantity(watts(peak.powerW))} at ${momentText(clock, peak.atS)} ${clock.unit}, ${quantity(watts(idlePowerW))} of it with all nodes idle${powerCapW === null ? '; there is no cap' : markup`; the cap is ${quantity(watts(powerCapW))}`}.</p>\n`,
  ];
}

function inletChart({ model, figures }: UtilityReportRequest, room: RoomFigures): Content[] {
  const clock = clockOf(model);
  const { redLineC, idleInletC, hottest } = room;
  return [
    markup`<h3>Hottest inlet</h3>\n`,
    seriesChart({
      id: 'room-inlet',
      title: 'Lines over time: temperature of the hottest inlet, the same with all nodes idle, and the red line.',
      xName: timeName(clock),
      yName: 'hottest inlet, °C',
      series: [
        ...(redLineC === null ? [] : [level('red line', VERMILLION, redLineC, model.endS / clock.seconds)]),
        level('all nodes idle', INK, idleInletC, model.endS / clock.seconds),
        {
          name: 'hottest inlet',
          colour: ORANGE,
          plain: true,
          points: pointsOf(clock, figures.lines.borderS, room.hottestInletC),
        },
      ],
    }),
    markup`<p class="caption">Greatest inlet temperature of all zones at any moment of a point's time, °C, as if the room settled at once. Hottest: ${nameOf(hottest.zone)} with ${quantity(celsius(hottest.inletC))} from ${momentText(clock, hottest.atS)} ${clock.unit}${redLineC === null ? '; there is no red line' : markup`; the red line is ${quantity(celsius(redLineC))}`}.</p>\n`,
  ];
}

/**
 * Returns the table of marginal values of red lines, power cap and CRAC capacities, from the dual values of the bound.
 */
function limitPrices({ model, figures, record }: UtilityReportRequest, { limits, moreLimits }: RoomFigures): Content[] {
  const heading = markup`<h3>What one more K and one more kW are worth, and when</h3>\n`;
  if (limits === null) return [heading, absent('this run proves no bound')];
  if (limits.length === 0) {
    const why =
      model.powerRows === undefined
        ? 'nothing that can run reaches a limit of the room'
        : (record.bound?.excluding.length ?? 0) > 0
          ? 'limits of the room leave out options altogether, and no price tells what more of them is worth'
          : 'no limit of the room has a price: others bind first';
    return [heading, absent(why)];
  }
  const clock = clockOf(model);
  const { borderS, lengthS } = figures.columns;
  const inside = borderS.flatMap((fromS, t) => (t + 1 < borderS.length && fromS >= model.measuredFromS ? [t] : []));
  const whole = limits.map(({ limit, utilityPerUnitH }) => inside.map((t) => limit * (utilityPerUnitH[t] ?? 0)));
  return [
    heading,
    heatMap({
      id: 'room-prices',
      title:
        'Coloured cells, a row for each limit and a column for each stretch of the measured time: what all of the limit is worth.',
      xName: timeName(clock),
      columns: inside.map((t) => momentText(clock, borderS[t]!)),
      rows: limits.map(({ name }, k) => ({ name: oneLine(name.replace(/^red line at /, '')), values: whole[k]! })),
      scale: { min: 0, max: Math.max(...whole.flat()) },
    }),
    markup`<p class="caption">Colours: price of a limit by the bound times the limit, utility per hour; a column is ${durationText(lengthS)} of the measured time. Limits without a price are left out${moreLimits === 0 ? '' : ` and so are ${moreLimits} that are worth less`}.</p>\n`,
    table({
      caption: 'By how much one more unit of a limit, throughout the measured time, raises the bound at most.',
      columns: [
        { head: 'Limit' },
        { head: 'On what work adds', numeric: true },
        { head: 'One more is worth, utility', numeric: true },
        { head: 'Most in an hour, utility', numeric: true },
        { head: `Most from, ${clock.unit}`, numeric: true },
      ],
      rows: limits.map(({ name, unit, limit, utilityPerUnit, utilityPerUnitH }): Content[] => {
        const best = inside.reduce(
          (a, t) => ((utilityPerUnitH[t] ?? 0) > (utilityPerUnitH[a] ?? 0) ? t : a),
          inside[0]!,
        );
        return [
          nameOf(name),
          quantity({ digits: significant(limit), unit }),
          quantity({ digits: significant(utilityPerUnit), unit: `per ${unit}` }),
          quantity({ digits: significant(utilityPerUnitH[best] ?? 0), unit: `per ${unit}` }),
          momentText(clock, borderS[best]!),
        ];
      }),
    }),
  ];
}

/** Returns a horizontal line at `value` from time 0 to `endX`. */
function level(name: string, colour: string, value: number, endX: number): Series {
  return { name, colour, dashed: true, plain: true, points: [[0, value] as const, [endX, value] as const] };
}
