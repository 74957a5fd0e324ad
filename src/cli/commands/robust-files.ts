import { rmSync } from 'node:fs';
import { renderRobustReport } from '../../reports/html/robust/report.js';
import { robustPlanCsv } from '../../reports/robust-plan-csv.js';
import { errorObstacle, writeAtomically } from '../../runs/files.js';
import type { RobustRunResult } from '../../runs/robust/result.js';
import type { SolvedRobust } from '../../runs/robust/solve.js';
import { outputFiles } from '../../runs/solve.js';
import type { RobustFront } from '../../studies/robust-front/front.js';
import { EXIT } from '../exit-codes.js';

/** What was written, and what went wrong in writing: neither a full disk nor a faulty report may cost the answer. */
export interface WrittenRobust {
  /** Its record names the files. */
  readonly solved: SolvedRobust;
  readonly fault: { readonly message: string; readonly exitCode: number } | null;
}

/** Writes plan.json, plan.csv, report.html and, last, result.json; removes those of an earlier run that this one has none of. */
export function writeRobustRun(solved: SolvedRobust, front: RobustFront | null, directory: string): WrittenRobust {
  const files = outputFiles(directory);
  const { plan } = solved;
  const planFiles = plan === null ? {} : { plan: files.plan, planCsv: files.planCsv };
  const named = withFiles(solved, { ...planFiles, result: files.result, report: files.report });
  const report = reportOf(named, front);
  const final = typeof report === 'string' ? named : withFiles(solved, { ...planFiles, result: files.result });
  try {
    if (plan === null) {
      for (const stale of [files.plan, files.planCsv]) rmSync(stale, { force: true });
    } else {
      writeAtomically(files.plan, `${JSON.stringify(plan)}\n`);
      writeAtomically(files.planCsv, robustPlanCsv(solved.opened.problem, solved.mapping!));
    }
    if (typeof report === 'string') writeAtomically(files.report, report);
    else rmSync(files.report, { force: true });
    const { result, evaluation, trajectory } = final.record;
    const more = front === null ? { evaluation, trajectory } : { evaluation, trajectory, front };
    writeAtomically(files.result, `${JSON.stringify({ ...result, report: more }, null, 1)}\n`);
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    const message = `The files could not be written: ${path}: ${value}. ${remedy}`;
    return { solved, fault: { message, exitCode: EXIT.badInput } };
  }
  if (typeof report === 'string') return { solved: final, fault: null };
  const message = `The report could not be made (${report.message}). This is a fault of ours: please report it with the instance.`;
  return { solved: final, fault: { message, exitCode: EXIT.ourFault } };
}

function withFiles(solved: SolvedRobust, files: RobustRunResult['files']): SolvedRobust {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}

function reportOf({ opened, record }: SolvedRobust, front: RobustFront | null): string | Error {
  try {
    return renderRobustReport({ instance: opened.instance, record, front });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
