import { withoutIntervalsOfFew } from '../few-values.js';
import { oneLine } from '../format.js';
import { type Content, counted, markup } from '../html/markup.js';
import { callout } from '../html/result-section.js';
import { hasContent } from '../html/section.js';
import { plannersPage } from '../html/run-page.js';
import { answers, countsOf, questionOf } from './answer-section.js';
import { anytimeSection, profileSection } from './curve-sections.js';
import { failures } from './failure-section.js';
import { heatData } from './heat-grid.js';
import { heatSection } from './heat-section.js';
import { placedRuns, type StudyReport } from './input.js';
import { pairSection } from './pair-section.js';
import { studyProvenance } from './provenance-section.js';
import { methodsSection, rankings } from './ranking-section.js';
import { runsData, runsSection } from './runs-section.js';
import { studyScript } from './script.js';
import { STUDY_STYLE } from './style.js';

/**
 * Maximum number of classes (groups of comparable runs) for which the page has a recommendation and a ranking. Our
 * choice: nobody reads more.
 */
const MAX_ANSWERED = 60;
/**
 * Maximum number of classes (groups of comparable runs) for which the page has statistics and curves. Our choice: the
 * page stays small even with a thousand instances.
 */
const MAX_IN_FULL = 12;

/** Returns a copy of the report with only its first `classes` classes. */
function ofFirst(report: StudyReport, classes: number): StudyReport {
  return { ...report, analysis: { ...report.analysis, classes: report.analysis.classes.slice(0, classes) } };
}

/**
 * Returns the content of a section. If only `shown` of the study's `classes` classes (groups of comparable runs) are
 * shown, a sentence says so.
 */
function cut(body: readonly Content[], classes: number, shown: number): readonly Content[] {
  if (classes <= shown || !hasContent(body)) return body;
  const rest = `The first ${String(shown)} of ${counted(classes, 'class', 'classes')} of instances are shown; plenum study report --json has the recommendation of each.`;
  return [markup`<p class="callout">${rest}</p>\n`, body];
}

/**
 * Returns the content on why to trust the results: what checked the plans, and which runs are not compared or failed.
 */
function trust(report: StudyReport): Content[] {
  const { analysis, table } = report;
  if (table.records.length === 0) return [];
  return [
    markup`<p>An independent checker, which shares no code with the search, judged the plan of every run; gaps are to proven bounds.</p>\n`,
    callout('Warnings', analysis.warnings),
    failures(report),
  ];
}

/** Returns the page of a study (docs/studies/report.md), which loads no other file. */
export function studyReportPage(report: StudyReport): string {
  const { study, analysis, advice, times, table } = report;
  const { total, recorded, failed } = countsOf(table.records, analysis.missing);
  const heat = heatData(placedRuns(report), analysis.classes, times);
  const classes = analysis.classes.length;
  const printed = { ...report, analysis: withoutIntervalsOfFew(analysis) };
  const answered = ofFirst(printed, MAX_ANSWERED);
  const inFull = ofFirst(printed, MAX_IN_FULL);
  return plannersPage({
    name: study.title ?? study.name,
    kind: 'study',
    lead: markup`Study ${oneLine(study.name)}: ${String(recorded)} of ${counted(total, 'run')} made${failed === 0 ? '' : `, ${String(failed)} without an answer`}.`,
    apply: cut(answers(answered, questionOf(report)), classes, MAX_ANSWERED),
    worth: cut(rankings(answered), classes, MAX_ANSWERED),
    trust: trust(report),
    rest: [
      ...[methodsSection, profileSection, anytimeSection, pairSection].map((section) => {
        const { body, ...head } = section(inFull);
        return { ...head, body: cut(body, classes, MAX_IN_FULL) };
      }),
      heatSection(heat),
      runsSection(report),
      studyProvenance(report),
    ],
    record: { study, analysis: ofFirst(report, MAX_IN_FULL).analysis, advice: advice.slice(0, MAX_ANSWERED) },
    style: STUDY_STYLE,
    after: markup`${runsData(report, heat)}${studyScript()}`,
  });
}
