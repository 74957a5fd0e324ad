import type { Share } from './core-state.js';

/** Candidate for a start: a waiting task, the cores it can run on now, and its P-state. */
export interface Candidate {
  readonly task: number;
  readonly place: readonly Share[];
  readonly pState: number;
  /** Time that it takes to run, s. */
  readonly timeS: number;
  readonly energyJ: number;
  /** Leads (first cores) of the runs that it preempts. */
  readonly preempts: readonly number[];
}

/**
 * Returns the worth of a candidate now, in a unit of the policy's own; candidates with 0 or less, or NaN, are not
 * taken. Pure.
 */
export type Key = (candidate: Candidate, nowS: number) => number;

/**
 * Takes candidates greedily: as long as some candidate's worth is above 0, the best one is taken and the candidates are
 * determined anew. Among equal ones the first is taken, so that equal candidates in equal order give equal choices.
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
