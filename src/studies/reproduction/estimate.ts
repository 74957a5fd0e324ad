import type { TrialInput } from '../../experiments/design.js';
import type { JournalEntry } from '../../experiments/record.js';
import { methodOf } from './figures.js';

/** Seconds of one solve on one slow core, for a first guess; measured ones take their place as trials end. */
const FIRST_GUESS_S: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '1080': { greedy: 0.2, 'config-lp': 1.2, nlp: 9 },
  '4320': { greedy: 1, 'config-lp': 15, nlp: 120 },
};
/** Of one step of the GA. */
const FIRST_GUESS_GA_STEP_S: Readonly<Record<string, number>> = { '1080': 0.06, '4320': 1.1 };

/** Expected seconds of the given trials on `workers` workers, from the mean time of like ones among `entries`. */
export function estimateS(
  waiting: readonly Pick<TrialInput, 'cell' | 'settings'>[],
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

/** Mean seconds by room size and method: for the budget of the GA, and for the reader. */
export function meanTimes(entries: readonly Pick<JournalEntry, 'cell' | 'times'>[]): Readonly<Record<string, number>> {
  const kinds = [...new Set(entries.map(({ cell }) => kindOf(cell)))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = entries.filter(({ cell }) => kindOf(cell) === kind).map(({ times }) => times['solve'] ?? 0);
      return [kind, Number((own.reduce((sum, seconds) => sum + seconds, 0) / own.length).toPrecision(3))];
    }),
  );
}

/** "about 4 min", "about 2.5 h". */
export function durationText(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3600).toFixed(1)} h`;
}

function kindOf(cell: TrialInput['cell']): string {
  return `${cell['nodes']!} nodes, ${cell['method']!}`;
}

function firstGuessS({ cell, settings }: Pick<TrialInput, 'cell' | 'settings'>): number {
  const { method, share } = methodOf(cell['method']!);
  const nodes = cell['nodes']!;
  if (method === 'ga') return share * Number(settings[`gaSteps${nodes}`]) * FIRST_GUESS_GA_STEP_S[nodes]!;
  return FIRST_GUESS_S[nodes]?.[method] ?? 10;
}
