/** Maximum number of seeds of a study. Our choice: with more it exceeds the maximum number of runs anyway. */
export const MAX_SEEDS = 1_000_000;

/**
 * Returns the seeds that a study states, such as 5, [1, 2, 3], "1..10", "1..9 step 2" or "1, 2, 5", or a sentence on
 * their fault.
 */
export function writtenSeeds(
  written: string | number | readonly number[],
): readonly number[] | { readonly fault: string } {
  if (typeof written === 'number') return [written];
  if (typeof written !== 'string') return distinct(written);
  const seeds: number[] = [];
  for (const part of written.split(',')) {
    const match = /^\s*(\d{1,16})(?:\s*\.\.\s*(\d{1,16})(?:\s+step\s+(\d{1,16}))?)?\s*$/.exec(part);
    if (match === null) return { fault: `"${part.trim()}" is no seed and no range such as 1..10` };
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    const step = Number(match[3] ?? 1);
    if (last > Number.MAX_SAFE_INTEGER || first > Number.MAX_SAFE_INTEGER) {
      return { fault: `a seed is at most ${Number.MAX_SAFE_INTEGER}` };
    }
    if (step === 0) return { fault: 'the step is 0' };
    if (last < first) return { fault: `${last} comes before ${first}` };
    if ((last - first) / step >= MAX_SEEDS - seeds.length) return { fault: `more than ${MAX_SEEDS} seeds` };
    for (let seed = first; seed <= last; seed += step) seeds.push(seed);
  }
  return distinct(seeds);
}

function distinct(seeds: readonly number[]): readonly number[] | { readonly fault: string } {
  if (seeds.length === 0) return { fault: 'there is none' };
  if (seeds.length > MAX_SEEDS) return { fault: `more than ${MAX_SEEDS} seeds` };
  const seen = new Set<number>();
  for (const seed of seeds) {
    if (seen.has(seed)) return { fault: `${seed} comes twice` };
    seen.add(seed);
  }
  return seeds;
}
