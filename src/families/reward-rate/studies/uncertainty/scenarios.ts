import type { RandomStream } from '../../../../random/stream.js';
import { variates } from '../../../../random/variates.js';
import type { SimulatedWorkload, Uncertainty } from './model.js';

/** Random numbers of one sample. They do not depend on a plan: all plans get the same (common random numbers). */
export interface Scenario {
  /** [task type][node type], row-major: factor on execution times. */
  readonly timeFactor: Float64Array;
  /** [task type][node type], row-major: standard normal number for the completions of the class of cores. */
  readonly completionNormal: Float64Array;
  /** [task type]: number of tasks that arrive within the epoch. */
  readonly arrivals: Float64Array;
}

/**
 * Returns a function that draws one scenario after another. Arrivals, factors and completions have random streams of
 * their own, so that the number of draws for one does not change the others.
 */
export function scenarioSource(
  workload: SimulatedWorkload,
  uncertainty: Uncertainty,
  random: RandomStream,
): () => Scenario {
  const { arrivalRatePerS, nodeTypeCount } = workload;
  const { timeFactorCov, arrivalFactorCov, horizonS } = uncertainty;
  const times = variates(random.fork('time factors'));
  const arrivalFactors = variates(random.fork('arrival factors'));
  const counts = variates(random.fork('arrivals'));
  const normals = random.fork('completions');
  const classes = arrivalRatePerS.length * nodeTypeCount;
  return () => ({
    timeFactor: Float64Array.from({ length: classes }, () => times.factor(timeFactorCov)),
    completionNormal: Float64Array.from({ length: classes }, () => normals.normal()),
    arrivals: Float64Array.from(arrivalRatePerS, (rate) =>
      counts.poisson(rate * arrivalFactors.factor(arrivalFactorCov) * horizonS),
    ),
  });
}
