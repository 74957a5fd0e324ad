import type { STUDY_RESUME_OPTIONS, STUDY_RUN_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import { readTextFile } from '../../instances/text-file.js';
import { studyRun } from '../../workbench/study/run.js';
import { OptionError } from '../options.js';
import { studyUnderWay } from '../study-under-way.js';
import type { StudyWords } from '../study-surroundings.js';

type StudyRunOptions = WordsOf<typeof STUDY_RUN_OPTIONS>;

/** Runs `plenum study run`, which makes the runs of a study. Returns the exit code. */
export async function studyRunCommand(study: string, options: StudyRunOptions, words: StudyWords): Promise<number> {
  const { json, out = null, workers, retry, yes, allowOutside, allowModules } = options;
  let running = 0;
  const sentenceFor = (earlier: number): string | undefined => answerTo(earlier, running);
  return studyUnderWay(words, json, sentenceFor, (around) =>
    studyRun({
      workers,
      retry,
      yes,
      allowOutside,
      allowModules,
      ...around,
      study,
      out,
      keys: keysOf(options),
      onRunning: (count) => {
        running = count;
      },
    }),
  );
}

/** Runs `plenum study resume`, which makes the missing runs of a study. Returns the exit code. */
export function studyResumeCommand(
  folder: string,
  options: WordsOf<typeof STUDY_RESUME_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  return studyRunCommand(folder, { ...options, out: folder }, words);
}

/**
 * Returns the message for the user's request to stop; undefined for the third, which ends the program.
 *
 * @param earlier number of earlier requests
 * @param running number of runs that have not ended
 */
function answerTo(earlier: number, running: number): string | undefined {
  const runs = running === 1 ? '1 run' : `${running} runs`;
  return [`Finishing ${runs}; again to stop now.`, `Stopping now; ${runs} not recorded.`][earlier];
}

/** Returns the keys of the requested runs; null for all runs of the study. */
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
