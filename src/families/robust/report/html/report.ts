import type { RobustInstance } from '../../../../../models/problems/robust/instance.js';
import type { RobustRunRecord } from '../../runs/result.js';
import type { RobustFront } from '../../studies/front/front.js';
import { oneLine } from '../../../../reports/format.js';
import { markup } from '../../../../reports/html/markup.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { frontSection } from './front-section.js';
import { provenanceSection } from './provenance-section.js';
import { resultSection } from './result-section.js';
import { convergenceSection, energySection, finishSection, pStateSection } from './sections.js';

/** Everything a robust report is made from. */
export interface RobustReportInput {
  readonly instance: RobustInstance;
  readonly record: RobustRunRecord;
  /** The trade-off between Psi and phi, where it was asked for. */
  readonly front: RobustFront | null;
}

/** The report of a robust run: one HTML file that needs nothing else. */
export function renderRobustReport({ instance, record, front }: RobustReportInput): string {
  const { result, evaluation } = record;
  return studyPage({
    name: result.instance,
    kind: 'robust bag of tasks',
    lead: markup`Robust bag-of-tasks plan (${result.problem.toUpperCase()}) by method <span data-field="method">${oneLine(result.method)}</span>${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    sections: [
      resultSection(record),
      finishSection(evaluation, instance.limits.deadlineS),
      energySection(evaluation, instance.limits.energyBudgetJ),
      pStateSection(evaluation),
      convergenceSection(record),
      ...(front === null ? [] : [frontSection(front)]),
      provenanceSection(instance, record),
    ],
    record: front === null ? record : { ...record, front },
  });
}
