import type { JournalFile } from '../runs/journal.js';
import { type JournalWords as StudyWords, studyJournal } from '../workbench/study-files.js';
import { OptionError } from './options.js';
import { note } from './output.js';

/** How a study speaks of its journal. */
export interface JournalWords extends StudyWords {
  /** What is taken from it, of `done` lines. */
  readonly taken: (done: number) => string;
}

/** What an earlier study of the same design left is taken up. @throws OptionError where there is something else */
export function journalAt(file: string, design: string, words: JournalWords): JournalFile {
  const journal = studyJournal(file, design, words);
  if ('problem' in journal) throw OptionError.of(journal.problem);
  if (journal.warning !== null) note(journal.warning);
  const done = journal.lines.length;
  if (done > 0) process.stderr.write(`${words.taken(done)} are taken from ${file}.\n`);
  return journal;
}
