import type { LpEngineName } from '../../solvers/linear/load.js';
import type { Method } from '../../methods/registry.js';
import { planCsv } from '../../reports/plan-csv.js';
import { summaryText } from '../../reports/summary.js';
import { ConstraintFault, constraintsOf } from '../../runs/constraints.js';
import { outputFiles } from '../../runs/files.js';
import type { RunRecord } from '../../runs/result.js';
import { type Solved, solveInstance } from '../../runs/solve.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, refuse, unopened } from '../output.js';
import { progressLine } from '../progress.js';
import { type FileNames, writeRunFiles } from '../run-files.js';
import type { Fault } from '../study-files.js';
import { outputObstacle } from './solve-run.js';

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
  /** Overwrite what Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** `plenum solve`: returns the exit code. */
export async function solveCommand(file: string, options: SolveOptions): Promise<number> {
  const { out, json } = options;
  const obstacle = outputObstacle(options, (directory) => Object.values(outputFiles(directory)), [file]);
  if (obstacle !== null) return refuse([obstacle], json);

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
      interruptedTwice: interrupt.askedTwice,
      onProgress: progress.show,
    });
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { solved, fault } =
      out === undefined ? { solved: answer.solved, fault: null } : await writeRun(answer.solved, out);
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

/** Writes what a run leaves behind; the record returned names the files. */
async function writeRun(
  solved: Solved,
  directory: string,
): Promise<{ readonly solved: Solved; readonly fault: Fault | null }> {
  const { plan } = solved;
  // Loading the charts takes longer than many a solve.
  const { renderReport } = await import('../../reports/report.js');
  const { files, fault } = writeRunFiles(directory, {
    plan:
      plan === null
        ? null
        : { json: `${JSON.stringify(plan, null, 1)}\n`, csv: planCsv(solved.instance, solved.matrix.zones, plan) },
    report: (names) => renderReport(withFiles(solved, names)),
    result: (names) => {
      const { result, evaluation, idle, trajectory } = withFiles(solved, names).record;
      const report = { evaluation, ...(idle === undefined ? {} : { idle }), trajectory };
      return `${JSON.stringify({ ...result, report }, null, 1)}\n`;
    },
  });
  return { solved: withFiles(solved, files), fault };
}

function withFiles(solved: Solved, files: FileNames): Solved {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}

/** A plan of ours that the checker refuses is a fault of ours, never an answer; so is one beyond its bound. */
function exitCode({ result }: RunRecord): number {
  if (result.feasible) return result.termination === 'failed' ? EXIT.ourFault : EXIT.solved;
  // Searches that price limits cannot always avoid the combinations that the literal Eq. 21 gives no positive time for.
  // And most methods know nothing of the user's own limits.
  const notOurs = result.violations.every(({ constraint }) => constraint === 'colocationModel' || constraint === 'own');
  if (result.objective !== null) return notOurs ? EXIT.noFeasiblePlan : EXIT.ourFault;
  if (result.termination === 'failed') return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
