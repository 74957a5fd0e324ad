import type { ColocationChoice, InterferenceCoefficients } from '../../facility/facility.js';

/** Features A to E of thesis Table 3.1 that determine the co-located execution time of one task on one core. */
export interface ColocationFeatures {
  /** Feature A: number of co-located applications, i.e. of other busy cores of the node. */
  readonly neighbours: number;
  /** Feature B: execution time of the task alone in its P-state, s. */
  readonly baseTimeS: number;
  /** Feature C: clock frequency, GHz. */
  readonly frequencyGHz: number;
  /** Feature D: mean memory intensity of all applications on the node, including this one. */
  readonly averageIntensity: number;
  /** Feature E: memory intensity of the task itself. */
  readonly ownIntensity: number;
}

/**
 * Returns the co-located execution time, s (Eq. 21), from the features A to E and the coefficients u to z.
 *
 * literal: u A + v B + w C + x D + y E + z as printed. It may be zero or negative outside the regression's training
 * range; callers must exclude such values, which describe no machine.
 *
 * anchored: B + max(0, u A + x (D - E)). It agrees with Eq. 21 wherever Eq. 21 is consistent with the time alone
 * (docs/decisions/colocation-model.md).
 *
 * none: B.
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
