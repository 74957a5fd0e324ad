import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { type MeanInterval, pairedDifference } from '../../../experiments/statistics.js';
import { type AxisRecord, axisRecord, type SweepAxis } from '../../../studies/sweep/axes.js';
import { meansOf } from '../../../studies/sweep/means.js';
import { MIN_LENIENCY } from '../methods/filters/leniency.js';
import type { PolicySetting } from './setting.js';
import type { TrialAnswer } from './trials.js';

/** Mean figures of a setting over a set of trials; null if some trial has no value. */
export interface SetFigures {
  readonly objective: MeanInterval | null;
  /** Utility divided by the bound of the trial; null without bounds. */
  readonly shareOfBound: MeanInterval | null;
  /** Share of the budget of the measured time that was used; null if there is no budget. */
  readonly budgetUsed: MeanInterval | null;
}

/** A setting with its figures on both sets of trials. */
export interface SettingFigures {
  readonly label: string;
  /** The leniency if it is a fixed number; otherwise null. */
  readonly leniency: number | null;
  readonly tuning: SetFigures;
  readonly heldOut: SetFigures;
}

/** Sweep of leniencies: the best is chosen on one set of trials and reported on another. See docs/utility/tuning.md. */
export interface LeniencySweep {
  readonly axes: readonly [AxisRecord];
  readonly filter: string;
  /** Number n of trials in each set: trials 1 to n are for tuning, n + 1 to 2 n are held out. */
  readonly trials: number;
  /** Settings with a fixed leniency, ascending. */
  readonly points: readonly SettingFigures[];
  /** The other settings: leniency learnt online, no filter, and `price`. */
  readonly others: readonly SettingFigures[];
  /**
   * Leniency with the greatest mean utility on the tuning trials, and on the held-out ones. Of equal ones the least is
   * given; null if all leniencies are equal, so that none is chosen.
   */
  readonly best: number | null;
  readonly bestHeldOut: number | null;
  /** Leniencies that share the greatest mean on the tuning trials, ascending. */
  readonly ties: readonly number[];
  /**
   * How much better the best leniency looks on the tuning trials than on the held-out ones, as a difference of shares
   * of the bound (of utilities without bounds); null if none is chosen.
   */
  readonly optimism: number | null;
  /** The tuned setting minus each other one, over the held-out trials; empty if no leniency is chosen. */
  readonly differences: readonly { readonly to: string; readonly objective: MeanInterval; readonly wins: number }[];
}

/** Request for a sweep. */
export interface LeniencyRequest {
  readonly method: string;
  readonly filter: string;
  readonly axis: SweepAxis;
  readonly trials: number;
}

/** Ranges of what this sweep varies: `--over leniency=0.3:3:0.3` or `--over leniency=0.5,1,2`. */
export const LENIENCIES = {
  leniency: { fits: (value: number) => value >= MIN_LENIENCY, text: `numbers from ${MIN_LENIENCY.toFixed(6)}` },
};

/** Label of the setting whose leniency is learnt online. */
const ONLINE = 'online';
/** Label of the policy without its filter. */
const NONE = 'no filter';
/** Name and label of the policy that uses no leniency. */
const PRICE = 'price';

/**
 * Returns the settings of a sweep: every leniency, the one learnt online, the policy without its filter, and `price`.
 * All are run on all trials.
 */
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

/**
 * Returns the result of a sweep from all its answers: the best leniency on trials 1 to n, and its result on trials n +
 * 1 to 2 n.
 */
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
 * Returns the points with the greatest mean, and the first of them as the best; there is no best if several points are
 * all equal. The means are compared exactly, because settings with the same runs have the same mean to the last bit.
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
