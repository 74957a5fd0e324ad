import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Score } from '../../../../solvers/genetic/problem.js';
import { clamped, exactOrder } from '../handling.js';
import type { ConstraintHandling, Improvements } from '../outcome.js';

/**
 * Returns a function that computes objective and violation from a mapping's measures (2.6). The measures are
 * makespan-robustness Psi with limit Gamma, and energy-robustness phi with limit eta. For MO-EC (limited energy) the
 * objective is Psi and the violation eta - phi. For EO-MC (limited makespan) the objective is phi and the violation
 * Gamma - Psi. With `zSpace`, both are computed from quantiles instead of probabilities.
 *
 * Quantiles always decide whether the limit is kept, because probabilities near 1 round. Probabilities that round
 * to the same number, 0 or 1, are told apart as exact numbers would be: `preference` is the quantile of the objective,
 * `detail` that of the limited measure up to its limit (`exactTies`). With `ties`, the larger quantile of the limited
 * measure wins instead if objectives are equal.
 *
 * @param handling a handling without a penalty only orders violations, so that they are differences of quantiles
 */
export function scoring(
  model: RobustModel,
  goal: RobustGoal,
  { zSpace, ties }: Improvements,
  handling: ConstraintHandling,
): (measures: RobustMeasures, score: Score) => void {
  const leastZ = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
  const objectiveOf = zSpace ? clamped : normalCdf;
  const limitedOf = zSpace || handling === 'superiority' || handling === 'limit' ? clamped : normalCdf;
  const least = limitedOf(leastZ);
  return (measures, score) => {
    const { makespanZ, energyZ } = measures;
    const keptZ = goal === 'mo-ec' ? energyZ : makespanZ;
    const objectiveZ = goal === 'mo-ec' ? makespanZ : energyZ;
    const keeps = keptZ >= leastZ;
    score.objective = objectiveOf(objectiveZ);
    score.violations[0] = keeps ? 0 : Math.max(Number.MIN_VALUE, least - limitedOf(keptZ));
    score.preference = clamped(ties ? keptZ : objectiveZ);
    score.detail = clamped(keeps ? leastZ : keptZ);
  };
}

/**
 * Orders scores whose penalised objectives, with weight c, round to the same double, as exact numbers: negative if `a` is
 * better. Scores are those of `scoring` without the improvements zSpace and ties.
 */
export function exactTies(a: Score, b: Score, c: number): number {
  return exactOrder(b.preference, b.detail, a.preference, a.detail, c);
}
