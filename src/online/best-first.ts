import type { Share } from './core-state.js';

/** A way to start a waiting task now: cores that can run it, and a P-state. */
export interface Candidate {
  readonly task: number;
  readonly place: readonly Share[];
  readonly pState: number;
  /** Execution time of the task, s. */
  readonly timeS: number;
  readonly energyJ: number;
  /** Numbers of the first cores (leads) of the runs that must be preempted before the task can start. */
  readonly preempts: readonly number[];
}

/**
 * Returns the priority of a candidate at this moment, in a unit of the policy's choice. Candidates of higher priority
 * start first; a candidate with a priority <= 0 or NaN is not started. The function must be pure.
 */
export type Key = (candidate: Candidate, nowS: number) => number;

/**
 * Starts waiting tasks greedily. Each time, the candidate of highest priority is started, on ties the first. Then the
 * candidates are listed anew, until none has a priority above 0.
 *
 * @param take starts the task of a candidate
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
