import { randomBinomial, randomGamma, randomPoisson } from 'd3-random';
import type { RandomStream } from './stream.js';

/** Draws from named distributions, all from one seeded stream. */
export interface Variates {
  /** Draws uniformly from [0, 1). */
  readonly uniform: () => number;
  /** Returns a sampler of the gamma distribution with mean shape x scale. Shape > 0. */
  readonly gamma: (shape: number, scale: number) => () => number;
  /** Draws from a Poisson distribution. Mean >= 0. */
  readonly poisson: (mean: number) => number;
  /** Draws the number of successes in `trials` (a whole number) with probability `share` each. */
  readonly binomial: (trials: number, share: number) => number;
  /**
   * Draws from a lognormal distribution with mean 1 and the given coefficient of variation; exactly 1 if that is 0,
   * though a number is drawn all the same.
   */
  readonly factor: (coefficientOfVariation: number) => number;
}

/** Returns d3-random's exact samplers, drawing from a stream of this project. */
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
