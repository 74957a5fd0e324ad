import { pairsOf } from '../../experiments/select.js';
import {
  type MeanInterval,
  meanInterval,
  type PairedDifference,
  pairedDifference,
} from '../../experiments/statistics.js';

/** What statistics need to know of a run of any family. */
export interface TrialRun {
  readonly trial: number;
  readonly method: string;
}

/** null leaves the run out. */
export type Pick1<R> = (run: R) => number | null;

export function valuesOf<R>(runs: readonly R[], pick: Pick1<R>): number[] {
  return runs.map(pick).filter((value) => value !== null);
}

export function byTrial<R extends TrialRun>(
  runs: readonly R[],
  method: string,
  pick: Pick1<R>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const run of runs) {
    const value = run.method === method ? pick(run) : null;
    if (value !== null) found.set(run.trial, value);
  }
  return found;
}

export function meanOrNull(values: readonly number[]): MeanInterval | null {
  return values.length === 0 ? null : meanInterval(values);
}

/** Trials in which every method came to its end: the bound comes first in each, so it did too. */
export function wholeTrials(methods: readonly string[], runs: readonly TrialRun[]): ReadonlySet<number> {
  const ended = new Map<number, number>();
  for (const { trial } of runs) ended.set(trial, (ended.get(trial) ?? 0) + 1);
  return new Set([...ended].flatMap(([trial, count]) => (count === methods.length ? [trial] : [])));
}

/** Number of the whole trials, by method, in which no other has more, but for what `tied` calls equal to the best. */
export function bestCounts<R extends TrialRun>(
  methods: readonly string[],
  runs: readonly R[],
  pick: Pick1<R>,
  tied: (value: number, best: number) => boolean,
): ReadonlyMap<string, number> {
  const whole = wholeTrials(methods, runs);
  const best = new Map<number, number>();
  for (const run of runs) {
    const value = pick(run);
    if (value !== null && whole.has(run.trial)) best.set(run.trial, Math.max(best.get(run.trial) ?? -Infinity, value));
  }
  const isBest = (run: R): boolean => {
    const value = pick(run);
    const most = best.get(run.trial);
    return value !== null && most !== undefined && tied(value, most);
  };
  return new Map(methods.map((method) => [method, runs.filter((run) => run.method === method && isBest(run)).length]));
}

/** Difference of two methods by common trials: null without one. */
export function paired<R extends TrialRun>(
  runs: readonly R[],
  method: string,
  reference: string,
  pick: Pick1<R>,
): { readonly unpaired: number; readonly difference: PairedDifference | null } {
  const { first, second, unpaired } = pairsOf(byTrial(runs, method, pick), byTrial(runs, reference, pick));
  return { unpaired, difference: first.length === 0 ? null : pairedDifference(first, second) };
}
