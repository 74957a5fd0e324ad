import { S_PER_H } from '../../../../../models/units.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { celsius, fixed, oneLine, number } from '../../../../reports/format.js';
import { cellsOfCentre, energyUse, longitudeRows } from '../sums.js';
import type { GeoReportRequest } from '../input.js';
import { absent } from '../../../../reports/html/section.js';
import { figure, markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';
import { heatStrip } from './heat-strip.js';
import { bandName, extent, heatRows } from './strip-section.js';

/** Returns the report section on cooling: set-points, hottest inlets, and heat removed per CRAC power beside Eq. 43. */
export function coolingSection(input: GeoReportRequest, evaluation: GeoEvaluation | null): SectionOptions {
  const head = { id: 'cooling', title: 'Set-points and hottest inlets' };
  if (evaluation === null) return { ...head, body: [absent('no plan was rated')] };
  const { model } = input;
  const rows = longitudeRows(model.instance, bandName);
  const banded = rows.some(({ centres }) => centres.length > 1);
  const setPointC = rows.map(({ centres }) =>
    evaluation.cells.map((row) => centres.reduce((least, d) => Math.min(least, row[d]!.setPointC), Infinity)),
  );
  return {
    ...head,
    body: [
      heatStrip({
        id: 'set-points',
        title: 'Heat map of the CRACs’ set-point: a row per data centre from west to east, a column per epoch.',
        rows: heatRows(input, rows, setPointC),
        scale: {
          name: `set-point${banded ? ', the coldest of the band' : ''}, °C`,
          ...extent(setPointC),
          write: (value) => `${fixed(value, 2)} °C`,
        },
        epochHours: model.epochS / S_PER_H,
      }),
      markup`<p class="caption">The hotter the outlet air may be, the less power the CRACs need for the same heat. The nodes’ power over that of the CRACs is what the CUP of Eq. 43 stands for in methods that plan with it; the last two columns compare them over the whole horizon.</p>\n`,
      table({
        caption: `Over all epochs, from west to east${banded ? '; of a band the extremes, and the mean CUP' : ''}.`,
        columns: [
          { head: banded ? 'Band' : 'Data centre' },
          ...['Set-point, least', 'Set-point, most', 'Hottest inlet', 'Red line', 'Nodes over CRACs', 'CUP'].map(
            (name) => ({ head: name, numeric: true }),
          ),
        ],
        rows: rows.map(({ name, centres }, n) => {
          const cells = centres.flatMap((d) => cellsOfCentre(evaluation, d));
          const use = energyUse(cells);
          const meanCup = centres.reduce((sum, d) => sum + model.centres[d]!.coolingPerPower, 0) / centres.length;
          const redLineC = Math.min(...centres.map((d) => model.centres[d]!.thermal.redLineC));
          return [
            nameOf(oneLine(name)),
            quantity(celsius(Math.min(...cells.map((cell) => cell.setPointC)))),
            quantity(celsius(Math.max(...cells.map((cell) => cell.setPointC)))),
            figure(`hottestInletC.${String(n)}`, Math.max(...cells.map((cell) => cell.hottestInletC)), celsius),
            quantity(celsius(redLineC)),
            quantity(use.cracKwh > 0 ? number(use.nodeKwh / use.cracKwh) : null),
            quantity(number(meanCup)),
          ];
        }),
      }),
    ],
  };
}
