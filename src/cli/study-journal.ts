import { errorObstacle } from '../runs/files.js';
import { type JournalAnswer, type JournalFile, openJournal } from '../runs/journal.js';
import { OptionError } from './options.js';
import { note } from './output.js';

/** How a study speaks of its journal. */
export interface JournalWords {
  /** E.g. "comparison". */
  readonly study: string;
  /** What two runs must have in common to share one. */
  readonly common: string;
  /** What is taken from it, of `done` lines. */
  readonly taken: (done: number) => string;
}

/** What an earlier study of the same design left is taken up. @throws OptionError where there is something else */
export function journalAt(file: string, design: string, { study, common, taken }: JournalWords): JournalFile {
  const answer = opened(file, design);
  if (!answer.ok) {
    const what = answer.reason === 'design' ? `the journal of another ${study}` : 'a file that is no journal';
    const allowed = `a directory whose journal, if any, is of the same ${common}`;
    throw new OptionError(
      '--out',
      `${file}: ${what}`,
      allowed,
      `Name another directory, or remove ${file} to begin anew.`,
    );
  }
  if (answer.journal.warning !== null) note(answer.journal.warning);
  const done = answer.journal.lines.length;
  if (done > 0) process.stderr.write(`${taken(done)} are taken from ${file}.\n`);
  return answer.journal;
}

function opened(file: string, design: string): JournalAnswer {
  try {
    return openJournal(file, design);
  } catch (error) {
    const { path, value, allowed, remedy } = errorObstacle(file, error);
    throw new OptionError('--out', `${path}: ${value}`, allowed, remedy);
  }
}
