import { randomStream } from '../../../random/stream.js';
import { variates } from '../../../random/variates.js';

/** Least gamma draw, as a share of its mean. Chosen: below it a draw has run out of digits. */
const MIN_SHARE = 1e-6;

/** Draws of gamma distributions of one purpose, each with its own mean; the mean itself where the coefficient of variation is 0. */
export type GammaDraws = (mean: number) => number;

/** A stream of gamma draws named after its purpose. CoV >= 0. */
export function gammaDraws(seed: number, purpose: string, coefficientOfVariation: number): GammaDraws {
  if (coefficientOfVariation === 0) return (mean) => mean;
  const square = coefficientOfVariation * coefficientOfVariation;
  const draw = variates(randomStream(seed, purpose)).gamma(1 / square, square);
  return (mean) => mean * Math.max(draw(), MIN_SHARE);
}
