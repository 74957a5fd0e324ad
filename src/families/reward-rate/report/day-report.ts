import type { DayResult } from '../studies/day/result.js';
import { dayWarnings } from './day-summary.js';
import { dayCharts } from './html/day-charts.js';
import { epochSections } from './html/day-epochs.js';
import { tableOf } from '../../../reports/html/table.js';
import { epochColumns } from './day-figures.js';
import { ledgerSections } from './html/day-tables.js';
import { callout } from '../../../reports/html/result-section.js';
import { type Markup } from '../../../reports/html/markup.js';
import { studyPage } from '../../../reports/html/study-page.js';
import { provenanceOf } from '../../../reports/html/study-provenance.js';

/** Returns the report of a day as one HTML file that needs nothing else. */
export function renderDayReport(result: DayResult): string {
  return studyPage({
    name: result.instance,
    kind: 'day',
    lead: `${result.epochs.length} epochs by method ${result.method}${result.naive ? ' (naive)' : ''}, arrivals: ${result.arrivals}`,
    sections: [
      ...ledgerSections(result, notes(result)),
      ...dayCharts(result),
      { id: 'epochs', title: 'Epochs', body: [tableOf('All epochs.', result.epochs, epochColumns(result))] },
      ...epochSections(result),
      provenanceOf(result),
    ],
    record: result,
  });
}

function notes(result: DayResult): Markup {
  const { epochsLeft } = result;
  const left = epochsLeft > 0 ? [`Interrupted: ${epochsLeft} epochs were not solved.`] : [];
  return callout('', [...dayWarnings(result), ...left], Infinity);
}
