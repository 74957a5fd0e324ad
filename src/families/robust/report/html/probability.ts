import type { Measured, Shown } from '../../../../reports/format.js';

/**
 * Returns a probability as text. It has five decimals or, below 1e-4, an exponent, and is never rounded to 0 or 1. Null
 * for a missing value.
 */
export function probability(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  if (value < 1 && value >= 0.999995) return { digits: '> 0.99999', unit: '' };
  return { digits: value > 0 && value < 1e-4 ? value.toExponential(3) : value.toFixed(5), unit: '' };
}

/** Returns a probability as text. 0 is shown as "< 1e-300", because the probability may be smaller than any double. */
export function promised(value: Measured): Shown | null {
  return value === 0 ? { digits: '< 1e-300', unit: '' } : probability(value);
}
