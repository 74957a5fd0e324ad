/** Beyond this a quantile is taken for infinite: Phi differs from 0 or 1 by less than 10^-200. */
export const FARTHEST_Z = 32;
const CLOSE_Z = 1e-6;

/**
 * The least quantile found refuted: `refuted` is false below some quantile and true above. Searches outwards from `guess`, then by
 * halves. Infinity where even the farthest is not refuted, -FARTHEST_Z where all are.
 */
export function leastRefuted(
  refuted: (z: number) => boolean,
  guess: number,
  closeZ = CLOSE_Z,
  firstStep = 0.05,
): number {
  let high = Math.min(FARTHEST_Z, Math.max(-FARTHEST_Z, guess));
  let low = high;
  let step = firstStep;
  if (refuted(high)) {
    for (;;) {
      low = high - step;
      if (low <= -FARTHEST_Z) {
        if (refuted(-FARTHEST_Z)) return -FARTHEST_Z;
        low = -FARTHEST_Z;
        break;
      }
      if (!refuted(low)) break;
      high = low;
      step *= 3;
    }
  } else {
    for (;;) {
      low = high;
      if (high >= FARTHEST_Z) return Infinity;
      high = Math.min(FARTHEST_Z, high + step);
      if (refuted(high)) break;
      step *= 3;
    }
  }
  while (high - low > closeZ) {
    const middle = (low + high) / 2;
    if (refuted(middle)) high = middle;
    else low = middle;
  }
  return high;
}
