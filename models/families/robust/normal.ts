/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Largest |z| in the innermost of the three ranges of Cody's approximation of the normal distribution. */
const NEAR = 0.67448975;
/** Largest |z| in the middle range of Cody's approximation of the normal distribution. */
const FAR = Math.sqrt(32);

/** Returns Phi(z), the standard normal distribution function. It is 0 below about -38.6, where doubles underflow. */
export function normalCdf(z: number): number {
  const size = Math.abs(z);
  if (size <= NEAR) return 0.5 + centre(z);
  const tail = size > 40 ? 0 : density(size) * millsRatio(size);
  return z < 0 ? tail : 1 - tail;
}

/** Returns 1 - Phi(z), accurate even where Phi is nearly 1. */
export function normalTail(z: number): number {
  return normalCdf(-z);
}

/**
 * Returns log10 Phi(z), which is finite for every finite z. It is accurate even where Phi is nearly 1 or too small for
 * doubles.
 */
export function normalCdfLog10(z: number): number {
  if (z > 0) return Math.log1p(-normalTail(z)) / Math.LN10;
  if (z >= -NEAR) return Math.log10(normalCdf(z));
  if (z === -Infinity) return -Infinity;
  return Math.log10(millsRatio(-z) / ROOT_TWO_PI) - (z * z) / 2 / Math.LN10;
}

/** Distance of two z below which `lnTailRatio` takes the slope of the tail between them, to avoid cancellation. */
const CLOSE = 1e-5;

/**
 * Returns ln of (1 - Phi(x)) / (1 - Phi(y)), for x and y from 0 to Infinity, not both infinite. It is accurate also
 * where both tails are too small for doubles.
 */
export function lnTailRatio(x: number, y: number): number {
  if (x < y) return -lnTailRatio(y, x);
  const apart = x - y;
  if (apart < CLOSE) return -apart / anyMillsRatio(y + apart / 2);
  return -apart * (x / 2 + y / 2) + Math.log(anyMillsRatio(x) / anyMillsRatio(y));
}

/** Returns Mills' ratio (1 - Phi(z)) / density(z), for z >= 0. */
function anyMillsRatio(z: number): number {
  return z > NEAR ? millsRatio(z) : normalTail(z) / density(z);
}

/**
 * Returns the standard normal quantile z with Phi(z) = probability. It is -Infinity for 0 and Infinity for 1.
 *
 * @throws RangeError outside [0, 1].
 */
export function normalQuantile(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`${probability} is no probability`);
  if (probability === 0) return -Infinity;
  if (probability === 1) return Infinity;
  if (Math.abs(probability - 0.5) < 0.2) return centralQuantile(probability - 0.5);
  return probability > 0.5 ? -lowerQuantile(1 - probability) : lowerQuantile(probability);
}

/**
 * Returns the quantile z with Phi(z) = 1/2 + excess, for |excess| <= 0.2. It uses Newton's method, starting on the
 * tangent of Phi at 0.
 */
function centralQuantile(excess: number): number {
  let z = excess * ROOT_TWO_PI;
  for (let step = 0; step < 6; step++) z -= (centre(z) - excess) / density(z);
  return z;
}

/**
 * Returns the standard normal quantile of a probability below 1/2. It uses Newton's method on log Phi, starting from a
 * rational approximation (Abramowitz and Stegun 26.2.23).
 */
function lowerQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability));
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 4; step++) z -= Math.log(normalCdf(z) / probability) * millsRatio(-z);
  return z;
}

/** Returns the standard normal density. z is split into two parts, so that the square of the larger part is exact. */
function density(z: number): number {
  const coarse = Math.trunc(z * 16) / 16;
  return (Math.exp((-coarse * coarse) / 2) * Math.exp((-(z - coarse) * (z + coarse)) / 2)) / ROOT_TWO_PI;
}

/** Returns Phi(z) - 1/2, for |z| <= NEAR only. */
function centre(z: number): number {
  const s = z * z;
  const above =
    (((0.065682337918207449113 * s + 2.2352520354606839287) * s + 161.02823106855587881) * s + 1067.6894854603709582) *
      s +
    18154.981253343561249;
  const below =
    (((s + 47.20258190468824187) * s + 976.09855173777669322) * s + 10260.932208618978205) * s + 45507.789335026729956;
  return (z * above) / below;
}

/** Returns Mills' ratio (1 - Phi(z)) / density(z), for z > NEAR only. */
function millsRatio(z: number): number {
  if (z > FAR) {
    const s = 1 / (z * z);
    const above =
      ((((0.02307344176494017303 * s + 0.21589853405795699) * s + 0.1274011611602473639) * s + 0.022235277870649807) *
        s +
        0.001421619193227893466) *
        s +
      2.9112874951168792e-5;
    const below =
      ((((s + 1.28426009614491121) * s + 0.468238212480865118) * s + 0.0659881378689285515) * s +
        0.00378239633202758244) *
        s +
      7.29751555083966205e-5;
    return (1 - (s * above * ROOT_TWO_PI) / below) / z;
  }
  let above = 1.0765576773720192317e-8;
  let below = 1;
  for (let k = 0; k < 8; k++) {
    above = above * z + MIDDLE_ABOVE[k]!;
    below = below * z + MIDDLE_BELOW[k]!;
  }
  return (above / below) * ROOT_TWO_PI;
}

/**
 * Numerator coefficients of Cody's approximation for NEAR < |z| <= FAR, in descending order of powers. The highest
 * coefficient is left out.
 */
const MIDDLE_ABOVE = [
  0.39894151208813466764, 8.8831497943883759412, 93.506656132177855979, 597.27027639480026226, 2494.5375852903726711,
  6848.1904505362823326, 11602.651437647350124, 9842.7148383839780218,
];
/**
 * Denominator coefficients of Cody's approximation for NEAR < |z| <= FAR, in descending order of powers. The highest
 * coefficient, 1, is left out.
 */
const MIDDLE_BELOW = [
  22.266688044328115691, 235.38790178262499861, 1519.377599407554805, 6485.558298266760755, 18615.571640885098091,
  34900.952721145977266, 38912.003286093271411, 19685.429676859990727,
];
