import { randomBinomial, randomGamma, randomPoisson } from 'd3-random';
import type { RandomStream } from './stream.js';

/** Samplers of named distributions, all from one seeded stream. */
export interface Variates {
  /** Draws uniformly from [0, 1). */
  readonly uniform: () => number;
  /** Returns a sampler of the gamma distribution with this shape (> 0) and scale, so with mean shape x scale. */
  readonly gamma: (shape: number, scale: number) => () => number;
  /** Draws from the Poisson distribution with this mean (>= 0). */
  readonly poisson: (mean: number) => number;
  /** Draws the number of successes in `trials` trials (a whole number) with success probability `share`. */
  readonly binomial: (trials: number, share: number) => number;
  /**
   * Draws from the lognormal distribution with mean 1 and this coefficient of variation. With 0, returns exactly 1, but
   * still uses up one random number.
   */
  readonly factor: (coefficientOfVariation: number) => number;
}

/** Returns d3-random's exact samplers, which draw from the given stream. */
export function variates(stream: RandomStream): Variates {
  const source = (): number => stream.uniform();
  const gammaFrom = randomGamma.source(source);
  const poissonFrom = randomPoisson.source(source);
  const binomialFrom = randomBinomial.source(source);
  return {
    uniform: source,
    gamma: (shape, scale) => gammaFrom(shape, scale),
    poisson: (mean) => (mean > 0 ? poissonFrom(mean)() : 0),
    binomial: (trials, share) => {
      if (trials <= 0 || share <= 0) return 0;
      return share >= 1 ? trials : binomialFrom(trials, share)();
    },
    factor: (coefficientOfVariation) => {
      const z = stream.normal();
      const variance = Math.log1p(coefficientOfVariation * coefficientOfVariation);
      return coefficientOfVariation === 0 ? 1 : Math.exp(Math.sqrt(variance) * z - variance / 2);
    },
  };
}
