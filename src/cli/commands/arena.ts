import type { ARENA_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import { arena } from '../../workbench/study/arena.js';
import { OptionError } from '../options.js';
import { note } from '../output.js';
import { studyUnderWay } from '../study-under-way.js';
import type { StudyWords } from '../study-surroundings.js';

/** Messages after the first and the second request to stop. */
const ENDING = ['Finishing the runs under way; again to stop now.', 'Stopping now.'];

/** Runs `plenum arena`, which recommends a method for an instance. Returns the exit code. */
export async function arenaCommand(
  file: string,
  options: WordsOf<typeof ARENA_OPTIONS>,
  words: StudyWords,
): Promise<number> {
  const { budgets, work, variants = null, methods = null, out = null, writeStudy = null, json, ...others } = options;
  if (budgets !== undefined && work !== undefined) {
    throw new OptionError('--work', 'with --budgets', 'limits of time or of work', 'Leave one of them out.');
  }
  return studyUnderWay(
    words,
    json,
    (earlier) => ENDING[earlier],
    (around) =>
      arena({
        ...others,
        ...around,
        file,
        variants,
        methods,
        out,
        writeStudy,
        budgets: budgets ?? work ?? null,
        onPlan: note,
      }),
  );
}
