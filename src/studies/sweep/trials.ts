import { cutInterval, meanInterval, type MeanInterval, pairedDifference } from '../../experiments/statistics.js';
import { axisRecord, type SweepAxis } from './axes.js';

/** A setting of a sweep over trials: one value of the swept option or field, with the options of its runs. */
export interface Setting<Asked> {
  readonly label: string;
  /** Value of the swept option or field; null for an additional setting without one. */
  readonly at: number | null;
  readonly asked: Asked;
}

/** A run of one setting on one trial. Its results stand under their keys, null where it has none. */
export type SettingRun = Readonly<Record<string, number | string | null>> & {
  /** Number of the trial, from 1. */
  readonly trial: number;
  readonly setting: string;
  /** Proven bound on the objective of any plan of the trial; null if it was not asked for. */
  readonly bound: number | null;
};

/**
 * Set of trials over which means are taken: all, those on which the best value is chosen, or the others, on which it is
 * tested.
 */
export type TrialSet = 'all' | 'tuning' | 'held-out';

/** Request from which the result of a sweep over trials is computed. */
export interface TrialsAsked {
  readonly axis: SweepAxis;
  readonly settings: readonly Setting<unknown>[];
  /** Number of trials in each set of trials. */
  readonly trials: number;
  /** True if the best value is chosen on the first trials and then tested on as many others. */
  readonly isHeldOut: boolean;
  /** Results whose means are taken, each with the range of its possible values if that is limited. */
  readonly figures: readonly { readonly key: string; readonly within?: readonly [low: number, high: number] }[];
  /** Keys of the results by whose mean a best value is chosen, one for each key. */
  readonly chosenBy: readonly string[];
}

/** Result of a sweep over trials. Its fields are explained in docs/jobs/sweeps.md and docs/utility/tuning.md. */
export type TrialSweep = ReturnType<typeof trialSweep>;
/** Means of one setting over a set of trials. The mean of each result stands under the result's key. */
export type SettingPoint = TrialSweep['points'][number];
/** The swept value with the greatest mean of one result. Null if all means are equal or some setting has none. */
export type BestValue = TrialSweep['best'][number];

/** Returns the result of a sweep over trials from all its runs. Every setting must have run on the same trials. */
export function trialSweep(asked: TrialsAsked, runs: readonly SettingRun[]) {
  const { axis, settings, trials, isHeldOut, figures, chosenBy } = asked;
  const sets: readonly TrialSet[] = isHeldOut ? ['tuning', 'held-out'] : ['all'];
  const [first] = sets as readonly [TrialSet];
  const onAxis = settings.filter(({ at }) => at !== null);
  const valuesOf = (label: string, set: TrialSet, key: string): (number | string | null)[] =>
    runs.flatMap((run) =>
      run.setting === label && run.trial > trials === (set === 'held-out') ? [run[key] ?? null] : [],
    );
  const meanOf = (label: string, set: TrialSet, key: string): MeanInterval | null => {
    const values = valuesOf(label, set, key);
    const within = figures.find((one) => one.key === key)?.within;
    return values.includes(null) ? null : cutInterval(meanInterval(values as number[]), within);
  };
  // Means are compared exactly, because settings with the same runs have the same mean to the last bit.
  const bestOn = (set: TrialSet, key: string): { at: number | null; ties: number[] } => {
    const means = onAxis.map(({ label }) => meanOf(label, set, key)?.mean ?? NaN);
    const ties = onAxis.flatMap(({ at }, n) => (means[n] === Math.max(...means) ? [at!] : []));
    return { at: ties.length === onAxis.length && ties.length > 1 ? null : (ties[0] ?? null), ties };
  };
  const labelAt = (value: number): string => onAxis.find(({ at }) => at === value)!.label;
  const isBounded =
    figures.some(({ key }) => key === 'shareOfBound') && runs.every((run) => run['shareOfBound'] !== null);
  // How much better the value looks on the trials that it was chosen on: a share of the bound, if there is one.
  const optimismOf = (figure: string, at: number): number => {
    const [tuning, heldOut] = sets.map((set) => meanOf(labelAt(at), set, isBounded ? 'shareOfBound' : figure)!.mean);
    return tuning! - heldOut!;
  };
  const best = chosenBy.map((figure) => {
    const { at, ties } = bestOn(first, figure);
    const optimism = at === null || !isHeldOut ? null : optimismOf(figure, at);
    return { figure, at, ties, ...(isHeldOut ? { atHeldOut: bestOn('held-out', figure).at, optimism } : {}) };
  });
  const [{ figure, at } = { figure: '', at: null }] = best;
  const heldOut = (label: string): number[] => valuesOf(label, 'held-out', figure) as number[];
  const differences = (at === null || !isHeldOut ? [] : settings).flatMap(({ label, at: beside }) => {
    if (beside !== null) return [];
    const { wins, n, mean, sd, interval } = pairedDifference(heldOut(labelAt(at!)), heldOut(label));
    return [{ to: label, objective: { n, mean, sd, interval }, wins }];
  });
  return {
    axes: [axisRecord(axis)] as const,
    trials,
    points: sets.flatMap((set, s) =>
      settings.map(({ label, at: value }) => ({
        setting: label,
        values: value === null ? [] : [value],
        set,
        /** Numbers of the first and the last trial, such as "1-3"; "1" if there is one. */
        trials: trials === 1 ? `${s + 1}` : `${s * trials + 1}-${(s + 1) * trials}`,
        ...Object.fromEntries(figures.map(({ key }) => [key, meanOf(label, set, key)])),
      })),
    ),
    best,
    ...(isHeldOut ? { differences } : {}),
  };
}
