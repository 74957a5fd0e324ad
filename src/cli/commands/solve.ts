import type { Family } from '../../families/family.js';
import { filesOfSolve, solve, type SolveAnswer, type SolveRequest } from '../../workbench/solve.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { noteWarnings, printJson, printLines, refuse, unopened } from '../output.js';
import { outputProblem } from '../../workbench/places.js';
import { progressLine } from '../progress.js';

/** Words of every family's `plenum solve`; the others are the families' own. */
export interface SolveOptions {
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly bound: boolean;
  readonly out?: string;
  readonly baseline?: string;
  /** Flag, true if files that Plenum did not write may be overwritten. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** Exit codes of `plenum solve` by how it ended (docs/commands.md). */
const CODES: Readonly<Record<SolveAnswer['ended'], number>> = {
  solved: EXIT.solved,
  noFeasiblePlan: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  failed: EXIT.ourFault,
};

/** `plenum solve`: returns the exit code. */
export async function solveCommand(file: string, options: SolveOptions, families?: readonly Family[]): Promise<number> {
  const { seed, timeLimit, workLimit, bound, out, baseline, force, json, ...words } = options;
  if (out !== undefined) {
    if (out.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
    const { inputs, outputs } = filesOfSolve(file, words, out, families);
    const inTheWay = outputProblem('--out', outputs, {
      inputs: baseline === undefined ? inputs : [...inputs, baseline],
      force,
    });
    if (inTheWay !== null) return refuse([inTheWay], json);
  }

  // Listening before anything is waited for: Ctrl-C must find somebody at home.
  const interrupt = interruptSwitch();
  const progress = progressLine();
  const request: SolveRequest = {
    file,
    words,
    seed,
    withBound: bound,
    out: out ?? null,
    baseline: baseline ?? null,
    limits: { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null },
    nowS: () => performance.now() / 1000,
    interrupted: interrupt.asked,
    interruptedTwice: interrupt.askedTwice,
    onProgress: progress.show,
  };
  try {
    const answer = await solve(request, families);
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, text, fault, ended } = answer;
    if (json) printJson(record);
    else {
      printLines(text);
      noteWarnings(record.warnings);
    }
    if (fault === null) return CODES[ended];
    process.stderr.write(`${fault.message}\n`);
    return fault.isOurs ? EXIT.ourFault : EXIT.badInput;
  } finally {
    interrupt.release();
  }
}
