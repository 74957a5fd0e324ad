import { normalCdfLog10 } from '../../../../models/problems/robust/normal.js';
import type { Mapping } from '../../../../models/problems/robust/mapping.js';
import type { EnergyUntilLastCore, RobustEvaluation } from '../../../../models/problems/robust/outcome.js';
import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import { energyUntilLastCore } from '../../../../models/problems/robust/until-last-core.js';

/** Tolerance of the mean between the model's and the checker's quadrature, relative: both are far better. */
const SAME_MEAN = 1e-9;
/** Tolerance of the standard deviation between the two, relative. */
const SAME_DEVIATION = 1e-6;

/** Warning where the model and the checker differ on the energy until the last core is done. */
export function lastCoreDisagreement(
  problem: RobustProblem,
  mapping: Mapping | null,
  evaluation: RobustEvaluation | null,
): string[] {
  if (mapping === null || evaluation === null || evaluation.violations.some(({ unit }) => unit !== 'z')) return [];
  const own = energyUntilLastCore(problem, mapping);
  const { energyMeanJ, energySdJ } = evaluation.energyUntilLastCore;
  const sdJ = Math.sqrt(own.energyVarianceJ2);
  const same =
    Math.abs(own.energyMeanJ - energyMeanJ) <= SAME_MEAN * energyMeanJ &&
    Math.abs(sdJ - energySdJ) <= SAME_DEVIATION * energySdJ;
  if (same) return [];
  return [
    `Until the last core is done the model expects ${own.energyMeanJ} J with a standard deviation of ${sdJ} J, the checker ${energyMeanJ} J with ` +
      `${energySdJ} J: one of them is wrong. Please report this instance.`,
  ];
}

/** Logarithm (base 10) of the chance to keep the budget; -Infinity where there is none. */
export function budgetLog10({ energyRobustness }: EnergyUntilLastCore): number {
  return normalCdfLog10(energyRobustness.z);
}

/** Text of an energy with three digits. */
export function shortEnergy(joules: number): string {
  if (joules >= 1e6) return `${(joules / 1e6).toFixed(2)} MJ`;
  return joules >= 1e3 ? `${(joules / 1e3).toFixed(2)} kJ` : `${joules.toFixed(2)} J`;
}
