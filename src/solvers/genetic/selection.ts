import type { RandomStream } from '../../random/stream.js';

/** Draws the rank of one parent among `count` individuals; rank 0 is the best. */
export type Selection = (count: number, random: RandomStream) => number;

/**
 * Returns Whitley's linear-bias selection (GENITOR, 1989). The probability falls linearly with rank; the best rank is
 * `bias` times as likely as the middle one.
 *
 * rank = count (bias - sqrt(bias^2 - 4 (bias - 1) u)) / (2 (bias - 1)), with u uniform in [0, 1).
 *
 * Bias 1 is a uniform selection; bias 2 prefers good ranks most strongly.
 *
 * @throws RangeError unless 1 <= bias <= 2.
 */
export function linearBias(bias: number): Selection {
  if (!(bias >= 1 && bias <= 2)) throw new RangeError(`the linear bias must be from 1 to 2, not ${bias}`);
  if (bias === 1) return (count, random) => random.integer(0, count - 1);
  return (count, random) => {
    const root = Math.sqrt(bias * bias - 4 * (bias - 1) * random.uniform());
    return Math.min(count - 1, Math.floor((count * (bias - root)) / (2 * (bias - 1))));
  };
}

/**
 * Returns a selection rule that draws `size` ranks with replacement and takes the best of them.
 *
 * @throws RangeError unless size is a positive integer
 */
export function tournament(size: number): Selection {
  if (!(Number.isInteger(size) && size >= 1)) throw new RangeError(`no tournament of ${size}`);
  return (count, random) => {
    let best = count - 1;
    for (let n = 0; n < size; n++) best = Math.min(best, random.integer(0, count - 1));
    return best;
  };
}

/** Maximum number of redraws of the second parent if it is the same individual as the first. */
const REDRAWS = 20;

/** Returns the ranks of two parents, different if possible. */
export function parentRanks(
  selection: Selection,
  count: number,
  random: RandomStream,
): { readonly first: number; readonly second: number } {
  const first = selection(count, random);
  let second = selection(count, random);
  for (let n = 0; n < REDRAWS && second === first && count > 1; n++) second = selection(count, random);
  return { first, second };
}
