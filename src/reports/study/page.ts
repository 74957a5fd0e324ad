import { withoutIntervalsOfFew } from '../few-values.js';
import { oneLine } from '../format.js';
import { counted, markup } from '../html/markup.js';
import { hasContent, type SectionOptions } from '../html/section.js';
import { studyPage } from '../html/study-page.js';
import { answerSection, countsOf, questionOf } from './answer-section.js';
import { anytimeSection, profileSection } from './curve-sections.js';
import { failureSection } from './failure-section.js';
import { heatData } from './heat-grid.js';
import { heatSection } from './heat-section.js';
import { placedRuns, type StudyReport } from './input.js';
import { pairSection } from './pair-section.js';
import { studyProvenance } from './provenance-section.js';
import { methodsSection, rankingSection } from './ranking-section.js';
import { runsData, runsSection } from './runs-section.js';
import { studyScript } from './script.js';
import { STUDY_STYLE } from './style.js';

/** Maximum number of classes whose recommendation and ranking are shown. Chosen: nobody reads more. */
const MAX_ANSWERED = 60;
/**
 * Maximum number of classes whose statistics and curves are shown and embedded. Chosen: even with a thousand instances
 * the page stays small.
 */
const MAX_IN_FULL = 12;

/** Returns the report with only the first classes. */
function ofFirst(report: StudyReport, classes: number): StudyReport {
  return { ...report, analysis: { ...report.analysis, classes: report.analysis.classes.slice(0, classes) } };
}

/** Returns a section of the first classes with a sentence on how many more there are. */
function cut({ body, ...section }: SectionOptions, classes: number, shown: number): SectionOptions {
  if (classes <= shown || !hasContent(body)) return { ...section, body };
  const rest = `The first ${String(shown)} of ${counted(classes, 'class', 'classes')} of instances are shown; plenum study report --json has the recommendation of each.`;
  return { ...section, body: [markup`<p class="callout">${rest}</p>\n`, body] };
}

/** Returns the page of a study (docs/studies/report.md): one HTML file that needs nothing else. */
export function studyReportPage(report: StudyReport): string {
  const { study, analysis, advice, times, table } = report;
  const { total, recorded, failed } = countsOf(table.records, analysis.missing);
  const heat = heatData(placedRuns(report), analysis.classes, times);
  const classes = analysis.classes.length;
  const printed = { ...report, analysis: withoutIntervalsOfFew(analysis) };
  const answered = ofFirst(printed, MAX_ANSWERED);
  const inFull = ofFirst(printed, MAX_IN_FULL);
  return studyPage({
    name: study.title ?? study.name,
    kind: 'study',
    lead: markup`Study ${oneLine(study.name)}: ${String(recorded)} of ${counted(total, 'run')} made${failed === 0 ? '' : `, ${String(failed)} without an answer`}.`,
    sections: [
      cut(answerSection(answered, questionOf(report)), classes, MAX_ANSWERED),
      cut(rankingSection(answered), classes, MAX_ANSWERED),
      ...[methodsSection, profileSection, anytimeSection, pairSection].map((section) =>
        cut(section(inFull), classes, MAX_IN_FULL),
      ),
      heatSection(heat),
      failureSection(report),
      runsSection(report),
      studyProvenance(report),
    ],
    record: { study, analysis: ofFirst(report, MAX_IN_FULL).analysis, advice: advice.slice(0, MAX_ANSWERED) },
    style: STUDY_STYLE,
    after: markup`${runsData(report, heat)}${studyScript()}`,
  });
}
