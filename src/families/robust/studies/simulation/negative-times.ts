import { countBelow } from '../../../../../models/bisection.js';
import { normalProbability } from '../../check/normal.js';
import { standardised, type TimeLaw } from './laws.js';
import type { NegativeTimes } from './record.js';
import type { SimulatedPlan } from './simulated-plan.js';

/**
 * Returns the probabilities of negative task times. Samples keep negative times, because cutting them off would change
 * the means.
 */
export function negativeTimes(plan: SimulatedPlan, law: TimeLaw): NegativeTimes {
  const below = belowZero(law);
  let [largest, expected, logNone] = [0, 0, 0];
  for (const { cores } of plan.nodes) {
    for (const { classes } of cores) {
      for (const { meanS, varianceS2 } of classes) {
        for (const [t, mean] of meanS.entries()) {
          const probability = varianceS2[t]! > 0 ? below(mean / Math.sqrt(varianceS2[t]!)) : 0;
          largest = Math.max(largest, probability);
          expected += probability;
          logNone += Math.log1p(-probability);
        }
      }
    }
  }
  return { largestProbability: largest, expectedTasks: expected, anyProbability: 0 - Math.expm1(logNone) };
}

/** Returns a function that gives P(time < 0) under a law, from the ratio of mean to standard deviation. */
function belowZero(law: TimeLaw): (meanOverSd: number) => number {
  if (law.kind === 'gaussian') return (meanOverSd) => normalProbability(-meanOverSd);
  if (law.kind !== 'empirical') return () => 0;
  const errors = standardised(law.relativeTimes);
  return (meanOverSd) => countBelow(errors, -meanOverSd) / errors.length;
}
