import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { countOf, inUnit, oneLine } from '../../../../reports/format.js';
import { type Content, markup, nameOf, NOTHING, quantity } from '../../../../reports/html/markup.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import { clockText } from '../format.js';
import type { GeoReportRequest } from '../input.js';

/** Maximum number of data centres with a table each; plan.csv has all. Our choice: nobody opens more. */
const MAX_TABLES = 16;

/**
 * Returns one collapsed table of settings by epoch for each of the first MAX_TABLES data centres; empty without an
 * evaluated plan.
 */
export function centreTables({ model, series }: GeoReportRequest, evaluation: GeoEvaluation | null): Content {
  if (evaluation === null) return NOTHING;
  const { dataCentres } = model.instance;
  const left = dataCentres.length - MAX_TABLES;
  return [
    dataCentres.slice(0, MAX_TABLES).map(
      ({ name }, d) =>
        markup`<details><summary>Hour by hour: ${nameOf(name)}</summary>\n${tableOf(
          `Set-point of the CRACs and nodes awake of ${oneLine(name)}, by epoch; begins by its own clock.`,
          evaluation.cells.map((row) => row[d]!),
          [
            { head: 'From', of: (_, t) => clockText(series.centres[d]!.localBeginnings[t]!) },
            // With seven digits, since it is applied by hand: four would let inlets pass the red line.
            numeric('Set-point', ({ setPointC }) => quantity(inUnit(setPointC, 'C', { digits: 7 }))),
            ...model.nodeTypes.flatMap((type, j) =>
              model.centres[d]!.nodeCount[j] === 0
                ? []
                : [numeric(nameOf(type.name), ({ awake }: GeoEvaluation['cells'][number][number]) => String(awake[j]))],
            ),
          ],
        )}</details>\n`,
    ),
    left > 0 ? markup`<p class="caption">${countOf(left, 'more data centre')} in plan.csv.</p>\n` : NOTHING,
  ];
}
