import { currencyOf, S_PER_H } from '../../../../../models/units.js';
import type { GeoCell, GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { oneLine } from '../../../../reports/format.js';
import { type CentreGroup, groupPrice, largestCentres } from '../sums.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { markup } from '../../../../reports/html/markup.js';
import { BLUE, INK, ORANGE, PURPLE, SKY, VERMILLION } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { startText } from '../format.js';
import { epochBoundsH } from './cost-section.js';
import { niceTop, type Panel, type PanelLine, smallPanels } from './small-panels.js';

/** Uses of energy in the order in which charts stack them from the bottom, with their colours. */
const USES = [
  { name: 'nodes', colour: SKY, pick: (cell: GeoCell) => cell.nodeKwh },
  { name: 'CRACs', colour: BLUE, pick: (cell: GeoCell) => cell.cracKwh },
  { name: 'overhead', colour: PURPLE, pick: (cell: GeoCell) => cell.overheadKwh },
  { name: 'starts and stops', colour: VERMILLION, pick: (cell: GeoCell) => cell.transitionKwh },
] as const;

/** Returns the report section on the power of each data centre by use, with electricity price, sun and wind. */
export function powerSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'power', title: 'Power, price and renewables' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  const { model, series } = input;
  const groups = largestCentres(model.instance, evaluation);
  const currency = currencyOf(model.instance);
  const hours = model.epochS / S_PER_H;
  const uses = USES.filter(({ pick }) => evaluation.cells.some((row) => row.some((cell) => pick(cell) > 0)));
  const hasOwn = series.centres.some(({ renewableKwh }) => renewableKwh.some((kwh) => kwh > 0));
  const panelOf = (group: CentreGroup): Panel => {
    const power = (pick: (t: number, d: number) => number): number[] =>
      evaluation.cells.map((_, t) => group.centres.reduce((sum, d) => sum + pick(t, d) / hours, 0));
    return {
      name: oneLine(group.name),
      unit: 'kW',
      areas: uses.map(({ pick }) => power((t, d) => pick(evaluation.cells[t]![d]!))),
      lines: [
        ...(hasOwn ? [power((t, d) => series.centres[d]!.renewableKwh[t]!)] : []),
        evaluation.cells.map((_, t) => groupPrice(input, evaluation, group, t)),
      ],
      ownScale: group.centres.length > 1,
    };
  };
  const panels = groups.map(panelOf);
  const prices = panels.flatMap(({ lines }) => lines.at(-1)!.map(Math.abs));
  const lines: PanelLine[] = [
    ...(hasOwn ? [{ name: 'sun and wind, kW', colour: ORANGE }] : []),
    { name: `price, ${currency}/kWh (right)`, colour: INK, dashed: true, right: true },
  ];
  const others = groups.find(({ centres }) => centres.length > 1);
  const together =
    others === undefined
      ? 'Every centre has its panel, from west to east, all on the same scales.'
      : `The ${String(groups.length - 1)} centres that draw most have panels of their own, from west to east and on the same scales; the last panel sums the other ${String(others.centres.length)} on its own scale, with their mean price weighted by what they draw.`;
  return {
    ...head,
    body: [
      smallPanels({
        id: 'centre-power',
        title:
          'One panel per data centre: power at the meter by use, kW, over the hours since the start, with the power of sun and wind and the price of electricity.',
        boundsH: epochBoundsH(input),
        areas: uses.map(({ name, colour }) => ({ name, colour })),
        lines,
        panels,
        rightMax: niceTop(Math.max(...prices)),
      }),
      markup`<p class="caption">Power at the meter in kW (left), one use on the other, over hours since ${startText(model.instance)}; price in ${currency} per kWh (right). ${together} Above the line of sun and wind energy is bought, below it comes from them; starts and stops are always bought.</p>\n`,
    ],
  };
}
