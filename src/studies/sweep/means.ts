import { meanInterval, type MeanInterval } from '../../experiments/statistics.js';

/** Returns the means of figures over runs, with 95 % intervals; null if some run has no value. */
export function meansOf<Run, Key extends string>(
  runs: readonly Run[],
  figures: Readonly<Record<Key, (run: Run) => number | null>>,
): Readonly<Record<Key, MeanInterval | null>> {
  const means = Object.entries<(run: Run) => number | null>(figures).map(([key, of]) => {
    const known = runs.flatMap((run) => of(run) ?? []);
    return [key, known.length < runs.length ? null : meanInterval(known)] as const;
  });
  return Object.fromEntries(means) as Record<Key, MeanInterval | null>;
}
