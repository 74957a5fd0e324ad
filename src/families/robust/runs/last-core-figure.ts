import { J_PER_KJ, J_PER_MJ } from '../../../../models/units.js';
import { normalCdfLog10 } from '../../../../models/families/robust/normal.js';
import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { EnergyUntilLastCore, RobustEvaluation } from '../../../../models/families/robust/outcome.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { coreSums } from '../../../../models/families/robust/core-sums.js';
import { type CoreFinishes, wholeBagDeadlineS } from '../../../../models/families/robust/promise.js';
import { energyUntilLastCore } from '../../../../models/families/robust/until-last-core.js';

/**
 * Relative difference between model and checker, up to which their mean energies count as equal. Both are computed more
 * precisely.
 */
const SAME_MEAN = 1e-9;
/**
 * Relative difference between model and checker, up to which their deadlines kept with 95 % probability count as equal.
 */
const SAME_DEADLINE = 1e-9;
/** Relative difference between model and checker, up to which their standard deviations of energy count as equal. */
const SAME_DEVIATION = 1e-6;

/**
 * Returns a warning if model and checker disagree on the time when all cores are finished, or on the energy until then.
 * Returns none if they agree or there is no valid plan.
 */
export function lastCoreDisagreement(
  model: RobustModel,
  mapping: Mapping | null,
  evaluation: RobustEvaluation | null,
): string[] {
  if (mapping === null || evaluation === null || evaluation.violations.some(({ unit }) => unit !== 'z')) return [];
  const own = energyUntilLastCore(model, mapping);
  const { energyMeanJ, energySdJ } = evaluation.energyUntilLastCore;
  const sdJ = Math.sqrt(own.energyVarianceJ2);
  const { deadlineS, confidence } = evaluation.promise ?? { deadlineS: NaN, confidence: NaN };
  const ownDeadlineS = wholeBagDeadlineS(finishesOf(model, mapping), confidence);
  if (!(Math.abs(ownDeadlineS - deadlineS) <= SAME_DEADLINE * deadlineS)) {
    return [
      `All cores are done by ${ownDeadlineS} s with probability ${confidence} by the model, by ${deadlineS} s by the checker: one of them is wrong. ` +
        'Please report this instance.',
    ];
  }
  const same =
    Math.abs(own.energyMeanJ - energyMeanJ) <= SAME_MEAN * energyMeanJ &&
    Math.abs(sdJ - energySdJ) <= SAME_DEVIATION * energySdJ;
  if (same) return [];
  return [
    `Until the last core is done the model expects ${own.energyMeanJ} J with a standard deviation of ${sdJ} J, the checker ${energyMeanJ} J with ` +
      `${energySdJ} J: one of them is wrong. Please report this instance.`,
  ];
}

function finishesOf(model: RobustModel, mapping: Mapping): CoreFinishes {
  return coreSums(model, mapping, () => 0);
}

/** Returns the base-10 logarithm of the probability of keeping the budget; -Infinity if the probability is 0. */
export function budgetLog10({ energyRobustness }: EnergyUntilLastCore): number {
  return normalCdfLog10(energyRobustness.z);
}

/** Energy below which a text says that there is none, J. With two decimals it would appear as 0.00. */
const MIN_TOLD_J = 0.005;

/** Returns the text of an energy in J, kJ or MJ, with two decimals. */
export function shortEnergy(joules: number): string {
  if (joules < MIN_TOLD_J) return '0 J';
  if (joules >= J_PER_MJ) return `${(joules / J_PER_MJ).toFixed(2)} MJ`;
  return joules >= J_PER_KJ ? `${(joules / J_PER_KJ).toFixed(2)} kJ` : `${joules.toFixed(2)} J`;
}
