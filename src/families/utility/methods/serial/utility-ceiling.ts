import type { UtilityFunctions } from '../../../../../models/families/utility-function.js';

/** Number of entries of the table of exp(-x) for each unit of x. Between them the table is too large by 0.02 % at most. */
const PER_UNIT = 32;
/** Exponent from which on the table gives its last value, which is 4e-18. */
const MAX_EXPONENT = 40;
/** Factor on the table by which it stays above exp(-x) in spite of rounding. */
const ABOVE = 1 + 1e-12;

/** exp(-x) at x = 0, 1/32, 2/32 and so on. */
const DECAY = Float64Array.from({ length: MAX_EXPONENT * PER_UNIT + 1 }, (_, k) => Math.exp(-k / PER_UNIT) * ABOVE);

/**
 * Returns an upper bound on the utility of a task that completes at an age, by its utility function f. It exceeds the
 * utility by 0.02 % of the function's largest value at most, but takes a third of the time: exp(-x) is convex, so a
 * straight line between two entries of a table is never below it.
 *
 * @param ageS age at completion, s, >= 0
 */
export function utilityCeiling(functions: UtilityFunctions, f: number, ageS: number): number {
  const { firstPiece, startS, value, floor, ratePerS, slopePerS } = functions;
  let piece = firstPiece[f + 1]! - 1;
  const first = firstPiece[f]!;
  while (piece > first && startS[piece]! > ageS) piece--;
  const rate = ratePerS[piece]!;
  const beyondS = ageS - startS[piece]!;
  if (rate > 0) {
    const at = rate * beyondS * PER_UNIT;
    const k = at | 0;
    const decay = at < MAX_EXPONENT * PER_UNIT ? DECAY[k]! + (at - k) * (DECAY[k + 1]! - DECAY[k]!) : DECAY.at(-1)!;
    return floor[piece]! + (value[piece]! - floor[piece]!) * decay;
  }
  return Math.max(0, value[piece]! - slopePerS[piece]! * beyondS);
}
