import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { meanInterval, pairedDifference } from '../../../../experiments/statistics.js';
import type { PolicySetting } from '../setting.js';
import type { TrialAnswer } from '../trials.js';
import type { LeniencySweep, SetFigures, SettingFigures } from './result.js';

/** Question of a sweep. */
export interface LeniencyRequest {
  readonly method: string;
  readonly filter: string;
  readonly values: readonly number[];
  readonly trials: number;
}

/** Label of the setting whose leniency is learnt on line. */
const ONLINE = 'online';
/** Label of the policy without its filter. */
const NONE = 'no filter';
/** Name and label of the policy that needs no leniency. */
const PRICE = 'price';

/** Settings of a sweep: every leniency, the one learnt on line, the policy without its filter, and `price`; all run on all trials. */
export function sweepSettings({ method, filter, values }: LeniencyRequest): PolicySetting[] {
  return [
    ...values.map((leniency) => ({ label: labelOf(leniency), method, filter, leniency })),
    { label: ONLINE, method, filter, leniency: 'online' as const },
    { label: NONE, method },
    ...(method === PRICE ? [] : [{ label: PRICE, method: PRICE }]),
  ];
}

function labelOf(leniency: number): string {
  return `leniency ${leniency}`;
}

/** Outcome of a sweep whose answers are complete: the best leniency of trials 1 to n, and what it is worth on trials n + 1 to 2 n. */
export function sweepOutcome(
  question: LeniencyRequest,
  { energyBudgetJPerDay }: UtilityInstance,
  answers: readonly TrialAnswer[],
): LeniencySweep {
  const { method, filter, values, trials } = question;
  const of = (label: string, isHeldOut: boolean): TrialAnswer[] =>
    answers.filter((one) => one.label === label && one.trial > trials === isHeldOut);
  const figures = (label: string, isHeldOut: boolean): SetFigures => {
    const set = of(label, isHeldOut);
    const mean = (read: (one: TrialAnswer) => number | null): ReturnType<typeof meanInterval> | null => {
      const known = set.map(read).filter((value): value is number => value !== null);
      return known.length < set.length ? null : meanInterval(known);
    };
    return {
      utility: meanInterval(set.map(({ utility }) => utility)),
      shareOfBound: mean(({ utility, bound }) => (bound === null || !(bound > 0) ? null : utility / bound)),
      budgetUsed: mean(({ energyJ }) =>
        energyBudgetJPerDay === undefined ? null : energyJ.at(-1)! / energyBudgetJPerDay,
      ),
    };
  };
  const setting = (label: string, leniency: number | null): SettingFigures => {
    return { label, leniency, tuning: figures(label, false), heldOut: figures(label, true) };
  };
  const points = values.map((leniency) => setting(labelOf(leniency), leniency));
  const others = sweepSettings(question).slice(values.length);
  const tuned = bestBy(points, ({ tuning }) => tuning.utility.mean);
  const { best } = tuned;
  const worth = ({ shareOfBound, utility }: SetFigures): number => shareOfBound?.mean ?? utility.mean;
  const utilities = (label: string): number[] => of(label, true).map(({ utility }) => utility);
  return {
    method,
    filter,
    trials,
    points,
    best: best?.leniency ?? null,
    others: others.map(({ label }) => setting(label, null)),
    bestHeldOut: bestBy(points, ({ heldOut }) => heldOut.utility.mean).best?.leniency ?? null,
    ties: tuned.ties.map(({ leniency }) => leniency!),
    optimism: best === null ? null : worth(best.tuning) - worth(best.heldOut),
    differences: (best === null ? [] : others).map(({ label }) => {
      const { wins, ...utility } = pairedDifference(utilities(best!.label), utilities(label));
      const { n, mean, sd, interval } = utility;
      return { to: label, utility: { n, mean, sd, interval }, wins };
    }),
  };
}

/**
 * Points with the greatest mean, and the first of them. Settings whose runs are alike have one mean to the last bit, so equality is exact; where
 * several points are all equal none is the best.
 */
function bestBy(
  points: readonly SettingFigures[],
  mean: (point: SettingFigures) => number,
): { readonly best: SettingFigures | null; readonly ties: readonly SettingFigures[] } {
  const greatest = Math.max(...points.map(mean));
  const ties = points.filter((point) => mean(point) === greatest);
  return { best: ties.length === points.length && points.length > 1 ? null : ties[0]!, ties };
}
