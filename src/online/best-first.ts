import type { Share } from './core-state.js';

/** A possible start: a waiting task, cores that can run it now, and a P-state. */
export interface Candidate {
  readonly task: number;
  readonly place: readonly Share[];
  readonly pState: number;
  /** Execution time of the task, s. */
  readonly timeS: number;
  readonly energyJ: number;
  /** Runs that would be preempted, identified by their leads (first cores). */
  readonly preempts: readonly number[];
}

/**
 * Priority of a candidate at this moment, in a unit of the policy's choice. A candidate with a priority of 0 or less,
 * or NaN, is not started. Must be a pure function.
 */
export type Key = (candidate: Candidate, nowS: number) => number;

/**
 * Starts candidates greedily: while some candidate has a priority above 0, starts the best one and lists the candidates
 * anew. Of equal ones, the first is started.
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
