// This file computes the standard normal distribution with relative errors of about 1e-15, down to the smallest double.
// The distribution function is a series near 0, and beyond it the trapezoidal rule (Matta and Reichel, Mathematics of
// Computation 25, 1971). The quantile is a rational approximation (Wichura, AS 241, 1988).

/** Square root of 2. */
const ROOT_TWO = Math.SQRT2;
/** Square root of 2 pi. */
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Largest |z| for which the distribution function is computed by its series. */
const NEAR = 1;
/** Largest |z| considered. Beyond it, the probability of the tail is below the smallest double. */
const FARTHEST = 40;
/** Step of the trapezoidal rule for the tail. Its error is exp(-(pi / STEP)^2), below 1e-17. */
const STEP = 0.5;
/**
 * Points of the trapezoidal rule for the tail. Point n = 1, 2, ... has the square n^2 STEP^2 and the weight exp(-n^2
 * STEP^2).
 */
const NODES = Array.from({ length: 13 }, (_, n) => {
  const square = ((n + 1) * STEP) ** 2;
  return { square, weight: Math.exp(-square) };
});

/**
 * Coefficients of a rational function, highest power first: of its numerator (`above`) and of its denominator
 * (`below`).
 */
interface Ratio {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

/**
 * Rational approximation of z / q for |q| <= 0.425, where z is the standard normal quantile of p, and q = p - 1/2. Its
 * variable is 0.425^2 - q^2.
 */
const QUANTILE_NEAR: Ratio = {
  above: [
    2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
    1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.387132872796366608,
  ],
  below: [
    5.226495278852854561e3, 2.8729085735721942674e4, 3.930789580009271061e4, 2.1213794301586595867e4,
    5.3941960214247511077e3, 6.871870074920579083e2, 4.2313330701600911252e1, 1,
  ],
};
/**
 * Rational approximation of -z for a small probability p with sqrt(-ln p) at most 5, where z is the standard normal
 * quantile of p. Its variable is sqrt(-ln p) - 1.6.
 */
const QUANTILE_MIDDLE: Ratio = {
  above: [
    7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258,
    3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
  ],
  below: [
    1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2, 1.4810397642748007459e-1,
    6.8976733498510000455e-1, 1.6763848301838038494, 2.05319162663775882187, 1,
  ],
};
/**
 * Rational approximation of -z for a small probability p with sqrt(-ln p) above 5, where z is the standard normal
 * quantile of p. Its variable is sqrt(-ln p) - 5.
 */
const QUANTILE_FAR: Ratio = {
  above: [
    2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.2426609473880784386e-3, 2.6532189526576123093e-2,
    2.9656057182850489123e-1, 1.7848265399172913358, 5.4637849111641143699, 6.6579046435011037772,
  ],
  below: [
    2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
    1.48753612908506148525e-2, 1.3692988092273580531e-1, 5.9983220655588793769e-1, 1,
  ],
};

/**
 * Returns P(Z <= z) of a standard normal Z, accurate in the lower tail. For an upper tail, use normalProbability(-z).
 * Returns NaN for NaN.
 */
export function normalProbability(z: number): number {
  if (Math.abs(z) <= NEAR) return 0.5 + centre(z);
  if (Math.abs(z) > FARTHEST) return z < 0 ? 0 : 1;
  const tail = gaussian(z) * scaledTail(Math.abs(z));
  return z < 0 ? tail : 1 - tail;
}

/**
 * Returns log10 P(Z <= z) of a standard normal Z, also where the probability is below the smallest double. Returns
 * -Infinity at z = -Infinity.
 */
export function normalProbabilityLog10(z: number): number {
  if (z === -Infinity) return -Infinity;
  if (z > 0) return Math.log1p(-normalProbability(-z)) / Math.LN10;
  if (z >= -NEAR) return Math.log10(normalProbability(z));
  return (Math.log(scaledTail(-z)) - (z * z) / 2) / Math.LN10;
}

/**
 * Returns the standard normal quantile z with P(Z <= z) = probability, for 0 < probability < 1. Returns NaN for other
 * arguments.
 */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(QUANTILE_NEAR, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)));
  const size = r <= 5 ? ratio(QUANTILE_MIDDLE, r - 1.6) : ratio(QUANTILE_FAR, r - 5);
  return q < 0 ? -size : size;
}

/** Returns P(0 <= Z <= z) for small |z|: sum over k of (-1)^k z^(2k+1) / (2^k k! (2k+1)) / sqrt(2 pi). */
function centre(z: number): number {
  let power = z;
  let sum = z;
  for (let k = 1; k <= 20; k += 1) {
    power *= (-z * z) / (2 * k);
    sum += power / (2 * k + 1);
  }
  return sum / ROOT_TWO_PI;
}

/** Returns exp(z^2 / 2) P(Z > z) for z > NEAR, by the trapezoidal rule with a correction for the poles. */
function scaledTail(z: number): number {
  const x = z / ROOT_TWO;
  let sum = 1 / (2 * x * x);
  for (const { square, weight } of NODES) sum += weight / (square + x * x);
  const poles = x < Math.PI / STEP ? Math.exp(x * x) / Math.expm1((2 * Math.PI * x) / STEP) : 0;
  return (STEP * x * sum) / Math.PI - poles;
}

/** Returns exp(-z^2 / 2). z is split into two parts, so that the square of the larger one has no rounding error. */
function gaussian(z: number): number {
  const size = Math.abs(z);
  const coarse = Math.trunc(size * 16) / 16;
  return Math.exp((-coarse * coarse) / 2) * Math.exp((-(size - coarse) * (size + coarse)) / 2);
}

function ratio({ above, below }: Ratio, x: number): number {
  return horner(above, x) / horner(below, x);
}

function horner(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (const coefficient of coefficients) value = value * x + coefficient;
  return value;
}
