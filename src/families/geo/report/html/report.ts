import { currencyOf } from '../../../../../models/units.js';
import { bindingGroups, ratedEvaluation } from '../sums.js';
import { bindingText } from '../format.js';
import { toldRun } from '../told.js';
import type { GeoReportRequest } from '../input.js';
import { oneLine } from '../../../../reports/format.js';
import { counted, type Markup, markup, NOTHING } from '../../../../reports/html/markup.js';
import { runPage, together } from '../../../../reports/html/run-page.js';
import { centreTables } from './centre-tables.js';
import { coolingSection } from './cooling-section.js';
import { costSection } from './cost-section.js';
import { frontSection } from './front-section.js';
import { ledgerSection } from './ledger-section.js';
import { nodesSection } from './nodes-section.js';
import { powerSection } from './power-section.js';
import { geoProvenance } from './provenance-section.js';
import { ratesSection } from './rates-section.js';
import { stripSection } from './strip-section.js';

/** Maximum number of cells whose evaluation is embedded in the page. Our choice: pages stay small. */
const MAX_EMBEDDED_CELLS = 1000;

/** Returns the report of a geo run as a self-contained HTML file. */
export function renderGeoReport(input: GeoReportRequest): string {
  const { model, record, front, compared } = input;
  const { instance } = model;
  const { result } = record;
  const evaluation = ratedEvaluation(record);
  return runPage({
    run: toldRun(instance, record),
    kind: 'geo-distributed load',
    lead: markup`Load of ${counted(instance.dataCentres.length, 'data centre')} over ${counted(model.epochCount, 'epoch')} by method <span data-field="method">${oneLine(result.method)}</span>${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    apply: [
      ...together([nodesSection(input, evaluation), coolingSection(input, evaluation)]),
      centreTables(input, evaluation),
    ],
    worth: [bindingSentence(result)],
    rest: [
      ledgerSection(input, evaluation),
      costSection(input, evaluation),
      powerSection(input, evaluation),
      stripSection(input, evaluation),
      ratesSection(input, evaluation),
      ...(front === null || front.points.length === 0 ? [] : [frontSection(front, currencyOf(instance))]),
      geoProvenance(input),
    ],
    record: {
      result,
      evaluation: embedded(input),
      ...(compared.length === 0 ? {} : { compared }),
      ...(front === null ? {} : { front }),
    },
  });
}

function embedded({ record: { evaluation } }: GeoReportRequest): object | null {
  if (evaluation === null) return null;
  const { cells, ...sums } = evaluation;
  return cells.length * (cells[0]?.length ?? 0) > MAX_EMBEDDED_CELLS ? sums : evaluation;
}

function bindingSentence({ binding }: GeoReportRequest['record']['result']): Markup {
  const groups = bindingGroups(binding);
  if (groups.length === 0) return NOTHING;
  return markup`<p>Limits the plan meets with hardly any room: ${groups.map((group) => oneLine(bindingText(group))).join('; ')}.</p>\n`;
}
