import jStat from 'jstat';

/**
 * Integral from -t to 0 of the contribution curve c_ij of Eq. 53: the part of a source's step that has arrived at the sink t seconds later.
 * A gamma distribution with the mean and variance of the pair's travel time; a plain delay where there is no variance.
 */
export function arrivedFraction(timeS: number, meanS: number, varianceS2: number): number {
  if (timeS < 0) return 0;
  const shape = (meanS * meanS) / varianceS2;
  if (!(varianceS2 > 0) || shape > MAX_SHAPE) return timeS >= meanS ? 1 : 0;
  return timeS === 0 ? 0 : Math.min(1, jStat.lowRegGamma(shape, (timeS * meanS) / varianceS2));
}

/** Beyond it the spread is below 0.1 % of the mean. */
const MAX_SHAPE = 1e6;
