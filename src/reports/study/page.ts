import { oneLine } from '../format.js';
import { counted, markup } from '../html/markup.js';
import { studyPage } from '../html/study-page.js';
import { answerSection, countsOf } from './answer-section.js';
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

/** The page of a study (docs/studies/report.md): one HTML file that needs nothing else. */
export function studyReportPage(report: StudyReport): string {
  const { study, analysis, advice, times, table } = report;
  const { total, recorded, failed } = countsOf(table.records, analysis.missing);
  const heat = heatData(placedRuns(report), analysis.classes, times);
  return studyPage({
    name: study.title ?? study.name,
    kind: 'study',
    lead: markup`Study ${oneLine(study.name)}: ${String(recorded)} of ${counted(total, 'run')} made${failed === 0 ? '' : `, ${String(failed)} without an answer`}.`,
    sections: [
      answerSection(report),
      rankingSection(report),
      methodsSection(report),
      profileSection(report),
      anytimeSection(report),
      pairSection(report),
      heatSection(heat),
      failureSection(report),
      runsSection(report),
      studyProvenance(report),
    ],
    record: { study, analysis, advice },
    style: STUDY_STYLE,
    after: markup`${runsData(report, heat)}${studyScript()}`,
  });
}
