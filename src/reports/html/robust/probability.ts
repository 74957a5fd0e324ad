import type { Measured, Shown } from '../../format.js';

/** A probability with five decimals, never rounded to certainty or to none. */
export function probability(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  if (value < 1 && value >= 0.999995) return { digits: '> 0.99999', unit: '' };
  return { digits: value > 0 && value < 1e-4 ? value.toExponential(3) : value.toFixed(5), unit: '' };
}
