import type { ARENA_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import { FAMILIES } from '../../families/registry.js';
import { arena, type ArenaAnswer } from '../../workbench/study/arena.js';
import { EXIT } from '../exit-codes.js';
import { onSignals } from '../interrupt.js';
import { OptionError } from '../options.js';
import { note, noteWarnings, printJson, printLines, refuse } from '../output.js';
import { studyProgress } from '../study-progress.js';
import type { StudyWords } from '../study-surroundings.js';

/** Exit codes by how the study ended (docs/commands.md). */
const CODES: Readonly<Record<ArenaAnswer['ended'], number>> = {
  complete: EXIT.solved,
  crashed: EXIT.ourFault,
  stopped: EXIT.limitWithoutPlan,
};

/** `plenum arena`: which method should run. Returns the exit code. */
export async function arenaCommand(
  file: string,
  options: WordsOf<typeof ARENA_OPTIONS> & { readonly allowOutside: boolean },
  words: StudyWords,
): Promise<number> {
  const { budgets, work, variants = null, methods = null, out = null, writeStudy = null, json, ...others } = options;
  if (budgets !== undefined && work !== undefined) {
    throw new OptionError('--work', 'with --budgets', 'limits of time or of work', 'Leave one of them out.');
  }
  const finish = new AbortController();
  const abort = new AbortController();
  const progress = studyProgress();
  const release = onSignals(
    (count) => {
      progress.clear();
      (count === 1 ? finish : abort).abort();
    },
    (earlier) => ['Finishing the runs under way; again to stop now.', 'Stopping now.'][earlier],
  );
  try {
    const answer = await arena({
      ...others,
      file,
      variants,
      methods,
      out,
      writeStudy,
      budgets: budgets ?? work ?? null,
      packageDirectory: words.packageDirectory,
      plenumVersion: words.plenumVersion,
      ...(words.families === FAMILIES ? {} : { families: words.families }),
      finish: finish.signal,
      abort: abort.signal,
      onProgress: progress.show,
      onPlan: note,
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
