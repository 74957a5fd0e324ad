import type { RandomStream } from '../../../../random/stream.js';

/** Increase of cost, as a multiple of the temperature, above which no change is accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/** Metropolis rule: returns true for a lower cost, else with probability exp(-change / temperature); false for NaN. */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
