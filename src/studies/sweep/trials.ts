import { meanInterval, type MeanInterval, pairedDifference } from '../../experiments/statistics.js';
import { type AxisRecord, axisRecord, type SweepAxis } from './axes.js';

/** A setting of a sweep over trials: the options that all its runs have. */
export interface Setting<Asked> {
  readonly label: string;
  /** Value of the axis; null for a setting beside the axis. */
  readonly at: number | null;
  readonly asked: Asked;
}

/** A run of a setting on a trial, with its figures under their keys; null where a run has no value. */
export type SettingRun = Readonly<Record<string, number | string | null>> & {
  /** Number of the trial, from 1. */
  readonly trial: number;
  readonly setting: string;
  /** Proven bound on the objective of any plan of the trial; null if it was not asked for. */
  readonly bound: number | null;
};

/** Trials over which means are taken: all, those that a value is chosen on, or those that it is reported on. */
export type TrialSet = 'all' | 'tuning' | 'held-out';

/** A setting on a set of trials. The means of its figures stand beside these fields under their keys. */
export interface SettingPoint {
  readonly setting: string;
  /** Value of the axis; empty for a setting beside the axis. */
  readonly values: readonly number[];
  readonly set: TrialSet;
  /** Numbers of the first and the last trial, such as "1-3". */
  readonly trials: string;
}

/** The value of the axis with the greatest mean of a figure. */
export interface BestValue {
  /** Key of the figure. */
  readonly figure: string;
  /** The value; of equally good ones the least. Null if all values are equally good, or some has no mean. */
  readonly at: number | null;
  /** Values that are equally good, ascending. */
  readonly ties: readonly number[];
  /** The same on the held-out trials; absent if there are none. */
  readonly atHeldOut?: number | null;
  /**
   * How much better the value looks on the tuning trials than on the held-out ones: a difference of shares of the
   * bound, or of the figure without bounds. Null if no value is chosen; absent without held-out trials.
   */
  readonly optimism?: number | null;
}

/** A sweep over trials: all settings are run on the same trials. */
export interface TrialSweep {
  readonly axes: readonly [AxisRecord];
  /** Number of trials in each set. */
  readonly trials: number;
  /** Settings on the sets of trials: those on the axis by ascending value, then the others. */
  readonly points: readonly SettingPoint[];
  readonly best: readonly BestValue[];
  /**
   * The best value by the first figure minus each other setting, over the held-out trials; empty if no value is chosen.
   * Absent without held-out trials.
   */
  readonly differences?: readonly { readonly to: string; readonly objective: MeanInterval; readonly wins: number }[];
}

/** What the result of a sweep is made from. */
export interface TrialsAsked {
  readonly axis: SweepAxis;
  readonly settings: readonly Setting<unknown>[];
  /** Number of trials in each set. */
  readonly trials: number;
  /** True if values are chosen on the first trials and reported on as many others. */
  readonly isHeldOut: boolean;
  /** Keys of the figures of which means are taken. */
  readonly figures: readonly string[];
  /** Keys of the figures by which the best value is chosen. */
  readonly chosenBy: readonly string[];
}

/** Returns the sets of trials of a sweep. */
export function trialSets({ isHeldOut }: Pick<TrialsAsked, 'isHeldOut'>): readonly TrialSet[] {
  return isHeldOut ? ['tuning', 'held-out'] : ['all'];
}

/** Returns the result of a sweep from all its runs. */
export function trialSweep(asked: TrialsAsked, runs: readonly SettingRun[]): TrialSweep {
  const { axis, settings, trials, isHeldOut, figures, chosenBy } = asked;
  const sets = trialSets(asked);
  const runsOf = (label: string, set: TrialSet): SettingRun[] =>
    runs.filter(({ setting, trial }) => setting === label && trial > trials === (set === 'held-out'));
  const meanOf = (label: string, set: TrialSet, key: string): MeanInterval | null => {
    const own = runsOf(label, set).map((run) => run[key] ?? null);
    return own.includes(null) ? null : meanInterval(own as number[]);
  };
  const points = sets.flatMap((set, s) =>
    settings.map(({ label, at }): SettingPoint => {
      const means = Object.fromEntries(figures.map((key) => [key, meanOf(label, set, key)]));
      const numbers = [s * trials + 1, (s + 1) * trials];
      return { setting: label, values: at === null ? [] : [at], set, trials: numbers.join('-'), ...means };
    }),
  );
  const onAxis = settings.filter(({ at }) => at !== null);
  // Means are compared exactly, because settings with the same runs have the same mean to the last bit.
  const bestOn = (set: TrialSet, key: string): readonly [best: Setting<unknown> | null, ties: readonly number[]] => {
    const means = onAxis.map(({ label }) => meanOf(label, set, key)?.mean ?? NaN);
    const greatest = Math.max(...means);
    const ties = onAxis.filter((_, n) => means[n] === greatest);
    const isOpen = ties.length === 0 || (ties.length === onAxis.length && ties.length > 1);
    return [isOpen ? null : ties[0]!, ties.map(({ at }) => at!)];
  };
  const best = chosenBy.map((figure): BestValue => {
    const [one, ties] = bestOn(sets[0]!, figure);
    const at = one?.at ?? null;
    if (!isHeldOut) return { figure, at, ties };
    const [shown = figure] = ['shareOfBound'].filter(
      (key) => figures.includes(key) && runs.every((run) => run[key] !== null),
    );
    const worth = (set: TrialSet): number => meanOf(one!.label, set, shown)!.mean;
    const optimism = one === null ? null : worth('tuning') - worth('held-out');
    return { figure, at, ties, atHeldOut: bestOn('held-out', figure)[0]?.at ?? null, optimism };
  });
  const chosen = onAxis.find(({ at }) => at === best[0]?.at);
  const valuesOf = (label: string): number[] => runsOf(label, 'held-out').map((run) => run[chosenBy[0]!] as number);
  const differences = settings
    .filter(({ at }) => at === null && chosen !== undefined)
    .map(({ label }) => {
      const { wins, n, mean, sd, interval } = pairedDifference(valuesOf(chosen!.label), valuesOf(label));
      return { to: label, objective: { n, mean, sd, interval }, wins };
    });
  return { axes: [axisRecord(axis)], trials, points, best, ...(isHeldOut ? { differences } : {}) };
}
