import { randomStream } from '../../../random/stream.js';
import { variates } from '../../../random/variates.js';

/** Minimum gamma draw as a share of its mean. Our choice: smaller draws have lost their precision. */
const MIN_SHARE = 1e-6;

/** Draws gamma-distributed values with a given mean; the mean itself if the coefficient of variation is 0. */
export type GammaDraws = (mean: number) => number;

/** Returns gamma draws from a random stream named after their purpose. coefficientOfVariation: at least 0. */
export function gammaDraws(seed: number, purpose: string, coefficientOfVariation: number): GammaDraws {
  if (coefficientOfVariation === 0) return (mean) => mean;
  const square = coefficientOfVariation * coefficientOfVariation;
  const draw = variates(randomStream(seed, purpose)).gamma(1 / square, square);
  return (mean) => mean * Math.max(draw(), MIN_SHARE);
}
