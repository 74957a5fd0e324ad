import type { SweepResult } from '../studies/sweep/result.js';
import { markup, NOTHING, type Markup } from '../../../reports/html/markup.js';
import { studyPage } from '../../../reports/html/study-page.js';
import { provenanceOf } from '../../../reports/html/study-provenance.js';
import { frontierSection } from './html/frontier-section.js';
import { sweepCharts } from './html/sweep-charts.js';
import { gridSections } from './html/sweep-grid.js';
import { marginalSection, paretoSection, pointsSection } from './html/sweep-tables.js';
import { sweepWarnings } from './sweep-summary.js';

/** The report of a sweep as one HTML file that needs nothing else. */
export function renderSweepReport(result: SweepResult): string {
  const fields = result.axes.map(({ field, factors }) => (factors ? `factors of ${field}` : field)).join(' and ');
  return studyPage({
    name: result.instance,
    kind: 'sweep',
    lead: `Sweep over ${fields} by method ${result.method}${result.naive ? ' (naive)' : ''}: ${result.points.length} points`,
    sections: [
      { id: 'points', title: 'Points', body: [notes(result), pointsSection(result)] },
      ...(result.axes.length === 1 ? sweepCharts(result) : gridSections(result)),
      marginalSection(result),
      paretoSection(result),
      ...frontierSection(result),
      provenanceOf(result),
    ],
    record: result,
  });
}

function notes(result: SweepResult): Markup {
  const { pointsLeft } = result;
  const warnings = sweepWarnings(result);
  const all = pointsLeft > 0 ? [...warnings, `Interrupted: ${pointsLeft} points were not solved.`] : warnings;
  if (all.length === 0) return NOTHING;
  return markup`<div class="callout"><ul>${all.map((text) => markup`<li>${text}</li>`)}</ul></div>\n`;
}
