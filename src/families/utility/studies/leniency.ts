import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { type MeanInterval, pairedDifference } from '../../../experiments/statistics.js';
import { type AxisRecord, axisRecord, type SweepAxis } from '../../../studies/sweep/axes.js';
import { meansOf } from '../../../studies/sweep/means.js';
import { MIN_LENIENCY } from '../methods/filters/leniency.js';
import type { PolicySetting } from './setting.js';
import type { TrialAnswer } from './trials.js';

/** Figures of a setting over a set of trials; null where a trial has none. */
export interface SetFigures {
  readonly objective: MeanInterval | null;
  /** Utility over the bound of the trial; null without bounds. */
  readonly shareOfBound: MeanInterval | null;
  /** Share of the budget of the measured time that was drawn; null if there is none. */
  readonly budgetUsed: MeanInterval | null;
}

/** A setting with its results on both sets of trials. */
export interface SettingFigures {
  readonly label: string;
  /** Leniency, if it is fixed. */
  readonly leniency: number | null;
  readonly tuning: SetFigures;
  readonly heldOut: SetFigures;
}

/** Sweep of leniencies: chosen on one set of trials, reported on another. docs/utility/tuning.md. */
export interface LeniencySweep {
  readonly axes: readonly [AxisRecord];
  readonly filter: string;
  /** Trials of each set: tuning 1 to n, held-out n + 1 to 2 n. */
  readonly trials: number;
  /** Fixed leniencies, ascending. */
  readonly points: readonly SettingFigures[];
  /** Leniency learnt on line, no filter, and `price`. */
  readonly others: readonly SettingFigures[];
  /**
   * Leniency with the greatest mean utility on the tuning trials (the least of equals), and on the held-out ones; null
   * if several leniencies all have the same: nothing is chosen then.
   */
  readonly best: number | null;
  readonly bestHeldOut: number | null;
  /** Leniencies whose mean on the tuning trials is the greatest, ascending: all of them where nothing is chosen. */
  readonly ties: readonly number[];
  /**
   * Share of the bound (utility, without bounds) by which the best leniency looks better on the tuning trials than on
   * the held-out ones; null without one.
   */
  readonly optimism: number | null;
  /** Tuned setting less another one on the held-out trials, trial by trial; empty where nothing is chosen. */
  readonly differences: readonly { readonly to: string; readonly objective: MeanInterval; readonly wins: number }[];
}

/** Request for a sweep. */
export interface LeniencyRequest {
  readonly method: string;
  readonly filter: string;
  readonly axis: SweepAxis;
  readonly trials: number;
}

/** What a sweep varies, `--over leniency=0.3:3:0.3` or `--over leniency=0.5,1,2`, with its range. */
export const LENIENCIES = {
  leniency: { fits: (value: number) => value >= MIN_LENIENCY, text: `numbers from ${MIN_LENIENCY.toFixed(6)}` },
};

/** Label of the setting whose leniency is learnt on line. */
const ONLINE = 'online';
/** Label of the policy without its filter. */
const NONE = 'no filter';
/** Name and label of the policy that needs no leniency. */
const PRICE = 'price';

/** Returns the settings of a sweep: every leniency, the one learnt on line, the policy without its filter, and `price`; all run on all trials. */
export function sweepSettings({ method, filter, axis }: LeniencyRequest): PolicySetting[] {
  return [
    ...axis.values.map((leniency) => ({ label: labelOf(leniency), method, filter, leniency })),
    { label: ONLINE, method, filter, leniency: 'online' as const },
    { label: NONE, method },
    ...(method === PRICE ? [] : [{ label: PRICE, method: PRICE }]),
  ];
}

function labelOf(leniency: number): string {
  return `leniency ${leniency}`;
}

/** Returns the outcome of a sweep whose answers are complete: the best leniency of trials 1 to n, and what it is worth on trials n + 1 to 2 n. */
export function sweepOutcome(
  question: LeniencyRequest,
  { energyBudgetJPerDay }: UtilityInstance,
  answers: readonly TrialAnswer[],
): LeniencySweep {
  const { filter, axis, trials } = question;
  const of = (label: string, isHeldOut: boolean): TrialAnswer[] =>
    answers.filter((one) => one.label === label && one.trial > trials === isHeldOut);
  const figures = (label: string, isHeldOut: boolean): SetFigures =>
    meansOf(of(label, isHeldOut), {
      objective: ({ utility }) => utility,
      shareOfBound: ({ utility, bound }) => (bound === null || !(bound > 0) ? null : utility / bound),
      budgetUsed: ({ energyJ }) => (energyBudgetJPerDay === undefined ? null : energyJ.at(-1)! / energyBudgetJPerDay),
    });
  const setting = (label: string, leniency: number | null): SettingFigures => {
    return { label, leniency, tuning: figures(label, false), heldOut: figures(label, true) };
  };
  const points = axis.values.map((leniency) => setting(labelOf(leniency), leniency));
  const others = sweepSettings(question).slice(points.length);
  const tuned = bestBy(points, 'tuning');
  const { best } = tuned;
  const worth = ({ shareOfBound, objective }: SetFigures): number => (shareOfBound ?? objective!).mean;
  const utilities = (label: string): number[] => of(label, true).map(({ utility }) => utility);
  return {
    axes: [axisRecord(axis)],
    filter,
    trials,
    points,
    best: best?.leniency ?? null,
    others: others.map(({ label }) => setting(label, null)),
    bestHeldOut: bestBy(points, 'heldOut').best?.leniency ?? null,
    ties: tuned.ties.map(({ leniency }) => leniency!),
    optimism: best === null ? null : worth(best.tuning) - worth(best.heldOut),
    differences: (best === null ? [] : others).map(({ label }) => {
      const { wins, n, mean, sd, interval } = pairedDifference(utilities(best!.label), utilities(label));
      return { to: label, objective: { n, mean, sd, interval }, wins };
    }),
  };
}

/**
 * Returns the points with the greatest mean, and the first of them. Settings whose runs are alike have one mean to the
 * last bit, so equality is exact; where several points are all equal none is the best.
 */
function bestBy(
  points: readonly SettingFigures[],
  set: 'tuning' | 'heldOut',
): { readonly best: SettingFigures | null; readonly ties: readonly SettingFigures[] } {
  const mean = (point: SettingFigures): number => point[set].objective!.mean;
  const greatest = Math.max(...points.map(mean));
  const ties = points.filter((point) => mean(point) === greatest);
  return { best: ties.length === points.length && points.length > 1 ? null : ties[0]!, ties };
}
