import type { WritingFault } from '../families/commands.js';
import type { Refused } from '../instances/fault.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { EXIT } from './exit-codes.js';
import { interruptSwitch, type InterruptSwitch } from './interrupt.js';
import { note, noteWarnings, printJson, printLines, unopened } from './output.js';
import { progressLine } from './progress.js';

/** Callbacks with which a running command shows progress and messages, and learns whether the user asked to stop. */
export interface Terminal extends Pick<InterruptSwitch, 'asked' | 'askedTwice'> {
  readonly onProgress: (point: TrajectoryPoint, unit?: string) => void;
  readonly onNote: (text: string) => void;
}

/**
 * Callbacks for commands that cannot be interrupted. They print messages, show no progress, and never report a request
 * to stop.
 */
export const NOBODY: Terminal = {
  asked: () => false,
  askedTwice: () => false,
  onProgress: () => undefined,
  onNote: note,
};

/** Result of a command, both as JSON and as text. */
interface Told {
  readonly ok: true;
  /** Result for programs, printed as JSON. */
  readonly record: unknown;
  readonly text: string;
  /** Messages for people, on stderr. */
  readonly notes?: readonly string[];
  /** Fault because of which a file was not written; null or absent if there is none. */
  readonly fault?: WritingFault | null;
  /** How the command ended, which determines the exit code. */
  readonly ended: keyof typeof CODES;
}

/** Exit code for each way in which a command ends (docs/commands.md). */
const CODES = {
  solved: EXIT.solved,
  proven: EXIT.solved,
  noFeasiblePlan: EXIT.noFeasiblePlan,
  infeasible: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  failed: EXIT.ourFault,
  empty: EXIT.ourFault,
} as const;

/**
 * Runs a command that the user can interrupt, and prints its result or the faults of its input. Returns the exit code.
 */
export async function answerOf(
  json: boolean,
  run: (terminal: Terminal) => Promise<Told | (Refused & { readonly ok: false })>,
): Promise<number> {
  // Listening before anything is waited for: Ctrl-C must find somebody at home.
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const answer = await run({ ...interrupt, onProgress: progress.show, onNote: note });
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, text, notes = [], fault = null, ended } = answer;
    if (json) printJson(record);
    else printLines(text);
    noteWarnings(notes);
    if (fault === null) return CODES[ended];
    process.stderr.write(`${fault.message}\n`);
    return fault.isOurs ? EXIT.ourFault : EXIT.badInput;
  } finally {
    interrupt.release();
  }
}
