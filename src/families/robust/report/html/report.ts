import type { RobustInstance } from '../../../../../models/problems/robust/instance.js';
import type { RobustRunRecord } from '../../runs/result.js';
import type { RobustFront } from '../../studies/front/front.js';
import { oneLine, significant } from '../../../../reports/format.js';
import { type Content, markup } from '../../../../reports/html/markup.js';
import { studyPage } from '../../../../reports/html/study-page.js';
import { frontSection } from './front-section.js';
import { resultSection } from './result-section.js';
import { convergenceSection, energySection, finishSection, pStateSection } from './sections.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Data that a robust report is made from. */
export interface RobustReportInput {
  readonly instance: RobustInstance;
  readonly record: RobustRunRecord;
  /** Trade-off between Psi and phi, where it was asked for. */
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
      ...(front === null || front.points.length === 0 ? [] : [frontSection(front)]),
      provenanceSection(instance, record),
    ],
    record: front === null ? record : { ...record, front },
  });
}

/** Section on the origin of the figures, complete enough to make them again. */
function provenanceSection(instance: RobustInstance, { result }: RobustRunRecord): SectionOptions {
  const { tasks } = instance.workload;
  const { limits } = instance;
  const times =
    tasks.source === 'generated'
      ? `generated: ${tasks.count} tasks, seed ${tasks.seed}, mean ${tasks.meanS} s, columns ${tasks.columns}`
      : tasks.source === 'csv'
        ? `CSV file ${oneLine(tasks.file)}`
        : `table of ${tasks.tasks.length} tasks`;
  const rows: Content[][] = [
    ['Instance', oneLine(result.instance)],
    ['Task times', times],
    ['Deadline', `${limits.deadlineS} s`],
    ['Energy budget', `${limits.energyBudgetJ / 1e6} MJ`],
    ['Energy-robustness asked for (eta)', String(limits.energyRobustness)],
    ['Makespan-robustness asked for (Gamma)', String(limits.makespanRobustness)],
    ['Energy variance', instance.energyVariance ?? 'correlated'],
    ['Method', oneLine(result.method)],
    ['Constraint handling', result.constraintHandling],
    ['Improvements', result.improvements.length === 0 ? 'none: as printed' : result.improvements.join(', ')],
    ['Seed', String(result.seed)],
    ...Object.entries(result.files).map(([name, file]): Content[] => [oneLine(`File: ${name}`), oneLine(file)]),
    ...Object.entries(result.timeS).map(([name, value]): Content[] => [
      `Time: ${oneLine(name)}`,
      `${significant(value, 3)} s`,
    ]),
    ...Object.entries(result.work).map(([name, value]): Content[] => [`Work: ${oneLine(name)}`, String(value)]),
  ];
  return {
    id: 'provenance',
    title: 'Provenance',
    body: [
      table({ caption: 'What was solved, and how.', columns: [{ head: 'Item' }, { head: 'Value', wide: true }], rows }),
    ],
  };
}
