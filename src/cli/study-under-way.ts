import { FAMILIES } from '../families/registry.js';
import type { Refused } from '../instances/fault.js';
import type { StudyRunAnswer, StudyRunRequest } from '../workbench/study/run.js';
import { EXIT } from './exit-codes.js';
import { onSignals } from './interrupt.js';
import { noteWarnings, printJson, printLines, refuse } from './output.js';
import { studyProgress } from './study-progress.js';
import type { StudyWords } from './study-surroundings.js';

/**
 * Fields that the command line adds to a request for runs: facts about the package, and the user's requests to stop.
 */
type UnderWay = Pick<
  StudyRunRequest,
  'packageDirectory' | 'plenumVersion' | 'families' | 'finish' | 'abort' | 'onProgress'
>;
type Ended = Pick<StudyRunAnswer, 'ok' | 'ended' | 'text' | 'notes'> & { readonly record: unknown };

/** Exit code for each way in which a study ends (docs/commands.md). */
const CODES = { complete: EXIT.solved, crashed: EXIT.ourFault, stopped: EXIT.limitWithoutPlan } as const;

/**
 * Makes the runs of a study until all are done or the user asks to stop, and prints the result. Returns the exit code.
 *
 * @param sentenceFor - Returns the message for a request to stop, given the number of earlier requests; undefined if
 * this request ends the program.
 */
export async function studyUnderWay(
  { families, packageDirectory, plenumVersion }: StudyWords,
  json: boolean,
  sentenceFor: (earlier: number) => string | undefined,
  make: (around: UnderWay) => Promise<Ended | Refused>,
): Promise<number> {
  const finish = new AbortController();
  const abort = new AbortController();
  const progress = studyProgress();
  const release = onSignals((count) => {
    progress.clear();
    (count === 1 ? finish : abort).abort();
  }, sentenceFor);
  try {
    const answer = await make({
      packageDirectory,
      plenumVersion,
      ...(families === FAMILIES ? {} : { families }),
      finish: finish.signal,
      abort: abort.signal,
      onProgress: progress.show,
    });
    progress.clear();
    if (!answer.ok) return refuse(answer.faults, json);
    if (json) printJson(answer.record);
    else printLines(answer.text);
    noteWarnings(answer.notes);
    return CODES[answer.ended];
  } finally {
    release();
  }
}
