/** The standard normal distribution, accurate to a few units in the last place even far in the tails. */

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Below it the series of the centre converges in few terms and without cancellation worth speaking of. */
const CENTRE = 2;

/** Phi(z): the probability of at most z. 0 below about -38.6, where doubles end; NaN for NaN. */
export function normalCdf(z: number): number {
  return z < -CENTRE ? tail(-z) : z > CENTRE ? 1 - tail(z) : 0.5 + centre(z);
}

/** 1 - Phi(z), without loss where Phi is nearly 1. */
export function normalTail(z: number): number {
  return normalCdf(-z);
}

/** log10 Phi(z), finite for every finite z: what is left to say of a probability that doubles cannot hold. */
export function normalCdfLog10(z: number): number {
  if (z > -CENTRE) return Math.log10(normalCdf(z));
  if (z === -Infinity) return -Infinity;
  return Math.log10(millsRatio(-z) / ROOT_TWO_PI) - (z * z) / 2 / Math.LN10;
}

/** z with Phi(z) = probability: -Infinity at 0, Infinity at 1. @throws RangeError outside [0, 1]. */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is no probability`);
  if (probability === 0) return -Infinity;
  if (probability === 1) return Infinity;
  if (probability > 0.5) return -lowerQuantile(1 - probability);
  return lowerQuantile(probability);
}

/** For probabilities of at most one half: a rational start (Abramowitz and Stegun 26.2.23), then Newton on log Phi. */
function lowerQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability));
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 8; step++) {
    const value = normalCdf(z);
    const change = (Math.log(value / probability) * value) / density(z);
    z -= change;
    if (Math.abs(change) <= 1e-16 * Math.abs(z)) break;
  }
  return z;
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / ROOT_TWO_PI;
}

/** Phi(z) - 1/2 = density(z) (z + z^3/3 + z^5/(3 5) + ...). */
function centre(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return density(z) * sum;
}

function tail(z: number): number {
  return z === Infinity ? 0 : density(z) * millsRatio(z);
}

/** (1 - Phi(z)) / density(z) for z >= 2 = 1 / (z + 1 / (z + 2 / (z + 3 / ...))), from a depth where nothing changes any more. */
function millsRatio(z: number): number {
  const depth = Math.ceil(20 + 600 / (z * z));
  let fraction = z;
  for (let k = depth; k >= 1; k--) fraction = z + k / fraction;
  return 1 / fraction;
}
