import { pairsOf } from '../../experiments/select.js';
import { meanInterval, pairedDifference, ratioOfMeans } from '../../experiments/statistics.js';
import type { Contestant } from './contestants.js';
import type { CompareRun, MethodDifference, MethodSummary, NaiveSummary } from './record.js';

/** Equal but for rounding. */
const TIE = 1e-9;

type Pick1 = (run: CompareRun) => number | null;

function valuesOf(runs: readonly CompareRun[], pick: Pick1): number[] {
  return runs.map(pick).filter((value) => value !== null);
}

function byTrial(runs: readonly CompareRun[], method: string, pick: Pick1): Map<number, number> {
  const found = new Map<number, number>();
  for (const run of runs) {
    const value = run.method === method ? pick(run) : null;
    if (value !== null) found.set(run.trial, value);
  }
  return found;
}

function meanOrNull(values: readonly number[]): ReturnType<typeof meanInterval> | null {
  return values.length === 0 ? null : meanInterval(values);
}

/** Trials in which every method came to its end: the bound comes first in each, so it did too. */
export function wholeTrials(methods: readonly string[], runs: readonly CompareRun[]): ReadonlySet<number> {
  const ended = new Map<number, number>();
  for (const { trial } of runs) ended.set(trial, (ended.get(trial) ?? 0) + 1);
  return new Set([...ended].flatMap(([trial, count]) => (count === methods.length ? [trial] : [])));
}

export function methodSummaries(methods: readonly string[], runs: readonly CompareRun[]): MethodSummary[] {
  const whole = wholeTrials(methods, runs);
  const best = new Map<number, number>();
  for (const { trial, objective } of runs) {
    if (objective !== null && whole.has(trial)) best.set(trial, Math.max(best.get(trial) ?? -Infinity, objective));
  }
  return methods.map((method) => {
    const own = runs.filter((run) => run.method === method);
    const rated = own.filter(({ objective }) => objective !== null);
    return {
      method,
      plans: rated.length,
      withoutPlan: own.length - rated.length,
      objective: meanOrNull(valuesOf(rated, (run) => run.objective)),
      gap: meanOrNull(valuesOf(rated, (run) => run.gap)),
      // A run that broke down took no time of the method's.
      timeS: meanOrNull(valuesOf(own, (run) => (run.failure === undefined ? run.timeS : null))),
      best: rated.filter(({ trial, objective }) => objective! >= (best.get(trial) ?? Infinity) * (1 - TIE)).length,
    };
  });
}

/** Of every method but the reference, by common trials. */
export function methodDifferences(
  methods: readonly string[],
  reference: string,
  runs: readonly CompareRun[],
): MethodDifference[] {
  const share: Pick1 = ({ objective, bound }) =>
    objective === null || bound === null || bound <= 0 ? null : objective / bound;
  return methods
    .filter((method) => method !== reference)
    .map((method) => {
      const pairs = pairsOf(
        byTrial(runs, method, (run) => run.objective),
        byTrial(runs, reference, (run) => run.objective),
      );
      const shares = pairsOf(byTrial(runs, method, share), byTrial(runs, reference, share));
      return {
        method,
        reference,
        unpaired: pairs.unpaired,
        objective: pairs.first.length === 0 ? null : pairedDifference(pairs.first, pairs.second),
        ofBound: shares.first.length === 0 ? null : pairedDifference(shares.first, shares.second),
      };
    });
}

/** What naive forms promise, what they keep, and what their aware forms earn more. */
export function naiveSummaries(contestants: readonly Contestant[], runs: readonly CompareRun[]): NaiveSummary[] {
  return contestants
    .filter(({ naive }) => naive)
    .map(({ label, method }) => {
      const claimed = byTrial(runs, label, (run) => run.naiveObjective);
      const actual = byTrial(runs, label, (run) => run.objective);
      const kept = pairsOf(actual, claimed);
      const aware = contestants.find((other) => !other.naive && other.method === method);
      const against =
        aware === undefined
          ? null
          : pairsOf(
              byTrial(runs, aware.label, (run) => run.objective),
              actual,
            );
      return {
        method: label,
        plans: actual.size,
        claimed: meanOrNull([...claimed.values()]),
        actual: meanOrNull([...actual.values()]),
        kept: kept.second.some((value) => value !== 0) ? ratioOfMeans(kept.first, kept.second) : null,
        awareLessNaive:
          against === null || against.first.length === 0 ? null : pairedDifference(against.first, against.second),
      };
    });
}
