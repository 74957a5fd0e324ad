import type { TrialRequest } from '../../experiments/design.js';
import type { EndedSearch, SearchMemory } from '../../families/geo/methods/gald/gald.js';
import { openOrBeginJournal } from '../../runs/journal.js';
import { isGenetic, levelOf } from './budgets.js';

/**
 * Memory of the epochs that a killed run of the same trial searched to their end: with the thesis' hour per epoch a
 * trial takes a day. null for trials that need none.
 */
export function memoryOf(input: TrialRequest, instanceSha256: string): (SearchMemory & { close: () => void }) | null {
  const { cell, seed, settings, partFile } = input;
  if (partFile === undefined || !isGenetic(levelOf(cell['method']!))) return null;
  // What another trial left is of no use.
  const journal = openOrBeginJournal(partFile, JSON.stringify({ cell, seed, settings, instanceSha256 }));
  const known = new Map(journal.lines.map((line) => JSON.parse(line) as [string, EndedSearch]));
  return {
    recall: (name) => known.get(name),
    keep: (name, ended) => {
      journal.append(JSON.stringify([name, ended]));
    },
    close: () => {
      journal.close();
    },
  };
}
