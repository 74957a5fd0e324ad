import { S_PER_H } from '../../models/units.js';
import type { TrialRequest } from '../experiments/design.js';
import type { JournalEntry } from '../experiments/record.js';
import type { Pace } from './paper.js';

/**
 * Returns the expected time of the waiting trials with `workers` workers, s. A trial takes the mean time of finished
 * trials of its kind (`entries`), or else the first guess.
 */
export function estimateS(
  { kindOf, firstGuessS }: Pace,
  waiting: readonly Pick<TrialRequest, 'cell' | 'settings'>[],
  entries: readonly Pick<JournalEntry, 'cell' | 'times'>[],
  workers: number,
): number {
  const measured = new Map<string, { sum: number; count: number }>();
  for (const { cell, times } of entries) {
    const seen = measured.get(kindOf(cell)) ?? { sum: 0, count: 0 };
    measured.set(kindOf(cell), { sum: seen.sum + (times['solve'] ?? 0), count: seen.count + 1 });
  }
  const total = waiting.reduce((sum, input) => {
    const seen = measured.get(kindOf(input.cell));
    return sum + (seen === undefined ? firstGuessS(input) : seen.sum / seen.count);
  }, 0);
  return total / workers;
}

/** Returns the mean measured time of each kind of trial, s. */
export function meanTimes(
  { kindOf }: Pace,
  entries: readonly Pick<JournalEntry, 'cell' | 'times'>[],
): Readonly<Record<string, number>> {
  const kinds = [...new Set(entries.map(({ cell }) => kindOf(cell)))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = entries.filter(({ cell }) => kindOf(cell) === kind).map(({ times }) => times['solve'] ?? 0);
      return [kind, Number((own.reduce((sum, seconds) => sum + seconds, 0) / own.length).toPrecision(3))];
    }),
  );
}

/** Returns a duration in words: "about 4 min", "about 2.5 h". */
export function durationText(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / S_PER_H).toFixed(1)} h`;
}
