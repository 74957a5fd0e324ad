import type { Share } from './core-state.js';

/** A possible start: a waiting task, cores on which it can run now, and a P-state. */
export interface Candidate {
  readonly task: number;
  readonly place: readonly Share[];
  readonly pState: number;
  /** Time that the task takes to run, s. */
  readonly timeS: number;
  readonly energyJ: number;
  /** Leads (first cores) of the runs that would be preempted. */
  readonly preempts: readonly number[];
}

/**
 * Returns the current worth of a candidate, in a unit of the policy's own. Candidates with 0 or less, or NaN, are not
 * started. Pure.
 */
export type Key = (candidate: Candidate, nowS: number) => number;

/**
 * Starts candidates greedily: while some candidate's worth is above 0, starts the best one and determines the
 * candidates again. Of equal ones the first is started.
 */
export function bestFirst(
  candidates: () => Iterable<Candidate>,
  key: Key,
  nowS: number,
  take: (candidate: Candidate) => void,
): void {
  for (;;) {
    let best: Candidate | null = null;
    let most = 0;
    for (const candidate of candidates()) {
      const worth = key(candidate, nowS);
      if (!(worth > most)) continue;
      best = candidate;
      most = worth;
    }
    if (best === null) return;
    take(best);
  }
}
