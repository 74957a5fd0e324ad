import type { RandomStream } from '../../../../random/stream.js';
import { variates } from '../../../../random/variates.js';
import type { SimulatedWorkload, Uncertainty } from './model.js';

/** Draw of everything that does not depend on a plan: the same for all plans (common random numbers). */
export interface Scenario {
  /** Factor on execution times, by task type x node types + node type. */
  readonly timeFactor: Float64Array;
  /** Standard normal number for the completions of each class. */
  readonly completionNormal: Float64Array;
  /** Number of tasks that arrive within the epoch, by task type. */
  readonly arrivals: Float64Array;
}

/**
 * Returns a function that draws one scenario after the other. There is one stream per purpose: the number of draws for
 * one does not shift another.
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
