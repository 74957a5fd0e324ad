import type { RandomStream } from '../../../../random/stream.js';

/** Increase of cost, as a multiple of the temperature, from which no change is accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/**
 * Decides about a change by the Metropolis rule. Returns true if the cost does not rise, otherwise true with
 * probability exp(-change / temperature). Returns false if the change is NaN.
 */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
