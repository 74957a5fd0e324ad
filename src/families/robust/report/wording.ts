import type { EnergyUntilLastCore, Robustness, RobustPromise } from '../../../../models/families/robust/outcome.js';
import { inUnit, joules, type Measured, percent, plain, type Shown, significant } from '../../../reports/format.js';
import { isInfiniteZ, quantile } from '../../../reports/wording.js';

/** Smallest distance of a probability from 1 that a double next to 1 still represents with most of its digits. */
const MIN_EXACT = 1e-12;
/** Absolute value above which a logarithm in a result stands for infinity, which JSON cannot represent. */
const INFINITE_LOG10 = 1e307;

/** Explanation of makespan-robustness Psi, shown below the probabilities that a planner can promise. */
export const PSI_IS = "the thesis' measure: of the least certain core alone";
/** Explanation of energy-robustness phi, shown below the probabilities that a planner can promise. */
export const PHI_IS = "the thesis' measure: nodes on until the core expected to be last";

/**
 * Returns a bound on a probability as text. It is "> 1 - 1e-12" if a double cannot represent the distance of the bound
 * from 1.
 */
export function boundText(bound: number, boundZ: number): string {
  return 1 - bound < MIN_EXACT && !(boundZ > 0 && isInfiniteZ(boundZ)) ? `> 1 - ${MIN_EXACT}` : probability(bound);
}

export function robustnessText({ z, probability: value, complement }: Robustness): string {
  return `${chanceText({ probability: value, complement })} (${quantile(z)})`;
}

/** Returns a probability as text. Near 1, the text gives its distance from 1. */
export function chanceText({ probability: value, complement }: Omit<Robustness, 'z'>): string {
  return complement > 0 && complement < 1e-6 ? `1 - ${complement.toPrecision(3)}` : probability(value);
}

/**
 * Returns a probability as text with six decimals. Near 1 the text gives its distance from 1, because six decimals
 * would look like certainty.
 */
function probability(value: number): string {
  if (value !== 0 && value < 1e-4) return value.toExponential(3);
  return value < 1 && value > 1 - 5e-7 ? `1 - ${(1 - value).toPrecision(3)}` : value.toFixed(6);
}

/** Returns the text on the energy, and on keeping the budget, if every node is on until its last core finishes. */
export function untilLastCoreText({ energyRobustness, energyMeanJ, energySdJ, excessJ }: EnergyUntilLastCore): string {
  return (
    `budget kept with probability ${robustnessText(energyRobustness)}, ${energyText(energyMeanJ)} expected ` +
    `(${excessText(excessJ, energyMeanJ)} Eq. 9), standard deviation ${energyText(energySdJ)}`
  );
}

/**
 * Returns three facts about a plan, each with a label: the deadline and the budget that it keeps with the stated
 * confidence, each alone; the same for both together; and the probability that it keeps both limits of the instance.
 */
export function promiseTexts(promise: RobustPromise): { readonly label: string; readonly text: string }[] {
  const { confidence, deadlineS, budgetJ, jointDeadlineS, jointBudgetJ } = promise;
  const surely = plain(percent(confidence));
  return [
    { label: `kept with ${surely}`, text: `deadline ${timeText(deadlineS)}; budget ${energyText(budgetJ)}` },
    {
      label: `both with ${surely}`,
      text: `deadline ${timeText(jointDeadlineS)} and budget ${energyText(jointBudgetJ)} together, at least`,
    },
    { label: 'both limits kept', text: bothText(promise) },
  ];
}

/**
 * Returns the text of the proven range of the probability that both the instance's deadline and its budget are kept.
 */
export function bothText({ bothLog10AtLeast, bothLog10AtMost }: RobustPromise): string {
  const [least, most] = [jointText(bothLog10AtLeast), jointText(bothLog10AtMost)];
  return least === most ? `with probability ${least}` : `with probability ${least} to ${most}`;
}

/** An excess of at most this fraction may be only the rounding error of a long sum. */
const ROUND_OFF = 1e-12;

/**
 * Returns the amount by which an energy exceeds `ofJ`, such as "12.3 kJ more than". If it may be only a rounding error,
 * the text is "no more than".
 */
export function excessText(excessJ: number, ofJ: number): string {
  return excessJ <= ROUND_OFF * ofJ ? 'no more than' : `${energyText(excessJ)} more than`;
}

/** Returns the text of the probability that all cores finish in time, given by its base-10 logarithm. */
export function jointText(log10: number): string {
  if (log10 < -INFINITE_LOG10) return '0';
  return log10 < -4
    ? `10^${log10.toFixed(2)}`
    : chanceText({ probability: 10 ** log10, complement: -Math.expm1(log10 * Math.LN10) });
}

/** Returns the text of an energy, in the unit (J, kJ, ...) in which the number is near 1. */
export function energyText(energyJ: number): string {
  return plain(joules(energyJ));
}

function timeText(timeS: number): string {
  return plain(inUnit(timeS, 's'));
}

/**
 * Returns a probability as reports show it, with six decimals. Near 0 it is a power of ten, near 1 its distance from 1.
 */
export function shownProbability(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  if (value > 0 && value < 1e-4) return { digits: value.toExponential(3), unit: '' };
  const isNearlyOne = value < 1 && value > 1 - 5e-7;
  return { digits: isNearlyOne ? `1 - ${(1 - value).toPrecision(3)}` : value.toFixed(6), unit: '' };
}

/**
 * Returns the probability of keeping a limit as reports show it. 0 is shown as "< 1e-300", because smaller
 * probabilities are rounded to 0.
 */
export function promised(value: Measured): Shown | null {
  return value === 0 ? { digits: '< 1e-300', unit: '' } : shownProbability(value);
}

/**
 * Returns a difference of probabilities or quantiles as reports show it, with three digits. Differences below 1e-12 are
 * rounding errors and shown as 0.
 */
export function difference(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: significant(Math.abs(value) < 1e-12 ? 0 : value, 3), unit: '' };
}

/** Returns a percentage as reports show it. Values below 1e-8 are rounding errors and shown as 0. */
export function ofHundred(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: significant(Math.abs(value) < 1e-8 ? 0 : value, 3), unit: '%' };
}

/** Returns a quantile as reports show it, with three decimals; "infinite" if it is infinite. */
export function quantileDigits(z: Measured): Shown | null {
  if (z === null || z === undefined) return null;
  const digits = isInfiniteZ(z) ? (z > 0 ? 'infinite' : '-infinite') : z.toFixed(3);
  return { digits, unit: '' };
}
