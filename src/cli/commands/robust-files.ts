import { renderRobustReport } from '../../reports/html/robust/report.js';
import { robustPlanCsv } from '../../reports/robust-plan-csv.js';
import type { SolvedRobust } from '../../runs/robust/solve.js';
import type { RobustFront } from '../../studies/robust-front/front.js';
import { type FileNames, writeRunFiles } from '../run-files.js';
import type { Fault } from '../study-files.js';

/** Writes what a robust run leaves behind; the record returned names the files. */
export function writeRobustRun(
  solved: SolvedRobust,
  front: RobustFront | null,
  directory: string,
): { readonly solved: SolvedRobust; readonly fault: Fault | null } {
  const { plan, mapping, opened } = solved;
  const { files, fault } = writeRunFiles(directory, {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: robustPlanCsv(opened.problem, mapping!) },
    report: (names) =>
      renderRobustReport({ instance: opened.instance, record: withFiles(solved, names).record, front }),
    result: (names) => {
      const { result, evaluation, trajectory } = withFiles(solved, names).record;
      const report = front === null ? { evaluation, trajectory } : { evaluation, trajectory, front };
      return `${JSON.stringify({ ...result, report }, null, 1)}\n`;
    },
  });
  return { solved: withFiles(solved, files), fault };
}

function withFiles(solved: SolvedRobust, files: FileNames): SolvedRobust {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}
