import type { Share } from './core-state.js';

/** One way to run one waiting task now. */
export interface Candidate {
  readonly task: number;
  readonly place: readonly Share[];
  readonly pState: number;
  /** How long it would run, s, and what all its cores would draw in that time, J. */
  readonly timeS: number;
  readonly energyJ: number;
  /** Leads of runs that would have to make room. */
  readonly preempts: readonly number[];
}

/** Worth of a candidate now, in a unit of the policy's own; what is worth 0 or less, or NaN, is not taken. Pure. */
export type Key = (candidate: Candidate, nowS: number) => number;

/**
 * Greedy choice: as long as some candidate is worth something, the best one is taken and candidates are looked at anew. Among equal ones the
 * first is taken, so that the same candidates in the same order give the same choice.
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
