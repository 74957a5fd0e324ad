import { randomStream } from '../../../random/stream.js';
import { variates } from '../../../random/variates.js';

/** Minimum value of a gamma draw, as a fraction of its mean. Our choice: smaller draws have lost their precision. */
const MIN_SHARE = 1e-6;

/** Draws a gamma-distributed value with a given mean. */
export type GammaDraws = (mean: number) => number;

/**
 * Returns a function that draws gamma-distributed values. A coefficient of variation of 0 gives the mean.
 *
 * @param purpose name of the random stream
 * @param coefficientOfVariation at least 0
 */
export function gammaDraws(seed: number, purpose: string, coefficientOfVariation: number): GammaDraws {
  if (coefficientOfVariation === 0) return (mean) => mean;
  const square = coefficientOfVariation * coefficientOfVariation;
  const draw = variates(randomStream(seed, purpose)).gamma(1 / square, square);
  return (mean) => mean * Math.max(draw(), MIN_SHARE);
}
