import type { RandomStream } from '../../../../random/stream.js';

/** Change, in temperatures, from which none is accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/**
 * Returns true if a change is accepted by Metropolis' rule: a cheaper one always, a more expensive one with probability
 * exp(-change / temperature), NaN never.
 */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
