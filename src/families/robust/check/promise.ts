import type { RobustPromise } from '../../../../models/families/robust/outcome.js';
import { normalProbability, normalProbabilityLog10, normalQuantile } from './normal.js';

/** Core with a normally distributed finish time. */
interface Core {
  readonly meanS: number;
  readonly sdS: number;
}

/** Mean and variance of the energy until the last core of every node is done. */
interface Energy {
  readonly energyMeanJ: number;
  readonly energyVarianceJ2: number;
}

/** Probability that a promised limit holds. Our choice: the usual 95 %. */
const CONFIDENCE = 0.95;
/** Maximum number of Newton steps, which double the digits once close. */
const MAX_STEPS = 200;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/**
 * Returns the limits that a plan keeps with probability `CONFIDENCE`, separately and together, and the probability that
 * it keeps its own limits; shares no code with the models (docs/robust/whole-bag.md). Finish times and energy grow with
 * all task times, so keeping one limit makes the other more likely, and the probability of both is at least the
 * product.
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
 * Returns the time by which all cores are done with a probability, s. The logarithm of the distribution function is
 * concave, so Newton steps from an early time never pass the solution.
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
