import { compensatedSum } from './compensated-sum.js';

/** A task or job that ran to its end. */
export interface Served {
  /** Time from arrival to end, s. */
  readonly responseS: number;
  /** Time during which it ran, s: its response time without all waiting, also that of pauses between pieces. */
  readonly ranS: number;
}

/** Waiting times and bounded slowdowns of tasks or jobs that ran to their end; null if none did. */
export interface Waiting {
  readonly waitMeanS: number | null;
  /** 95th percentile of the waiting time, s: the least value that at least 95 % of the tasks do not exceed. */
  readonly wait95S: number | null;
  readonly slowdownMean: number | null;
  /** 95th percentile of the bounded slowdown. */
  readonly slowdown95: number | null;
}

/**
 * Run time from which a slowdown counts in full, s. Shorter tasks count as if they ran this long, so that a wait of
 * seconds is no slowdown of thousands (Feitelson, Metrics for parallel job scheduling and their convergence, LNCS 2221,
 * 2001: 10 s).
 */
const MIN_RUN_S = 10;

/**
 * Returns mean and 95th percentile of waiting time and bounded slowdown. Waiting time is response time less run time.
 * Bounded slowdown is max(1, response time / max(run time, 10 s)).
 */
export function waitingOf(served: readonly Served[]): Waiting {
  const [waitMeanS, wait95S] = meanAnd95(served.map(({ responseS, ranS }) => Math.max(0, responseS - ranS)));
  const [slowdownMean, slowdown95] = meanAnd95(
    served.map(({ responseS, ranS }) => Math.max(1, responseS / Math.max(ranS, MIN_RUN_S))),
  );
  return { waitMeanS, wait95S, slowdownMean, slowdown95 };
}

/** Returns the mean and the 95th percentile (nearest rank) of values; null for none. */
function meanAnd95(values: readonly number[]): readonly [number | null, number | null] {
  const count = values.length;
  if (count === 0) return [null, null];
  const sorted = Float64Array.from(values).sort();
  // In whole numbers: 0.95 times a multiple of 20 may round to more than it is.
  return [compensatedSum(values, (value) => value) / count, sorted[Math.ceil((19 * count) / 20) - 1]!];
}
