import type { RobustPromise } from '../../../../models/families/robust/outcome.js';
import { normalProbability, normalProbabilityLog10, normalQuantile } from './normal.js';

/** A core whose finish time is normally distributed. */
interface Core {
  readonly meanS: number;
  readonly sdS: number;
}

/** Mean and variance of a plan's energy if every node is on until its last core finishes. */
interface Energy {
  readonly energyMeanJ: number;
  readonly energyVarianceJ2: number;
}

/** Probability with which a plan keeps the deadline and the budget in `RobustPromise`. Our choice: the usual 95 %. */
const CONFIDENCE = 0.95;
/** Maximum number of Newton steps. Near the solution, each doubles the number of correct digits. */
const MAX_STEPS = 200;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * Returns limits that a plan keeps with probability `CONFIDENCE`: the shortest deadline and the smallest budget if each
 * is the only limit, and a longer deadline and a larger budget that the plan keeps together. Also returns bounds on the
 * probability that the plan keeps both the deadline and the budget of the instance (docs/robust/whole-bag.md). The
 * lower bound is the product of the two probabilities. It is valid because finish times and energy both grow with task
 * times.
 *
 * @param inTimeLog10 log10 of the probability that all cores finish by the instance's deadline
 * @param withinBudgetZ quantile of the probability that the energy is within the instance's budget
 */
export function promisedLimits(
  cores: readonly Core[],
  energy: Energy,
  inTimeLog10: number,
  withinBudgetZ: number,
): RobustPromise {
  const each = Math.sqrt(CONFIDENCE);
  const budgetLog10 = normalProbabilityLog10(withinBudgetZ);
  const budgetJ = (probability: number): number =>
    energy.energyMeanJ + normalQuantile(probability) * Math.sqrt(energy.energyVarianceJ2);
  return {
    confidence: CONFIDENCE,
    deadlineS: doneByS(cores, CONFIDENCE),
    budgetJ: budgetJ(CONFIDENCE),
    jointDeadlineS: doneByS(cores, each),
    jointBudgetJ: budgetJ(each),
    bothLog10AtLeast: inTimeLog10 + budgetLog10,
    bothLog10AtMost: Math.min(inTimeLog10, budgetLog10),
  };
}

/**
 * Returns the time by which all cores are finished with the given probability, s. The Newton steps approach this time
 * from below.
 */
function doneByS(cores: readonly Core[], probability: number): number {
  const wanted = Math.log(probability);
  const z = normalQuantile(probability);
  // Each core alone must be done with the probability.
  let timeS = cores.reduce((latest, { meanS, sdS }) => Math.max(latest, sdS > 0 ? meanS + z * sdS : meanS), 0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let missing = wanted;
    let slope = 0;
    for (const { meanS, sdS } of cores) {
      if (sdS === 0) continue;
      const own = (timeS - meanS) / sdS;
      missing -= normalProbabilityLog10(own) * Math.LN10;
      slope += Math.exp((-own * own) / 2) / (ROOT_TWO_PI * sdS * normalProbability(own));
    }
    const nextS = timeS + missing / slope;
    if (!(missing > 0 && nextS > timeS)) break;
    timeS = nextS;
  }
  return timeS;
}
