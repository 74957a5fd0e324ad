import { commonBound, frameOf, type RunFrame } from '../compare/certificates.js';
import type { Comparison } from '../compare/comparison.js';
import { BOUND } from '../compare/runs.js';
import { methodDifferences, methodSummaries } from '../compare/summary.js';
import { groupedBy } from '../analysis/grouped-by.js';
import type { MeanInterval } from '../../experiments/statistics.js';
import type { RunRecord } from '../plan/record.js';
import { axisRecord, type SweepAxis } from './axes.js';

/** Trials over which means are taken: all, those on which a value is chosen, or those on which it is then tested. */
export type TrialSet = 'all' | 'tuning' | 'held-out';

/** What a sweep over trials runs and reports. */
export interface TrialsAsked {
  readonly axis: SweepAxis;
  /** Contestants: one for each value of the axis, and others, whose value `at` is null. */
  readonly settings: readonly { readonly label: string; readonly at: number | null }[];
  /** Number of trials in each set. */
  readonly trials: number;
  /** True if the best value is chosen on the first trials and then tested on as many others. */
  readonly isHeldOut: boolean;
  readonly figures: readonly { readonly key: string }[];
  /** Keys of the figures by whose mean a best value is chosen, one for each key. */
  readonly chosenBy: readonly string[];
}

/** Result of a sweep over trials (fields: docs/jobs/sweeps.md and docs/utility/tuning.md). */
export type TrialSweep = ReturnType<typeof trialSweep>;
/** Means of one setting over a set of trials, by the keys of their figures. */
export type SettingPoint = TrialSweep['points'][number];

/** Returns the runs of a sweep over trials, rated as those of a comparison whose every trial has bounds of its own. */
export function ratedTrials(comparison: Comparison, records: readonly RunRecord[]): RunFrame[] {
  const trials = groupedBy(records, ({ run: { more } }) => JSON.stringify([more['trial'], more['field']]));
  return [...trials.values()].flatMap((own) => {
    const { more, seed } = own[0]!.run;
    const trial = more['trial'] as number;
    const bound = commonBound(own, { trial, seed }, comparison);
    return own.flatMap((one) => (one.run.method === BOUND ? [] : [frameOf(comparison, one, trial, bound)]));
  });
}

/** Returns the result of a sweep over trials. Every setting must have a plan in every trial. */
export function trialSweep(
  rules: Pick<Comparison, 'figures' | 'certificates' | 'better'>,
  asked: TrialsAsked,
  runs: readonly RunFrame[],
) {
  const { axis, settings, trials, isHeldOut, figures, chosenBy } = asked;
  const sets: readonly TrialSet[] = isHeldOut ? ['tuning', 'held-out'] : ['all'];
  const runsIn = (set: TrialSet) => runs.filter(({ trial }) => trial >= trials === (set === 'held-out'));
  const labels = settings.map(({ label }) => label);
  const points = sets.flatMap((set, s) => {
    const summaries = methodSummaries(rules, labels, runsIn(set));
    return settings.map(({ label, at }, n) => {
      const means = summaries[n] as unknown as Readonly<Record<string, MeanInterval | null>>;
      // A mean over some of the trials could not be compared with the others.
      const whole = figures.map(({ key }) => [key, means[key]?.n === trials ? means[key] : null]);
      return {
        setting: label,
        values: at === null ? [] : [at],
        set,
        /** Numbers of the first and the last trial, such as "1-3"; "1" if there is one. */
        trials: trials === 1 ? `${s + 1}` : `${s * trials + 1}-${(s + 1) * trials}`,
        ...(Object.fromEntries(whole) as Readonly<Record<string, MeanInterval | null>>),
      };
    });
  });
  const meanAt = (at: number, set: TrialSet, key: string): number => {
    const point = points.find(({ values, set: of }) => values[0] === at && of === set)!;
    return (point as unknown as Readonly<Record<string, MeanInterval | null>>)[key]?.mean ?? NaN;
  };
  // Means are compared exactly, because settings with the same runs have the same mean to the last bit.
  const bestOn = (set: TrialSet, key: string) => {
    const means = axis.values.map((at) => meanAt(at, set, key));
    const ties = axis.values.filter((_, n) => means[n] === Math.max(...means));
    return { at: ties.length === means.length && ties.length > 1 ? null : (ties[0] ?? null), ties };
  };
  const isBounded = runs.every((run) => (run as { readonly shareOfBound?: unknown }).shareOfBound != null);
  const best = chosenBy.map((figure) => {
    const { at, ties } = bestOn(sets[0]!, figure);
    if (!isHeldOut) return { figure, at, ties };
    // How much better the value looks on the trials that it was chosen on: a share of the bound, if there is one.
    const looks = isBounded ? 'shareOfBound' : figure;
    const optimism = at === null ? null : meanAt(at, 'tuning', looks) - meanAt(at, 'held-out', looks);
    return { figure, at, ties, atHeldOut: bestOn('held-out', figure).at, optimism };
  });
  const chosen = settings.find(({ at }) => at !== null && at === best[0]?.at);
  const beside = chosen === undefined ? [] : settings.filter(({ at }) => at === null);
  const differences = beside.flatMap(({ label }) =>
    methodDifferences({ ...rules, figures: [] }, [chosen!.label, label], label, runsIn('held-out')),
  );
  return { axes: [axisRecord(axis)] as const, trials, points, best, ...(isHeldOut ? { differences } : {}) };
}
