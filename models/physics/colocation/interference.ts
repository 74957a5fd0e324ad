import type { ColocationChoice, InterferenceCoefficients } from '../../facility/facility.js';

/** Features A to E of thesis Table 3.1, which determine the co-located execution time of a task. */
export interface ColocationFeatures {
  /** Feature A: number of other busy cores of the node. */
  readonly neighbours: number;
  /** Feature B: execution time of the task in its P-state without co-located tasks, s. */
  readonly baseTimeS: number;
  /** Feature C: clock frequency of the core, GHz. */
  readonly frequencyGHz: number;
  /** Feature D: mean memory intensity of the tasks on all busy cores of the node, including this task. */
  readonly averageIntensity: number;
  /** Feature E: memory intensity of the task itself. */
  readonly ownIntensity: number;
}

/**
 * Returns the co-located execution time of a task, s (Eq. 21), with the coefficients u to z of the task's memory class.
 *
 * Model "literal": u A + v B + w C + x D + y E + z, as printed in the thesis. It may be zero or negative outside the
 * regression's training range. Such values describe no machine, and callers must exclude them.
 *
 * Model "anchored": B + max(0, u A + x (D - E)). It agrees with Eq. 21 wherever Eq. 21 is consistent with the time B
 * without co-location (docs/decisions/colocation-model.md).
 *
 * Model "none": B.
 */
export function colocatedTimeS(
  model: ColocationChoice['model'],
  coefficients: InterferenceCoefficients,
  features: ColocationFeatures,
): number {
  const { neighbours, baseTimeS, frequencyGHz, averageIntensity, ownIntensity } = features;
  const { perNeighbourS, perAverageIntensityS } = coefficients;
  switch (model) {
    case 'none':
      return baseTimeS;
    case 'anchored':
      return (
        baseTimeS + Math.max(0, perNeighbourS * neighbours + perAverageIntensityS * (averageIntensity - ownIntensity))
      );
    case 'literal':
      return (
        perNeighbourS * neighbours +
        (coefficients.baseTimeFactor ?? 1) * baseTimeS +
        (coefficients.perGHzS ?? 0) * frequencyGHz +
        perAverageIntensityS * averageIntensity +
        (coefficients.perOwnIntensityS ?? 0) * ownIntensity +
        (coefficients.constantS ?? 0)
      );
  }
}
