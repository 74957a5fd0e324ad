import type { EnergyUntilLastCore, Robustness, RobustPromise } from '../../../../models/problems/robust/outcome.js';
import type { RobustMeasure } from '../runs/rated.js';
import type { RobustRunRecord, RobustRunResult } from '../runs/result.js';
import { gapPercent, oneLine, plain, significant } from '../../../reports/format.js';
import { constraintName, isInfiniteZ, quantile, TERMINATIONS, violationText } from '../../../reports/wording.js';

/** Width of the column of labels, characters. */
const LABEL_WIDTH = 18;
/** Greatest number of violations listed. Ours. */
const MAX_VIOLATIONS = 5;
/** Least distance of a probability from 1 that keeps most of its digits in a double. */
const MIN_EXACT = 1e-12;
/** Labels of bounds, by what they are on. */
const BOUND_LABELS: Readonly<Record<RobustMeasure, string>> = {
  psi: 'bound on Psi',
  phi: 'bound on phi',
  'whole-bag': 'bound, all in time',
};
/** Number beyond which a logarithm stands for an infinite one, which JSON cannot hold. */
const INFINITE_LOG10 = 1e307;

/** Explanation of Psi wherever it stands below the probabilities that a planner can promise. */
export const PSI_IS = "the thesis' measure: of the least certain core alone";
/** Explanation of phi wherever it stands below the probabilities that a planner can promise. */
export const PHI_IS = "the thesis' measure: nodes on until the core expected to be last";

