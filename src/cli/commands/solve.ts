import { rmSync } from 'node:fs';
import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Method } from '../../methods/registry.js';
import { planCsv } from '../../reports/plan-csv.js';
import { renderReport } from '../../reports/report.js';
import { summaryText } from '../../reports/summary.js';
import { errorObstacle, writeAtomically, type WriteObstacle, writeObstacle } from '../../runs/files.js';
import type { RunRecord } from '../../runs/result.js';
import { outputFiles, type Solved, solveInstance } from '../../runs/solve.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse, unwritable } from '../output.js';
import { progressLine } from '../progress.js';

export interface SolveOptions {
  readonly method: Method;
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

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const answer = await solveInstance({
      file,
      method: options.method,
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
    const written = out === undefined ? answer.solved : writeRun(answer.solved, out);
    // A disk that fills up in the end must not cost the answer.
    const solved = 'value' in written ? answer.solved : written;
    if (json) printJson(solved.record.result);
    else printLines(summaryText(solved));
    if ('value' in written) {
      process.stderr.write(`The files could not be written: ${written.path}: ${written.value}. ${written.remedy}\n`);
      return EXIT.badInput;
    }
    return exitCode(solved.record);
  } finally {
    interrupt.release();
  }
}

/**
 * Writes plan.json, plan.csv, report.html and, last, result.json; the returned record names them. Without a plan those of
 * an earlier run are removed, so that the directory never shows a plan that its result does not speak of.
 */
function writeRun(solved: Solved, directory: string): Solved | WriteObstacle {
  const files = outputFiles(directory);
  const { plan } = solved;
  const names = plan === null ? { result: files.result, report: files.report } : files;
  const result = { ...solved.record.result, files: names };
  const named: Solved = { ...solved, record: { ...solved.record, result } };
  // All texts before the first file: a fault in one of them leaves an earlier run whole.
  const texts: (readonly [string, string])[] = [
    ...(plan === null
      ? []
      : [
          [files.plan, `${JSON.stringify(plan, null, 1)}\n`] as const,
          [files.planCsv, planCsv(named.instance, named.matrix.zones, plan)] as const,
        ]),
    [files.report, renderReport(named)],
    [files.result, `${JSON.stringify({ ...result, report: reportPart(named.record) }, null, 1)}\n`],
  ];
  try {
    if (plan === null) for (const stale of [files.plan, files.planCsv]) rmSync(stale, { force: true });
    for (const [file, text] of texts) writeAtomically(file, text);
    return named;
  } catch (error) {
    return errorObstacle(directory, error);
  }
}

function reportPart(record: RunRecord): Omit<RunRecord, 'result'> {
  return { evaluation: record.evaluation, trajectory: record.trajectory };
}

/** A plan of ours that the checker refuses is a fault of ours, never an answer. */
function exitCode({ result }: RunRecord): number {
  if (result.feasible) return EXIT.solved;
  if (result.objective !== null) return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
