import { pairsOf } from '../../../../experiments/select.js';
import { pairedDifference, ratioOfMeans } from '../../../../experiments/statistics.js';
import { bestCounts, byTrial, meanOrNull, paired, type Pick1, valuesOf } from '../../../../studies/compare/summary.js';
import type { Contestant } from './contestants.js';
import type { CompareRun, MethodDifference, MethodSummary, NaiveSummary } from './record.js';

/** Equal but for rounding. */
const TIE = 1e-9;

export function methodSummaries(methods: readonly string[], runs: readonly CompareRun[]): MethodSummary[] {
  const best = bestCounts(
    methods,
    runs,
    (run) => run.objective,
    (value, most) => value >= most * (1 - TIE),
  );
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
      best: best.get(method)!,
    };
  });
}

/** Differences of every method but the reference, by common trials. */
export function methodDifferences(
  methods: readonly string[],
  reference: string,
  runs: readonly CompareRun[],
): MethodDifference[] {
  const share: Pick1<CompareRun> = ({ objective, bound }) =>
    objective === null || bound === null || bound <= 0 ? null : objective / bound;
  return methods
    .filter((method) => method !== reference)
    .map((method) => {
      const { unpaired, difference } = paired(runs, method, reference, (run) => run.objective);
      const ofBound = paired(runs, method, reference, share).difference;
      return { method, reference, unpaired, objective: difference, ofBound };
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