/** Summary of a robust run in some twenty lines for a terminal; ends with a newline. */
export function robustSummaryText({ result, evaluation }: RobustRunRecord): string {
  const verdict = result.feasible ? 'feasible (checked)' : evaluation === null ? 'no plan' : 'NOT FEASIBLE (checked)';
  const shown = result.violations.slice(0, MAX_VIOLATIONS);
  const lines = [
    `${oneLine(result.instance)}, ${result.problem}: ${verdict}, ${TERMINATIONS[result.termination]}`,
    ...(result.infeasibility === undefined ? [] : [labelled('why', oneLine(result.infeasibility.message))]),
    ...shown.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(result.violations.length > shown.length
      ? [labelled('', `and ${result.violations.length - shown.length} more`)]
      : []),
    labelled('method', methodText(result)),
    ...figures(result),
    ...bounds(result),
    ...(evaluation === null
      ? []
      : [
          labelled(
            'energy',
            `${energyText(evaluation.energyMeanJ)} expected (dynamic ${energyText(evaluation.energyByPart.dynamicJ)}, ` +
              `static ${energyText(evaluation.energyByPart.staticJ)}, overhead ${energyText(evaluation.energyByPart.overheadJ)}), ` +
              `standard deviation ${energyText(evaluation.energySdJ)}`,
          ),
        ]),
    ...result.binding.map(({ constraint, value, limit }) =>
      labelled('binds', `${constraintName(constraint)}: ${quantile(value)} against ${quantile(limit)}`),
    ),
    ...Object.entries(result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function methodText({ method, constraintHandling, improvements, seed }: RobustRunResult): string {
  const handled = constraintHandling === 'none' ? '' : `, constraint handling ${constraintHandling}`;
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  return `${oneLine(method)}${handled}${improved}, seed ${seed}`;
}

function figures({ psi, phi, jointPsiLog10, energyUntilLastCore, promise }: RobustRunResult): string[] {
  if (psi === null || phi === null) return [];
  return [
    labelled('all cores in time', jointPsiLog10 === null ? 'unknown' : jointText(jointPsiLog10)),
    ...(energyUntilLastCore === null ? [] : [labelled('until last core', untilLastCoreText(energyUntilLastCore))]),
    ...(promise === null ? [] : promiseTexts(promise).map(({ label, text }) => labelled(label, text))),
    labelled('Psi', `${robustnessText(psi)}, ${PSI_IS}`),
    labelled('phi', `${robustnessText(phi)}, ${PHI_IS}`),
  ];
}

function bounds(result: RobustRunResult): string[] {
  const {
    boundOn,
    bound,
    boundZ,
    boundLog10,
    gap,
    decadesToBound,
    psiGap,
    deadlineSlackPercent,
    energyBoundJ,
    energyGap,
  } = result;
  return [
    labelled(
      BOUND_LABELS[boundOn],
      bound === null || boundZ === null
        ? 'this run proves none'
        : boundLog10 !== null
          ? `${jointText(boundLog10)} (${quantile(boundZ)})`
          : `${boundText(bound, boundZ)} (${quantile(boundZ)})`,
    ),
    labelled('gap', plain(gapPercent(gap), oneLine(result.gapReason ?? ''))),
    ...(bound === null ? [] : [labelled('bound covers', oneLine(result.boundScope))]),
    ...(decadesToBound === null
      ? []
      : [labelled('decades off', `${decadesToBound.toFixed(3)} powers of ten between plan and bound`)]),
    ...(psiGap === null ? [] : [labelled('bound - Psi', psiGap.toPrecision(4))]),
    ...(deadlineSlackPercent === null
      ? []
      : [labelled('deadline slack', `${deadlineSlackPercent.toFixed(3)} % more time would reach the bound`)]),
    ...(energyBoundJ === null ? [] : [labelled('least energy', `${energyText(energyBoundJ)} (proven)`)]),
    ...(energyGap === null ? [] : [labelled('energy above it', `${(100 * energyGap).toFixed(3)} %`)]),
  ];
}

/**
 * Text of a bound, of which only the probability is known; close to 1 a double has no digits left, and z tells more.
 */
function boundText(bound: number, boundZ: number): string {
  return 1 - bound < MIN_EXACT && !(boundZ > 0 && isInfiniteZ(boundZ)) ? `> 1 - ${MIN_EXACT}` : probability(bound);
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}

export function robustnessText({ z, probability: value, complement }: Robustness): string {
  return `${chanceText({ probability: value, complement })} (${quantile(z)})`;
}

/** Text of a probability; near 1 by its distance from 1, also where a double cannot tell it from 1. */
export function chanceText({ probability: value, complement }: Omit<Robustness, 'z'>): string {
  return complement > 0 && complement < 1e-6 ? `1 - ${complement.toPrecision(3)}` : probability(value);
}

/** Text of a probability, close to 1 by its distance from 1: six decimals would claim certainty. */
function probability(value: number): string {
  if (value !== 0 && value < 1e-4) return value.toExponential(3);
  return value < 1 && value > 1 - 5e-7 ? `1 - ${(1 - value).toPrecision(3)}` : value.toFixed(6);
}

/** Text of the budget's probability and the energy with every node on until its last core is done. */
export function untilLastCoreText({ energyRobustness, energyMeanJ, energySdJ, excessJ }: EnergyUntilLastCore): string {
  return (
    `budget kept with probability ${robustnessText(energyRobustness)}, ${energyText(energyMeanJ)} expected ` +
    `(${excessText(excessJ, energyMeanJ)} Eq. 9), standard deviation ${energyText(energySdJ)}`
  );
}

/** Labels and texts of the limits to promise, and of the chance to keep those of the instance together. */
export function promiseTexts(promise: RobustPromise): { readonly label: string; readonly text: string }[] {
  const { confidence, deadlineS, budgetJ, jointDeadlineS, jointBudgetJ } = promise;
  const percent = `${significant(100 * confidence, 4)} %`;
  return [
    { label: `kept with ${percent}`, text: `deadline ${secondsText(deadlineS)}; budget ${energyText(budgetJ)}` },
    {
      label: `both with ${percent}`,
      text: `deadline ${secondsText(jointDeadlineS)} and budget ${energyText(jointBudgetJ)} together, at least`,
    },
    { label: 'both limits kept', text: bothText(promise) },
  ];
}

/** Text of the proven range of the chance to keep the instance's deadline and budget together. */
export function bothText({ bothLog10AtLeast, bothLog10AtMost }: RobustPromise): string {
  const [least, most] = [jointText(bothLog10AtLeast), jointText(bothLog10AtMost)];
  return least === most ? `with probability ${least}` : `with probability ${least} to ${most}`;
}

/** Text of a time with a tenth of a second, or more digits where it is short. */
export function secondsText(seconds: number): string {
  return `${seconds >= 1e3 ? seconds.toFixed(1) : significant(seconds, 5)} s`;
}

/** Difference, as a share of the whole, that may be rounding of long sums alone. */
const ROUND_OFF = 1e-12;

/** Words for an excess: "12.3 kJ more than", or "no more than" where only rounding tells them apart. */
export function excessText(excessJ: number, ofJ: number): string {
  return excessJ <= ROUND_OFF * ofJ ? 'no more than' : `${energyText(excessJ)} more than`;
}

/** The probability that all cores finish in time, by its logarithm. */
export function jointText(log10: number): string {
  if (log10 < -INFINITE_LOG10) return '0';
  return log10 < -4
    ? `10^${log10.toFixed(2)}`
    : chanceText({ probability: 10 ** log10, complement: -Math.expm1(log10 * Math.LN10) });
}

export function energyText(joules: number): string {
  if (joules >= 1e6) return `${(joules / 1e6).toFixed(3)} MJ`;
  return joules >= 1e3 ? `${(joules / 1e3).toFixed(3)} kJ` : `${significant(joules, 5)} J`;
}
