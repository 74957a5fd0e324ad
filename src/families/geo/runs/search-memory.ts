import { removeFile } from '../../../runs/files.js';
import { openJournal } from '../../../runs/journal.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../../instances/fault.js';
import type { GaldChoices, EndedSearch, SearchMemory } from '../methods/outcome.js';

/** Finished searches of method `gald-cl`, stored in a file. */
export interface StoredMemory extends SearchMemory {
  readonly ok: true;
  readonly close: () => void;
}

/** Options that affect a run's searches; stored results are used only if these and the instance are equal. */
interface Searched {
  readonly seed: number;
  readonly gald?: Omit<GaldChoices, 'memory'>;
}

/**
 * Opens a file of finished searches, so that an interrupted run can continue. Results in it are used if they are for
 * the same instance and options, and otherwise replaced. A file of any other kind is refused.
 */
export function searchMemory(
  file: string,
  { seed, gald }: Searched,
  { sha256 }: { readonly sha256: string },
): StoredMemory | Refused {
  const design = JSON.stringify({ sha256, seed, ...gald });
  let opened = openJournal(file, design);
  if (!opened.ok && opened.reason === 'design') {
    removeFile(file);
    opened = openJournal(file, design);
  }
  if (!opened.ok) return { ok: false, faults: [notOurs(file)] };
  const { journal } = opened;
  const known = new Map(journal.lines.map((line) => JSON.parse(line) as [string, EndedSearch]));
  return {
    ok: true,
    recall: (name) => known.get(name),
    keep: (name, ended) => {
      journal.append(JSON.stringify([name, ended]));
    },
    close: journal.close,
  };
}

function notOurs(file: string): Fault {
  const allowed = 'the file of an earlier run, or the name of a new one';
  return { file: COMMAND_LINE, path: '--resume', value: file, allowed, remedy: 'Name another file.' };
}
