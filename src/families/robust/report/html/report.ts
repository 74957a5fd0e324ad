import type { RobustInstance } from '../../../../../models/families/robust/instance.js';
import type { RobustRunRecord } from '../../runs/result.js';
import type { RobustFront } from '../../studies/front/front.js';
import { countOf, joules, oneLine, plain } from '../../../../reports/format.js';
import { type Content, markup } from '../../../../reports/html/markup.js';
import { runPage } from '../../../../reports/html/run-page.js';
import { frontSection } from './front-section.js';
import { provenanceSection } from '../../../../reports/html/provenance-section.js';
import { toldRun } from '../told.js';
import { promiseTable } from './promise.js';
import { convergenceSection, energySection, finishSection, pStates } from './sections.js';
import type { SectionOptions } from '../../../../reports/html/section.js';

/** One robust run as its report shows it: instance, result with evaluation, and a Pareto front if one was computed. */
export interface RobustReportRequest {
  readonly instance: RobustInstance;
  readonly record: RobustRunRecord;
  /** Pareto front of Psi (makespan-robustness) and phi (energy-robustness); null if none was computed. */
  readonly front: RobustFront | null;
}

/** Returns the report of a robust run as a self-contained HTML file. */
export function renderRobustReport({ instance, record, front }: RobustReportRequest): string {
  const { result, evaluation } = record;
  return runPage({
    run: toldRun(record),
    kind: 'robust bag of tasks',
    lead: markup`Robust bag-of-tasks plan (${result.problem.toUpperCase()}) by method <span data-field="method">${oneLine(result.method)}</span>${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}`,
    apply: pStates(evaluation),
    worth: [promiseTable(result.promise), measures(result)],
    rest: [
      finishSection(evaluation, instance.limits.deadlineS),
      energySection(evaluation, instance.limits.energyBudgetJ),
      convergenceSection(record),
      ...(front === null || front.points.length === 0 ? [] : [frontSection(front)]),
      robustProvenance(instance, record),
    ],
    record: front === null ? record : { ...record, front },
  });
}

/** Returns the report section on the origin of the figures, with all data needed to reproduce them. */
function robustProvenance(instance: RobustInstance, { result }: RobustRunRecord): SectionOptions {
  const { tasks } = instance.workload;
  const { limits } = instance;
  const times =
    tasks.source === 'generated'
      ? `generated: ${countOf(tasks.count, 'task')}, seed ${tasks.seed}, mean ${tasks.meanS} s, columns ${tasks.columns}`
      : tasks.source === 'csv'
        ? `CSV file ${oneLine(tasks.file)}`
        : `table of ${countOf(tasks.tasks.length, 'task')}`;
  return provenanceSection(result, oneLine(result.method), null, [
    ['Task times', times],
    ['Deadline', `${limits.deadlineS} s`],
    ['Energy budget', plain(joules(limits.energyBudgetJ))],
    ['Energy-robustness asked for (eta)', String(limits.energyRobustness)],
    ['Makespan-robustness asked for (Gamma)', String(limits.makespanRobustness)],
    ['Energy variance', instance.energyVariance ?? 'correlated'],
    ['Constraint handling', result.constraintHandling],
    ['Improvements', result.improvements.length === 0 ? 'none: as printed' : result.improvements.join(', ')],
  ]);
}

/** Returns the sentence that explains Psi (makespan-robustness) and phi (energy-robustness). */
function measures({ boundOn }: RobustRunRecord['result']): Content {
  const searched = boundOn === 'whole-bag' ? '' : ', which methods search and bounds are proven by';
  return markup`<p>Psi and phi are the thesis’ measures${searched}: Psi is of the least certain core alone, phi takes nodes to be on until the core expected to be last.</p>\n`;
}
