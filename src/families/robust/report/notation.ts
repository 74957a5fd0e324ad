import { type Measured, significant, type Shown } from '../../../reports/format.js';
import { isInfiniteZ } from '../../../reports/wording.js';

/**
 * Notation of a probability with six decimals; powers of ten close to 0, and the distance to 1 close to 1, where six
 * decimals would read as certainty.
 */
export function probability(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  if (value > 0 && value < 1e-4) return { digits: value.toExponential(3), unit: '' };
  const isNearlyOne = value < 1 && value > 1 - 5e-7;
  return { digits: isNearlyOne ? `1 - ${(1 - value).toPrecision(3)}` : value.toFixed(6), unit: '' };
}

/** Notation of a probability to promise; 0, to which smaller ones may have been rounded, reads "< 1e-300". */
export function promised(value: Measured): Shown | null {
  return value === 0 ? { digits: '< 1e-300', unit: '' } : probability(value);
}

/**
 * Notation of a difference of probabilities or quantiles with three digits; differences below 1e-12, left by rounding,
 * read 0.
 */
export function difference(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: significant(Math.abs(value) < 1e-12 ? 0 : value, 3), unit: '' };
}

/** Notation of a number that is in per cent; numbers below 1e-8, left by rounding, read 0. */
export function ofHundred(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: significant(Math.abs(value) < 1e-8 ? 0 : value, 3), unit: '%' };
}

/** Notation of a quantile with three decimals; infinite ones in words. */
export function quantileDigits(z: Measured): Shown | null {
  if (z === null || z === undefined) return null;
  const digits = isInfiniteZ(z) ? (z > 0 ? 'infinite' : '-infinite') : z.toFixed(3);
  return { digits, unit: '' };
}
