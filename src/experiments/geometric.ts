import { meanOf, refuseUnusable } from './statistics.js';

/**
 * Returns the shifted geometric mean of values:
 *
 * exp(mean(ln(value + shift))) - shift
 *
 * Values far below the shift hardly affect it; large values count as in a geometric mean (Achterberg, Constraint
 * Integer Programming, 2007, A.3).
 *
 * @throws RangeError for no values, a value below 0 or not finite, and a shift that is not above 0.
 */
export function shiftedGeometricMean(values: readonly number[], shift: number): number {
  refuseUnusable(values);
  if (!(shift > 0 && Number.isFinite(shift))) throw new RangeError(`A shift of ${shift} is not greater than 0`);
  const negative = values.find((value) => value < 0);
  if (negative !== undefined) throw new RangeError(`${negative} is less than 0`);
  // ln(1 + value / shift) keeps the digits of values far below the shift.
  return shift * Math.expm1(meanOf(values.map((value) => Math.log1p(value / shift))));
}
