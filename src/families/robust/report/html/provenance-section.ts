import type { RobustInstance } from '../../../../../models/problems/robust/instance.js';
import type { RobustRunRecord } from '../../runs/result.js';
import { oneLine, significant } from '../../../../reports/format.js';
import type { Content } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Where the figures come from: enough to make them again. */
export function provenanceSection(instance: RobustInstance, { result }: RobustRunRecord): SectionOptions {
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
