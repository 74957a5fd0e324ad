import { isInfiniteZ, writtenZ } from '../../../../models/families/robust/infinite-z.js';
import { normalCdfLog10 } from '../../../../models/families/robust/normal.js';
import type { RobustEvaluation, Robustness } from '../../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import { quantileOfLog10, wholeBagTimeS } from '../../../../models/families/robust/promise.js';

/** Value at or below which a base-10 logarithm in a result stands for minus infinity, which JSON cannot represent. */
const IMPOSSIBLE_LOG10 = -1e307;

/** Measure to which the objective and the bound of a run refer. */
export type RobustMeasure = RobustObjective | 'phi';

/** Returns the measure that a run maximizes. For EO-MC it is phi, for MO-EC the requested one, by default Psi. */
export function measureOf(goal: RobustGoal, objective: RobustObjective | undefined): RobustMeasure {
  return goal === 'eo-mc' ? 'phi' : (objective ?? 'psi');
}

/**
 * Returns the probability that all cores are in time as a `Robustness`, given its base-10 logarithm from the checker.
 */
export function wholeBagOf(log10: number): Robustness {
  const known = log10 <= IMPOSSIBLE_LOG10 ? -Infinity : log10;
  return { z: writtenZ(quantileOfLog10(known)), probability: 10 ** known, complement: -Math.expm1(known * Math.LN10) };
}

/** Returns the value that the checker's evaluation of a plan gives for a measure. */
export function ratedBy(measure: RobustMeasure, { psi, phi, jointPsiLog10 }: RobustEvaluation): Robustness {
  return measure === 'whole-bag' ? wholeBagOf(jointPsiLog10) : measure === 'psi' ? psi : phi;
}

/**
 * Returns the number of powers of ten by which a bound exceeds a probability. The bound is given by its quantile, the
 * probability by its logarithm. Null if the logarithm of one of them is not finite.
 */
export function decadesTo(boundZ: number, log10: number): number | null {
  const boundLog10 = normalCdfLog10(boundZ);
  return log10 <= IMPOSSIBLE_LOG10 || boundLog10 === -Infinity ? null : Math.max(0, boundLog10 - log10);
}

/**
 * Returns the percentage by which the deadline must be lengthened for the probability that all cores are in time to
 * reach the bound. Null if no deadline is long enough.
 */
export function wholeBagSlackPercent(deadlineS: number, { nodes }: RobustEvaluation, boundZ: number): number | null {
  const finishS = nodes.flatMap(({ finishMeanS }) => finishMeanS);
  const finishVarianceS2 = nodes.flatMap(({ finishSdS }) => finishSdS.map((sdS) => sdS * sdS));
  const log10 = isInfiniteZ(boundZ) ? (boundZ > 0 ? 0 : -Infinity) : normalCdfLog10(boundZ);
  const neededS = wholeBagTimeS({ finishS, finishVarianceS2 }, log10, deadlineS);
  return neededS === null ? null : 100 * (neededS / deadlineS - 1);
}
