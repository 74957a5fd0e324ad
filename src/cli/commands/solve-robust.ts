import { rmSync } from 'node:fs';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import type { RobustMethod } from '../../methods/registry.js';
import type { ConstraintHandling, Improvements, RobustStart } from '../../methods/robust/outcome.js';
import { robustPlanCsv } from '../../reports/robust-plan-csv.js';
import { robustSummaryText } from '../../reports/robust-summary.js';
import { errorObstacle, writeAtomically, writeObstacle } from '../../runs/files.js';
import { openRobust } from '../../runs/robust/open.js';
import type { RobustRunRecord } from '../../runs/robust/result.js';
import { solveOpenedRobust, type SolvedRobust } from '../../runs/robust/solve.js';
import { startFrom } from '../../runs/robust/start.js';
import { outputFiles } from '../../runs/solve.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';

export interface SolveRobustOptions {
  readonly method: RobustMethod;
  readonly goal: RobustGoal;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  readonly start?: string;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly bound: boolean;
  readonly out?: string;
  readonly json: boolean;
}

/** `plenum solve` of a robust instance: returns the exit code. */
export async function solveRobustCommand(file: string, options: SolveRobustOptions): Promise<number> {
  const { out, json, start: startFile } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const inputs = [file, ...(startFile === undefined ? [] : [startFile])];
  const inTheWay = out === undefined ? null : writeObstacle(Object.values(outputFiles(out)), inputs);
  if (inTheWay !== null) return refuse([unwritable('--out', inTheWay)], json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const begunS = performance.now() / 1000;
    const opened = openRobust(file);
    if (!opened.ok) return refuse(opened.problems, json);
    let start: RobustStart | null = null;
    if (startFile !== undefined) {
      const read = startFrom(opened, startFile);
      if (!read.ok) return refuse(read.problems, json);
      ({ start } = read);
    }
    // A time limit covers reading the instance and drawing its times too.
    const nowS = (): number => performance.now() / 1000;
    const timeLimitS = options.timeLimit === undefined ? null : Math.max(0, options.timeLimit - (nowS() - begunS));
    const solved = await solveOpenedRobust(
      {
        method: options.method,
        goal: options.goal,
        handling: options.handling,
        improvements: options.improvements,
        seed: options.seed,
        limits: { timeLimitS, workLimit: options.workLimit ?? null },
        withBound: options.bound,
        start,
        nowS,
        interrupted: interrupt.asked,
        onProgress: progress.show,
      },
      opened,
    );
    progress.clear();
    const written = out === undefined ? { solved, fault: null } : writeRun(solved, out);
    if (json) printJson(written.solved.record.result);
    else printLines(robustSummaryText(written.solved.record));
    if (written.fault === null) return exitCode(written.solved.record);
    process.stderr.write(`${written.fault}\n`);
    return EXIT.badInput;
  } finally {
    interrupt.release();
  }
}

interface Written {
  /** Its record names the files. */
  readonly solved: SolvedRobust;
  readonly fault: string | null;
}

/** Writes plan.json, plan.csv and, last, result.json; removes those of an earlier run that this one has none of. */
function writeRun(solved: SolvedRobust, directory: string): Written {
  const files = outputFiles(directory);
  const { plan } = solved;
  const planFiles = plan === null ? {} : { plan: files.plan, planCsv: files.planCsv };
  const named = withFiles(solved, { ...planFiles, result: files.result });
  try {
    for (const stale of [files.report, ...(plan === null ? [files.plan, files.planCsv] : [])])
      rmSync(stale, { force: true });
    if (plan !== null) {
      writeAtomically(files.plan, `${JSON.stringify(plan)}\n`);
      writeAtomically(files.planCsv, robustPlanCsv(solved.opened.problem, solved.mapping!));
    }
    const { result, evaluation, trajectory } = named.record;
    writeAtomically(files.result, `${JSON.stringify({ ...result, report: { evaluation, trajectory } }, null, 1)}\n`);
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    return { solved, fault: `The files could not be written: ${path}: ${value}. ${remedy}` };
  }
  return { solved: named, fault: null };
}

function withFiles(solved: SolvedRobust, files: RobustRunRecord['result']['files']): SolvedRobust {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}

/** Most methods may end with a plan that misses the limit: that is an answer, not a fault. A plan that is none is one of ours. */
function exitCode({ result }: RobustRunRecord): number {
  if (result.feasible) return EXIT.solved;
  const limits: readonly string[] = ['energyRobustness', 'makespanRobustness'];
  if (result.violations.some(({ constraint }) => !limits.includes(constraint))) return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
