import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Score } from '../../../../solvers/genetic/problem.js';
import type { Improvements } from '../outcome.js';

/** Finite number that replaces infinite quantiles, so that objectives can be ranked and differences are not NaN. */
const MAX_Z = 1e100;

/**
 * Returns a function that computes objective and violation from a mapping's measures (2.6). The measures are
 * makespan-robustness Psi with limit Gamma, and energy-robustness phi with limit eta. For MO-EC (limited energy) the
 * objective is Psi and the violation eta - phi. For EO-MC (limited makespan) the objective is phi and the violation
 * Gamma - Psi. With `zSpace`, both are computed from quantiles instead of probabilities.
 *
 * Whether the limit is kept is always decided by quantiles, because probabilities near 1 round. With `ties`, the larger
 * quantile of the limited measure wins if objectives are equal.
 */
export function scoring(
  model: RobustModel,
  goal: RobustGoal,
  { zSpace, ties }: Improvements,
): (measures: RobustMeasures, score: Score) => void {
  const leastZ = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
  const value = zSpace ? clamped : normalCdf;
  const least = value(leastZ);
  return (measures, score) => {
    const { makespanZ, energyZ } = measures;
    const keptZ = goal === 'mo-ec' ? energyZ : makespanZ;
    score.objective = value(goal === 'mo-ec' ? makespanZ : energyZ);
    score.violations[0] = keptZ >= leastZ ? 0 : Math.max(Number.MIN_VALUE, least - value(keptZ));
    score.preference = ties ? clamped(keptZ) : 0;
  };
}

function clamped(z: number): number {
  return Math.min(MAX_Z, Math.max(-MAX_Z, z));
}
