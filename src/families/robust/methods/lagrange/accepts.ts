import type { RandomStream } from '../../../../random/stream.js';

/** Increase of cost, as a multiple of the temperature, above which no change is accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/**
 * Returns true if a change is accepted by the Metropolis rule. A change that lowers the cost always is; a change that
 * raises it is with probability exp(-change / temperature). NaN never is.
 */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
