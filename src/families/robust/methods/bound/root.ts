/** Largest absolute quantile in the bound. Our choice: beyond it, Phi differs from 0 or 1 by less than 10^-200. */
export const FARTHEST_Z = 32;
/** Maximum number of quantiles tried in a search for the smallest one that no plan reaches. */
const MAX_TRIALS = 200;
/** Maximum ratio of two successive steps while the root is not yet enclosed between two trials. */
const MAX_GROWTH = 1000;
/** Factor on an extrapolated distance to the root, so that the next trial lies beyond the root. */
const OVERSHOOT = 1.1;

/**
 * Returns the smallest quantile found at which `excess` is above 0, which means that no plan reaches the quantile. The
 * excess must rise with the quantile. Returns Infinity if it is not above 0 even at FARTHEST_Z, and -FARTHEST_Z if it
 * is above 0 everywhere.
 *
 * The search brackets the quantile, from `guess` outwards, down to a width of `closeZ`.
 */
export function leastRefuted(excess: (z: number) => number, guess: number, closeZ: number, firstStep: number): number {
  let low = -Infinity;
  let high = Infinity;
  let lowExcess = -Infinity;
  let highExcess = Infinity;
  let z = Math.min(FARTHEST_Z, Math.max(-FARTHEST_Z, Number.isFinite(guess) ? guess : 0));
  let step = firstStep;
  let before: Trial | null = null;
  // Interpolation that keeps the same end twice is followed by halving.
  let sameEnd = 0;
  for (let trial = 0; trial < MAX_TRIALS; trial++) {
    const found = excess(z);
    if (found > 0) {
      high = z;
      highExcess = found;
      sameEnd = Math.max(1, sameEnd + 1);
    } else {
      low = z;
      lowExcess = found;
      sameEnd = Math.min(-1, sameEnd - 1);
    }
    if (high <= -FARTHEST_Z || high - low <= closeZ) break;
    if (low >= FARTHEST_Z) return Infinity;
    if (low === -Infinity || high === Infinity) {
      if (before !== null) step = Math.max(3 * step, Math.min(MAX_GROWTH * step, extrapolated(before, { z, found })));
      before = { z, found };
      z = high === Infinity ? Math.min(FARTHEST_Z, low + step) : Math.max(-FARTHEST_Z, high - step);
    } else {
      z = between(low, high, lowExcess, highExcess, closeZ, Math.abs(sameEnd) < 2);
      if (Math.abs(sameEnd) >= 2) sameEnd = 0;
    }
  }
  return high;
}

/**
 * Returns the step from b to slightly beyond the zero of the line through a and b. Returns 0 if the zero is not on that
 * side of b.
 */
function extrapolated(a: Trial, b: Trial): number {
  const distance = (OVERSHOOT * b.found * Math.abs(b.z - a.z)) / (a.found - b.found);
  return distance > 0 && distance < Infinity ? distance : 0;
}

interface Trial {
  readonly z: number;
  readonly found: number;
}

/** Returns the next quantile to try inside the bracket: near the zero of the line through both ends, or the middle. */
function between(
  low: number,
  high: number,
  lowExcess: number,
  highExcess: number,
  closeZ: number,
  interpolate: boolean,
): number {
  const middle = (low + high) / 2;
  const share = -lowExcess / (highExcess - lowExcess);
  if (!interpolate || !(share >= 0 && share <= 1)) return middle;
  const inside = Math.min(0.9 * closeZ, (high - low) / 2);
  return Math.min(high - inside, Math.max(low + inside, low + share * (high - low)));
}
