import type { ColocationChoice, InterferenceCoefficients } from '../../facility/facility.js';

/** Features A to E of Table 3.1 for one task on one core. */
export interface ColocationFeatures {
  /** Number of co-located applications (A), i.e. of other busy cores of the node. */
  readonly neighbours: number;
  /** Time of the task if it runs alone in its P-state (B), s. */
  readonly baseTimeS: number;
  /** Clock frequency (C), GHz. */
  readonly frequencyGHz: number;
  /** Mean memory intensity of all applications on the node, including this one (D). */
  readonly averageIntensity: number;
  /** Memory intensity of the task itself (E). */
  readonly ownIntensity: number;
}

/**
 * Returns the co-located execution time in seconds (Eq. 21).
 *
 * literal: u A + v B + w C + x D + y E + z as printed; may be zero or negative outside the regression's training range,
 * and then describes no machine: callers must exclude it. anchored: B + max(0, u A + x (D - E)), which agrees with Eq.
 * 21 wherever that is consistent with the time alone (docs/decisions/colocation-model.md). none: B.
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
