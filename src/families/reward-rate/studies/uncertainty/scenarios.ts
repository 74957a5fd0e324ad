import type { RandomStream } from '../../../../random/stream.js';
import { variates } from '../../../../random/variates.js';
import type { SimulatedWorkload, Uncertainty } from './model.js';

/** Random numbers of one sample that do not depend on a plan. All plans get the same ones (common random numbers). */
export interface Scenario {
  /** Factor on execution times: [task type][node type], row-major. */
  readonly timeFactor: Float64Array;
  /** Standard normal number for the completions of each class of cores: [task type][node type], row-major. */
  readonly completionNormal: Float64Array;
  /** Number of tasks that arrive within the epoch, by task type. */
  readonly arrivals: Float64Array;
}

/**
 * Returns a function that samples one scenario after another. Arrivals, factors and completions have random streams of
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
