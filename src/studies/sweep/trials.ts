import type { MeanInterval } from '../../experiments/statistics.js';
import { groupedBy } from '../analysis/grouped-by.js';
import { commonBound, frameOf, type RunFrame } from '../compare/certificates.js';
import type { Comparison } from '../compare/comparison.js';
import { BOUND } from '../compare/runs.js';
import { methodDifferences, methodSummaries } from '../compare/summary.js';
import type { RunRecord } from '../plan/record.js';
import type { SweepAxis } from './axes.js';

/** Request for a sweep whose settings all run on the same trials. */
export interface TrialsAsked {
  readonly axis: SweepAxis;
  /** Compared settings: one for each value `at` of the axis, and further ones, for which `at` is null. */
  readonly settings: readonly { readonly label: string; readonly at: number | null }[];
  readonly trials: number;
  /** True if the best value is chosen on the first trials and then tested on as many others. */
  readonly isHeldOut: boolean;
  readonly figures: readonly { readonly key: string }[];
  /** Keys of figures. For each key, one best value is chosen, by the mean of the figure. */
  readonly chosenBy: readonly string[];
}

/** Result of a sweep over trials (fields: docs/jobs/sweeps.md, docs/utility/tuning.md). */
export type TrialSweep = ReturnType<typeof trialSweep>;
/** Means of the figures of one setting over a set of trials, by the keys of the figures. */
export type SettingPoint = TrialSweep['points'][number];

/** Returns the runs of a sweep over trials, rated like those of a comparison. Every trial has its own bounds. */
export function ratedTrials(comparison: Comparison, records: readonly RunRecord[]): RunFrame[] {
  const trials = groupedBy(records, ({ run: { more } }) => JSON.stringify([more['trial'], more['field']]));
  return [...trials.values()].flatMap((own) => {
    const { more, seed } = own[0]!.run;
    const trial = more['trial'] as number;
    const bound = commonBound(own, { trial, seed }, comparison);
    return own.flatMap((one) => (one.run.method === BOUND ? [] : [frameOf(comparison, one, trial, bound)]));
  });
}

/** Returns the result of a sweep over trials. Every setting must have a run in every trial. */
export function trialSweep(
  rules: Pick<Comparison, 'figures' | 'certificates' | 'better'>,
  { axis, settings, trials, isHeldOut, figures, chosenBy }: TrialsAsked,
  runs: readonly RunFrame[],
) {
  const labels = settings.map(({ label }) => label);
  const sets = isHeldOut ? (['tuning', 'held-out'] as const) : (['all'] as const);
  const summaries = sets.map((_, s) => {
    const own = runs.filter(({ trial }) => Math.floor(trial / trials) === s);
    return methodSummaries(rules, labels, own) as readonly object[] as readonly Record<string, MeanInterval | null>[];
  });
  const meanOf = (s: number, n: number, key: string): MeanInterval | null => {
    const mean = summaries[s]![n]![key] ?? null;
    // A mean over some of the trials could not be compared with the others.
    return mean?.n === trials ? mean : null;
  };
  const points = sets.flatMap((set, s) =>
    settings.map(({ label, at }, n) => ({
      setting: label,
      values: at === null ? [] : [at],
      set,
      /** Numbers of the first and the last trial, such as "1-3"; a single number if there is one trial. */
      trials: trials === 1 ? `${s + 1}` : `${s * trials + 1}-${(s + 1) * trials}`,
      ...(Object.fromEntries(figures.map(({ key }) => [key, meanOf(s, n, key)])) as object),
    })),
  );
  // Means are compared exactly, because settings with the same runs have the same mean to the last bit.
  const bestOn = (s: number, key: string) => {
    const means = axis.values.map((_, n) => meanOf(s, n, key)?.mean ?? NaN);
    const ties = axis.values.filter((_, n) => means[n] === Math.max(...means));
    return { at: ties.length > 1 && ties.length === means.length ? null : (ties[0] ?? null), ties };
  };
  const isBounded = sets.every((_, s) => settings.every((_, n) => meanOf(s, n, 'shareOfBound') !== null));
  const best = chosenBy.map((figure) => {
    const { at, ties } = bestOn(0, figure);
    if (!isHeldOut) return { figure, at, ties };
    // How much better the value looks on the trials that it was chosen on: a share of the bound, if there is one.
    const meanIn = (s: number): number =>
      meanOf(s, axis.values.indexOf(at!), isBounded ? 'shareOfBound' : figure)!.mean;
    const optimism = at === null ? null : meanIn(0) - meanIn(1);
    return { figure, at, ties, atHeldOut: bestOn(1, figure).at, optimism };
  });
  const chosen = settings.find(({ at }) => at !== null && at === best[0]?.at);
  const others = chosen === undefined ? [] : settings.filter(({ at }) => at === null);
  const heldOut = runs.filter(({ trial }) => trial >= trials);
  const differences = others.flatMap(({ label }) =>
    methodDifferences({ ...rules, figures: [] }, [chosen!.label, label], label, heldOut),
  );
  const { places: _, ...record } = axis;
  return { axes: [record] as const, trials, points, best, ...(isHeldOut ? { differences } : {}) };
}
