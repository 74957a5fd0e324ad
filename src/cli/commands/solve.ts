import { rmSync } from 'node:fs';
import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Method } from '../../methods/registry.js';
import { planCsv } from '../../reports/plan-csv.js';
import { renderReport } from '../../reports/report.js';
import { summaryText } from '../../reports/summary.js';
import { ConstraintFault, constraintsOf } from '../../runs/constraints.js';
import { errorObstacle, writeAtomically, writeObstacle } from '../../runs/files.js';
import type { RunRecord, RunResult } from '../../runs/result.js';
import { outputFiles, type Solved, solveInstance } from '../../runs/solve.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';

export interface SolveOptions {
  readonly method: Method;
  readonly naive: boolean;
  readonly constraints?: string;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly engine: LpEngineName;
  readonly bound: boolean;
  readonly out?: string;
  readonly json: boolean;
}

/** `plenum solve`: returns the exit code. */
export async function solveCommand(file: string, options: SolveOptions): Promise<number> {
  const { out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const inTheWay = out === undefined ? null : writeObstacle(Object.values(outputFiles(out)), [file]);
  if (inTheWay !== null) return refuse([unwritable('--out', inTheWay)], json);

  // Listening before anything is waited for: Ctrl-C must find somebody at home.
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const own = await constraintsOf(options.constraints);
    if (!own.ok) return refuse(own.problems, json);
    const answer = await solveInstance({
      file,
      method: options.method,
      naive: options.naive,
      constraints: own.constraints,
      seed: options.seed,
      limits: { timeLimitS: options.timeLimit ?? null, workLimit: options.workLimit ?? null },
      engine: options.engine,
      withBound: options.bound,
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    progress.clear();
    if (!answer.ok) return refuse(answer.problems, json);
    const { solved, fault } = out === undefined ? { solved: answer.solved, fault: null } : writeRun(answer.solved, out);
    if (json) printJson(solved.record.result);
    else printLines(summaryText(solved));
    if (fault === null) return exitCode(solved.record);
    process.stderr.write(`${fault.message}\n`);
    return fault.exitCode;
  } catch (error) {
    if (error instanceof ConstraintFault) return refuse([error.problem], json);
    throw error;
  } finally {
    interrupt.release();
  }
}

/** What was written, and what went wrong in writing: neither a full disk nor a faulty report may cost the answer. */
interface Written {
  /** Its record names the files. */
  readonly solved: Solved;
  readonly fault: { readonly message: string; readonly exitCode: number } | null;
}

/**
 * Writes plan.json, plan.csv, report.html and, last, result.json. Without a plan those of an earlier run are removed, so
 * that the directory never shows a plan that its result does not speak of.
 */
function writeRun(solved: Solved, directory: string): Written {
  const files = outputFiles(directory);
  const { plan } = solved;
  const planFiles = plan === null ? {} : { plan: files.plan, planCsv: files.planCsv };
  const named = withFiles(solved, { ...planFiles, result: files.result, report: files.report });
  const report = reportOf(named);
  const final = typeof report === 'string' ? named : withFiles(solved, { ...planFiles, result: files.result });
  try {
    if (plan === null) {
      for (const stale of [files.plan, files.planCsv]) rmSync(stale, { force: true });
    } else {
      writeAtomically(files.plan, `${JSON.stringify(plan, null, 1)}\n`);
      writeAtomically(files.planCsv, planCsv(solved.instance, solved.matrix.zones, plan));
    }
    if (typeof report === 'string') writeAtomically(files.report, report);
    else rmSync(files.report, { force: true });
    const { result, evaluation, trajectory } = final.record;
    writeAtomically(files.result, `${JSON.stringify({ ...result, report: { evaluation, trajectory } }, null, 1)}\n`);
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    const message = `The files could not be written: ${path}: ${value}. ${remedy}`;
    return { solved, fault: { message, exitCode: EXIT.badInput } };
  }
  if (typeof report === 'string') return { solved: final, fault: null };
  const message = `The report could not be made (${report.message}). This is a fault of ours: please report it with the instance.`;
  return { solved: final, fault: { message, exitCode: EXIT.ourFault } };
}

function withFiles(solved: Solved, files: RunResult['files']): Solved {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}

function reportOf(solved: Solved): string | Error {
  try {
    return renderReport(solved);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A plan of ours that the checker refuses is a fault of ours, never an answer. */
function exitCode({ result }: RunRecord): number {
  if (result.feasible) return EXIT.solved;
  // `lp` ignores co-location and cannot avoid the combinations that the literal Eq. 21 gives no positive time for.
  // And most methods know nothing of the user's own limits.
  const notOurs = result.violations.every(({ constraint }) => constraint === 'colocationModel' || constraint === 'own');
  if (result.objective !== null) return notOurs ? EXIT.noFeasiblePlan : EXIT.ourFault;
  if (result.termination === 'failed') return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
