import type { STUDY_RESUME_OPTIONS, STUDY_RUN_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import { FAMILIES } from '../../families/registry.js';
import { readTextFile } from '../../instances/text-file.js';
import { studyRun, type StudyRunAnswer } from '../../workbench/study/run.js';
import { EXIT } from '../exit-codes.js';
import { onSignals } from '../interrupt.js';
import { OptionError } from '../options.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';
import { studyProgress } from '../study-progress.js';
import type { StudyWords } from '../study-surroundings.js';

/** Words of `plenum study run`. */
type StudyRunOptions = WordsOf<typeof STUDY_RUN_OPTIONS>;

/** Exit codes by how the study ended (docs/commands.md). */
const CODES: Readonly<Record<StudyRunAnswer['ended'], number>> = {
  complete: EXIT.solved,
  crashed: EXIT.ourFault,
  stopped: EXIT.limitWithoutPlan,
};

/** `plenum study run`: returns the exit code. */
export async function studyRunCommand(study: string, options: StudyRunOptions, words: StudyWords): Promise<number> {
  const finish = new AbortController();
  const abort = new AbortController();
  const progress = studyProgress();
  let running = 0;
  const release = onSignals(
    (count) => {
      progress.clear();
      (count === 1 ? finish : abort).abort();
    },
    (earlier) => answerTo(earlier, running),
  );
  try {
    const answer = await studyRun({
      study,
      workers: options.workers,
      yes: options.yes,
      allowOutside: options.allowOutside,
      allowModules: options.allowModules,
      out: options.out ?? null,
      keys: keysOf(options),
      retry: options.retry,
      packageDirectory: words.packageDirectory,
      plenumVersion: words.plenumVersion,
      ...(words.families === FAMILIES ? {} : { families: words.families }),
      finish: finish.signal,
      abort: abort.signal,
      onProgress: progress.show,
      onRunning: (count) => {
        running = count;
      },
    });
    progress.clear();
    if (!answer.ok) return refuse(answer.faults, options.json);
    if (options.json) printJson(answer.record);
    else printLines(answer.text);
    noteWarnings(answer.notes);
    return CODES[answer.ended];
  } finally {
    release();
  }
}

/** `plenum study resume`: returns the exit code. */
export function studyResumeCommand(
  folder: string,
  options: WordsOf<typeof STUDY_RESUME_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  return studyRunCommand(folder, { ...options, out: folder }, words);
}

/** Returns the sentence on stderr for a request to end; none for the third, which ends the program. */
function answerTo(earlier: number, running: number): string | undefined {
  const runs = running === 1 ? '1 run' : `${running} runs`;
  return [`Finishing ${runs}; again to stop now.`, `Stopping now; ${runs} not recorded.`][earlier];
}

/** Returns the keys of the runs asked for; null for all. */
function keysOf({ runs, list, line }: StudyRunOptions): readonly string[] | null {
  if (list === undefined && line === undefined) return runs ?? null;
  if (list === undefined || line === undefined || runs !== undefined) {
    const allowed = '--list <file> and --line <n> together, or --runs <keys>';
    throw new OptionError('--list', list, allowed, 'Give both of them, and no --runs.');
  }
  const read = readTextFile(list);
  if (!read.ok) {
    const { value, allowed, remedy } = read.fault;
    throw new OptionError('--list', `${list}: ${String(value)}`, allowed, remedy);
  }
  const lines = read.text.trimEnd().split('\n');
  const keys = lines[line - 1]?.split(/\s+/).filter((key) => key !== '') ?? [];
  if (keys.length > 0) return keys;
  throw new OptionError('--line', line, `the number of a line of ${list} that holds keys`, 'Correct the number.');
}
