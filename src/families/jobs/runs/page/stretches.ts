/** Allowed lengths of the intervals of a chart, s: a millisecond to a year. */
const LENGTHS_S = [
  1e-3, 1e-2, 0.1, 1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400,
  172_800, 604_800, 1_209_600, 2_419_200, 7_257_600, 31_536_000,
] as const;

/**
 * Divides the time from 0 to `untilS` into at most `most` equal intervals and returns their length and limits, s. The
 * last may extend beyond `untilS`.
 */
export function stretches(untilS: number, most: number): { readonly lengthS: number; readonly borderS: Float64Array } {
  const lengthS = LENGTHS_S.find((length) => untilS / length <= most) ?? untilS / most;
  const count = Math.max(1, Math.ceil(untilS / lengthS - 1e-9));
  return { lengthS, borderS: Float64Array.from({ length: count + 1 }, (_, b) => b * lengthS) };
}

/** Adds `perS` per second, from `fromS` to `toS`, to the sums of the intervals that this time overlaps. */
export function spread(
  { lengthS, borderS }: ReturnType<typeof stretches>,
  sums: Float64Array,
  fromS: number,
  toS: number,
  perS: number,
): void {
  const last = Math.min(sums.length - 1, Math.floor(toS / lengthS));
  for (let b = Math.max(0, Math.floor(fromS / lengthS)); b <= last; b++) {
    const insideS = Math.min(toS, borderS[b + 1]!) - Math.max(fromS, borderS[b]!);
    if (insideS > 0) sums[b]! += perS * insideS;
  }
}

/**
 * Adds an amount to the sum of the interval that contains the time `atS`. A time at the end of the last interval counts
 * as within that interval.
 */
export function place({ lengthS }: ReturnType<typeof stretches>, sums: Float64Array, atS: number, amount = 1): void {
  sums[Math.min(sums.length - 1, Math.max(0, Math.floor(atS / lengthS)))]! += amount;
}

/** Returns the sum of all entries before each interval limit: 0 at the first limit, the total at the last. */
export function running(sums: Float64Array): number[] {
  let sum = 0;
  return [0, ...Array.from(sums, (one) => (sum += one))];
}
