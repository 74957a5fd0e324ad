import type { RandomStream } from '../../../../random/stream.js';

/** Worse by more than this many temperatures is never accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/** Metropolis' rule: what costs less always, what costs more with probability exp(-change / temperature). NaN never. */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
