import type { RandomStream } from '../../../../random/stream.js';

/** Number of temperatures by which a change may be worse; beyond it none is accepted (e^-8 = 0.0003). */
const HOPELESS = 8;

/** Metropolis' rule: cheaper changes always, dearer ones with probability exp(-change / temperature). NaN never. */
export function accepts(changeJ: number, temperatureJ: number, random: RandomStream): boolean {
  if (changeJ <= 0) return true;
  return changeJ < HOPELESS * temperatureJ && random.uniform() < Math.exp(-changeJ / temperatureJ);
}
