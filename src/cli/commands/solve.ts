import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Method } from '../../methods/registry.js';
import { planCsv } from '../../reports/plan-csv.js';
import { renderReport } from '../../reports/report.js';
import { summaryText } from '../../reports/summary.js';
import { writeAtomically } from '../../runs/files.js';
import type { RunRecord } from '../../runs/result.js';
import { outputFiles, type Solved, solveInstance } from '../../runs/solve.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';
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
  let interrupted = false;
  const onInterrupt = (): void => {
    interrupted = true;
  };
  process.on('SIGINT', onInterrupt);
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
      interrupted: () => interrupted,
      onProgress: progress.show,
    });
    progress.clear();
    if (!answer.ok) return refuse(answer.problems, options.json);
    const solved = options.out === undefined ? answer.solved : writeRun(answer.solved, options.out);
    if (options.json) printJson(solved.record.result);
    else printLines(summaryText(solved));
    return exitCode(solved.record);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Writes plan.json, plan.csv, result.json and report.html; the returned record names them. */
function writeRun(solved: Solved, directory: string): Solved {
  const files = outputFiles(directory);
  const written: Record<string, string> = { result: files.result, report: files.report };
  if (solved.plan !== null) {
    written['plan'] = files.plan;
    written['planCsv'] = files.planCsv;
  }
  const result = { ...solved.record.result, files: written };
  const named: Solved = { ...solved, record: { ...solved.record, result } };
  if (named.plan !== null) {
    writeAtomically(files.plan, `${JSON.stringify(named.plan, null, 1)}\n`);
    writeAtomically(files.planCsv, planCsv(named.instance, named.matrix.zones, named.plan));
  }
  writeAtomically(files.result, `${JSON.stringify({ ...result, report: reportPart(named.record) }, null, 1)}\n`);
  writeAtomically(files.report, renderReport(named));
  return named;
}

function reportPart(record: RunRecord): Omit<RunRecord, 'result'> {
  return { evaluation: record.evaluation, trajectory: record.trajectory };
}

function exitCode({ result }: RunRecord): number {
  if (result.feasible) return EXIT.solved;
  // A plan of ours that the checker refuses is a fault of ours, never an answer.
  if (result.objective !== null) return EXIT.ourFault;
  return result.termination === 'infeasible' ? EXIT.noFeasiblePlan : EXIT.limitWithoutPlan;
}
