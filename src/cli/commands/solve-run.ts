import type { Violation } from '../../../models/problems/violation.js';
import type { Problem } from '../../instances/problem.js';
import type { Limits } from '../../runs/control.js';
import type { Refused } from '../../runs/open.js';
import type { Termination, TrajectoryPoint } from '../../runs/result.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { outputProblem, printJson, printLines, refuse, unopened } from '../output.js';
import { progressLine } from '../progress.js';
import type { Fault } from '../study-files.js';

/** Options of `plenum solve` that mean the same in every family whose searches have a bound apart from them and a front. */
export interface SolveRunOptions {
  /** Points of the trade-off. */
  readonly front?: number;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  /** Of the bound that follows; as timeLimit if absent. */
  readonly boundTimeLimit?: number;
  readonly bound: boolean;
  readonly out?: string;
  /** Overwrite what Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** What the options and the terminal make of a request. */
export interface SearchRequest {
  readonly seed: number;
  readonly limits: Limits;
  readonly withBound: boolean;
  readonly boundTimeLimitS?: number;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

interface Ended {
  readonly record: {
    readonly result: {
      readonly feasible: boolean;
      readonly termination: Termination;
      readonly violations: readonly Violation[];
    };
  };
}

/** What a family does with a request. */
export interface SolveOfFamily<Solved extends Ended, Front> {
  /** Unit of bounds and plans on the progress line, '' for that of the objective. */
  readonly progressUnit: string;
  /** Files that must not be written over. */
  readonly inputs: readonly string[];
  readonly outputs: (directory: string) => readonly string[];
  readonly solve: (
    request: SearchRequest,
  ) => Promise<{ readonly ok: true; readonly solved: Solved; readonly front: Front | null } | Refused>;
  /** The record returned names the files. */
  readonly write: (
    solved: Solved,
    front: Front | null,
    directory: string,
  ) => Promise<{ readonly solved: Solved; readonly fault: Fault | null }>;
  readonly text: (solved: Solved) => string;
  /** Limits that some methods do not know; whatever else a plan breaks is a fault of ours. */
  readonly unknownToSome: readonly string[];
}

/** Refuses what cannot be written, solves, writes and prints: the exit code. */
export async function solveRun<Solved extends Ended, Front>(
  options: SolveRunOptions,
  family: SolveOfFamily<Solved, Front>,
): Promise<number> {
  const { out, json, front: frontPoints } = options;
  if (frontPoints !== undefined && out === undefined) {
    const allowed = 'with --out: the front is in report.html and result.json alone';
    throw new OptionError('--front', 'without --out', allowed, 'Name a directory with --out.');
  }
  const obstacle = outputObstacle(options, family.outputs, family.inputs);
  if (obstacle !== null) return refuse([obstacle], json);

  // Listening before anything is waited for: Ctrl-C must find somebody at home.
  const interrupt = interruptSwitch();
  const progress = progressLine(family.progressUnit);
  try {
    const answer = await family.solve({
      seed: options.seed,
      limits: { timeLimitS: options.timeLimit ?? null, workLimit: options.workLimit ?? null },
      withBound: options.bound,
      ...(options.boundTimeLimit === undefined ? {} : { boundTimeLimitS: options.boundTimeLimit }),
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { solved, front } = answer;
    const written = out === undefined ? { solved, fault: null } : await family.write(solved, front, out);
    if (json) printJson(written.solved.record.result);
    else printLines(family.text(written.solved));
    if (written.fault === null) return exitCode(written.solved, family.unknownToSome);
    process.stderr.write(`${written.fault.message}\n`);
    return written.fault.exitCode;
  } finally {
    interrupt.release();
  }
}

/** Why --out cannot be had, before anything is computed. */
export function outputObstacle(
  { out, force }: Pick<SolveRunOptions, 'out' | 'force'>,
  outputs: (directory: string) => readonly string[],
  inputs: readonly string[],
): Problem | null {
  if (out === undefined) return null;
  if (out.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  return outputProblem('--out', outputs(out), { inputs, force });
}

/** Most methods may end with a plan that misses a limit: that is an answer, not a fault. A plan that is none is one of ours. */
function exitCode({ record: { result } }: Ended, unknownToSome: readonly string[]): number {
  if (result.termination === 'failed') return EXIT.ourFault;
  if (result.feasible) return EXIT.solved;
  if (result.violations.some(({ constraint }) => !unknownToSome.includes(constraint))) return EXIT.ourFault;
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(result.termination) ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
