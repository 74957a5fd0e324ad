import { pairsOf } from '../../../../experiments/select.js';
import {
  type MeanInterval,
  type MeanRatio,
  type PairedDifference,
  pairedDifference,
  ratioOfMeans,
} from '../../../../experiments/statistics.js';
import type { RunFrame } from '../../../../studies/compare/record.js';
import { byTrial, meanOrNull } from '../../../../studies/compare/summary.js';
import type { Contestant } from '../../../compare.js';

/** A run, and the reward rate that its plan would have without co-location, reward/s. */
type NaiveRun = RunFrame & { readonly naiveRewardPerS?: number | null };

export interface NaiveSummary {
  readonly method: string;
  readonly plans: number;
  /** Mean reward rate of its plans as if there were no co-location, reward/s. */
  readonly claimed: MeanInterval | null;
  /** Mean reward rate of its plans with co-location, reward/s. */
  readonly actual: MeanInterval | null;
  /** Mean actual reward divided by mean claimed reward, with Fieller's interval. */
  readonly kept: MeanRatio | null;
  /**
   * Reward rate of the form that plans with co-location minus that of this one, reward/s, over the trials in which both
   * have a plan. Null if there is no such trial or form.
   */
  readonly awareLessNaive: PairedDifference | null;
}

/**
 * Returns a summary of each naive form, which plans without co-location: the rewards that it claims, the rewards that
 * it earns, and how much more the same method earns if it plans with co-location.
 */
export function naiveSummaries(
  contestants: readonly Pick<Contestant, 'label' | 'asked'>[],
  runs: readonly NaiveRun[],
): NaiveSummary[] {
  return contestants
    .filter(({ asked }) => asked['naive'] === true)
    .map(({ label, asked: { method } }) => {
      const earned = (of: string): ReadonlyMap<number, number> => byTrial(runs, of, (run) => run.objective);
      const claimed = byTrial(runs, label, (run) => run.naiveRewardPerS ?? null);
      const actual = earned(label);
      const kept = pairsOf(actual, claimed);
      const aware = contestants.find(({ asked }) => asked['naive'] !== true && asked['method'] === method);
      const against = aware === undefined ? null : pairsOf(earned(aware.label), actual);
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
