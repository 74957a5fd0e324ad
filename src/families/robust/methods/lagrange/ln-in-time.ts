import { normalCdfLog10 } from '../../../../../models/families/robust/normal.js';

/**
 * Quantile from which ln Phi is taken as 0, where Phi is the normal distribution function. The true value there is
 * -6e-16.
 */
const SURE_Z = 8;
/**
 * Quantile below which ln Phi is extrapolated as -z^2 / 2 plus a constant, where Phi is the normal distribution
 * function.
 */
const HOPELESS_Z = -40;
/** Number of steps of the table of ln Phi per unit of z. Linear interpolation is then off by at most 1.3e-5. */
const PER_Z = 100;
/**
 * Minimum standard deviation assumed of a core, as a fraction of the deadline. With it, a core that is less late is
 * always rated better.
 */
const MIN_SD_SHARE = 1e-4;

/** Table of ln Phi at z = HOPELESS_Z + n / PER_Z for n = 0, 1, ... */
const TABLE = Float64Array.from(
  { length: (SURE_Z - HOPELESS_Z) * PER_Z + 1 },
  (_, n) => normalCdfLog10(HOPELESS_Z + n / PER_Z) * Math.LN10,
);

/**
 * Returns ln of the probability that a core is in time, with an error of at most 1.3e-5. For searches only;
 * `wholeBagLog10` is exact.
 */
export function lnInTime(deadlineS: number, finishS: number, varianceS2: number): number {
  const sdS = Math.max(Math.sqrt(varianceS2), MIN_SD_SHARE * deadlineS);
  const z = (deadlineS - finishS) / sdS;
  if (z >= SURE_Z) return 0;
  if (z <= HOPELESS_Z) return TABLE[0]! - (z * z - HOPELESS_Z * HOPELESS_Z) / 2;
  const place = (z - HOPELESS_Z) * PER_Z;
  const n = Math.floor(place);
  return TABLE[n]! + (place - n) * (TABLE[n + 1]! - TABLE[n]!);
}
