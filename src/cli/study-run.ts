import type { Family } from '../families/family.js';
import type { Refused } from '../instances/problem.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { SeriesRequest } from '../families/studies.js';
import type { ChainRequest, ChainVerb } from '../workbench/chain.js';
import type { StudyAnswer, StudyPlace } from '../workbench/study.js';
import { EXIT } from './exit-codes.js';
import { interruptSwitch, type InterruptSwitch } from './interrupt.js';
import { note, noteWarnings, printJson, printLines, unopened } from './output.js';
import { progressLine } from './progress.js';
import { printStudyWritten } from './study-written.js';

/** Words of every study; the others are the families' own. */
export interface StudyOptions {
  readonly seed: number;
  readonly out?: string;
  /** Flag, true if files that Plenum did not write may be overwritten. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** Words of a series of runs beside those. */
export interface SeriesOptions extends StudyOptions {
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly bound: boolean;
  /** File to write the study to that these words mean; nothing is run then. */
  readonly writeStudy?: string;
}

/** Exit codes of a study by how it ended (docs/commands.md). */
const CODES: Readonly<Record<StudyAnswer['ended'], number>> = {
  solved: EXIT.solved,
  noFeasiblePlan: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  failed: EXIT.ourFault,
};

/** Terminal as a study sees it: who hears of progress and of what is taken from an earlier study, and whether to stop. */
export interface Terminal extends Pick<InterruptSwitch, 'asked' | 'askedTwice'> {
  readonly onProgress: (point: TrajectoryPoint) => void;
  readonly onNote: (text: string) => void;
}

/** Run of a study, whose answer is printed. Returns the exit code. */
export async function runStudyCommand(
  json: boolean,
  study: (terminal: Terminal) => Promise<StudyAnswer | Refused>,
): Promise<number> {
  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const answer = await study({ ...interrupt, onProgress: progress.show, onNote: note });
    progress.clear();
    if (!answer.ok) return unopened(answer, json);
    const { record, text, notes, fault, ended } = answer;
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

/** The study that a sweep or a day is, written to a file and not run. Returns the exit code. */
export async function writeChainCommand(
  verb: ChainVerb,
  { file, over, json, to }: Pick<ChainRequest, 'file' | 'over'> & { readonly json: boolean; readonly to: string },
  options: Omit<SeriesOptions, 'json' | 'writeStudy'>,
  families?: readonly Family[],
): Promise<number> {
  const { writeChain } = await import('../workbench/study/write-study.js');
  const series = seriesOf(options, { ...NOBODY, onNote: note });
  const target = { to, force: options.force === true };
  return printStudyWritten(await writeChain(verb, { ...series, file, over }, target, families), json);
}

/** Nobody who ends or watches anything. */
const NOBODY = { asked: () => false, askedTwice: () => false, onProgress: () => undefined };

/** A series of runs as the workbench is asked for it; what is left of the words is the family's. */
export function seriesOf(
  options: Omit<SeriesOptions, 'json' | 'writeStudy'>,
  { asked, askedTwice, onProgress, onNote }: Terminal,
): Omit<SeriesRequest, 'file'> & StudyPlace {
  const { seed, timeLimit, workLimit, bound, out, force = false, ...words } = options;
  return {
    ...{ words, seed, withBound: bound, out: out ?? null, overwrite: force, onProgress, onNote },
    limits: { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null },
    nowS: () => performance.now() / 1000,
    interrupted: asked,
    interruptedTwice: askedTwice,
  };
}
