import { countOf } from '../../../reports/format.js';
import { currencyOf } from '../../../../models/units.js';
import { markup, type Content } from '../../../reports/html/markup.js';
import { callout, factsOf } from '../../../reports/html/result-section.js';
import { cards, plannersPage, scopeNote } from '../../../reports/html/run-page.js';
import { provenanceOf } from '../../../reports/html/study-provenance.js';
import { tableOf } from '../../../reports/html/table.js';
import type { DayResult } from '../studies/day/result.js';
import { dayFigures, dayTaskColumns, epochColumns } from './day-figures.js';
import { dayWarnings } from './day-summary.js';
import { dayCharts } from './html/day-charts.js';
import { moneySections } from './html/day-epochs.js';
import { daySettings, type DayPlans } from './html/day-settings.js';
import { closure, energySection } from './html/day-tables.js';

/** Returns the report of a day as one self-contained HTML file. */
export function renderDayReport(result: DayResult, plans: DayPlans): string {
  const shown = { of: result, currency: currencyOf(result) };
  return plannersPage({
    name: result.instance,
    kind: 'day',
    lead: `${countOf(result.epochs.length, 'epoch')} by method ${result.method}${result.naive ? ' (naive)' : ''}, arrivals: ${result.arrivals}`,
    apply: daySettings(result, plans),
    worth: [
      markup`<div class="figures">\n${cards(dayFigures, shown, false)}</div>\n`,
      factsOf(dayFigures, result, shown.currency),
      tableOf(
        'Tasks and reward by task type, over the day. Lost: arrived and not served in its epoch.',
        result.ledger.tasks,
        dayTaskColumns(result),
      ),
    ],
    trust: [
      markup`<div class="figures">\n${cards(dayFigures, shown, true)}</div>\n`,
      judged(result),
      closure(result),
      callout('Warnings', notes(result), Infinity),
      scopeNote(result.boundScope),
    ],
    rest: [
      ...dayCharts(result),
      { id: 'epochs', title: 'Epochs', body: [tableOf('All epochs.', result.epochs, epochColumns(result))] },
      energySection(result),
      ...moneySections(result),
      provenanceOf({ ...result, boundScope: undefined }),
    ],
    record: result,
  });
}

/** Returns the sentence that the checker evaluated all plans; empty if no epoch has one. */
function judged({ ledger: { epochsWithPlan } }: DayResult): Content {
  return epochsWithPlan === 0
    ? ''
    : markup`<p>An independent checker, which shares no code with the search, judged the plan of every epoch.</p>\n`;
}

function notes(result: DayResult): string[] {
  const { epochsLeft } = result;
  const left = epochsLeft > 0 ? [`Interrupted: ${countOf(epochsLeft, 'epoch', ['was', 'were'])} not solved.`] : [];
  return [...dayWarnings(result), ...left];
}
