import jStat from 'jstat';

/**
 * How Wilcoxon's test treats differences of 0. With "pratt" they are ranked, but count as neither positive nor negative
 * (Pratt, JASA 54, 1959); further equal pairs then never make a result more significant. With "wilcox" they are dropped
 * before ranking (Wilcoxon 1945).
 */
export type ZeroRule = 'pratt' | 'wilcox';

/** Ranks of paired differences by absolute value. */
export interface SignedRanks {
  /** Number of differences that are not 0. */
  readonly n: number;
  readonly zeros: number;
  /** Twice the midrank (hence whole) of each difference that is not 0, in the given order. */
  readonly doubled: readonly number[];
  /** Sum of the ranks of positive differences. */
  readonly plus: number;
  /** Sum of the ranks of negative differences. */
  readonly minus: number;
}

export interface SignedRankTest extends SignedRanks {
  /** Two-sided p-value; null if every difference is 0. */
  readonly p: number | null;
  /** True if the p-value is computed from all sign patterns, false if it is a normal approximation. */
  readonly exact: boolean;
}

/** Maximum number of nonzero differences for an exact p-value. Our choice: counts up to 2^50 are exact in doubles. */
export const MAX_EXACT = 50;

/**
 * Returns Wilcoxon's signed-rank test, two-sided, of whether the distribution of paired differences is symmetric about
 * 0. Infinite differences are larger than all finite ones. Equal absolute differences share their mean rank.
 *
 * With up to MAX_EXACT nonzero differences the p-value is exact. Otherwise it is a normal approximation with a
 * continuity correction of one half and the variance of the actual ranks (hence corrected for ties).
 *
 * @throws RangeError for no differences or NaN.
 */
export function signedRankTest(differences: readonly number[], zeroRule: ZeroRule = 'pratt'): SignedRankTest {
  const ranks = signedRanks(differences, zeroRule);
  const exact = ranks.n <= MAX_EXACT;
  return { ...ranks, exact, p: ranks.n === 0 ? null : exact ? exactP(ranks) : normalP(ranks) };
}

/**
 * Returns the ranks of paired differences by absolute value, with the rank sums of the positive and of the negative
 * differences.
 *
 * @throws RangeError as `signedRankTest` does.
 */
export function signedRanks(differences: readonly number[], zeroRule: ZeroRule = 'pratt'): SignedRanks {
  if (differences.length === 0) throw new RangeError('There are no differences');
  if (differences.some(Number.isNaN)) throw new RangeError('NaN is no difference');
  const kept = differences.filter((value) => value !== 0);
  const zeros = differences.length - kept.length;
  const before = zeroRule === 'pratt' ? zeros : 0;
  const order = kept.map((_, i) => i).sort((one, other) => ascendingSize(kept[one]!, kept[other]!));
  const doubled = new Array<number>(kept.length);
  let [plus, minus] = [0, 0];
  for (let first = 0; first < order.length;) {
    const size = Math.abs(kept[order[first]!]!);
    let next = first + 1;
    while (next < order.length && Math.abs(kept[order[next]!]!) === size) next++;
    // Ranks before + first + 1 ... before + next.
    const rank = 2 * before + first + next + 1;
    for (; first < next; first++) {
      const i = order[first]!;
      doubled[i] = rank;
      if (kept[i]! > 0) plus += rank / 2;
      else minus += rank / 2;
    }
  }
  return { n: kept.length, zeros, doubled, plus, minus };
}

/** Compares two differences by absolute value; infinite ones are equal. */
function ascendingSize(one: number, other: number): number {
  const [a, b] = [Math.abs(one), Math.abs(other)];
  return a === b ? 0 : a - b;
}

/**
 * Returns, for each s = 0 .. `upTo`, the number of sign patterns for which the positive ranks (whole numbers) have the
 * sum s. Divided by 2^n, the numbers are the exact null distribution of the test. They are the coefficients of the
 * product of the polynomials 1 + x^rank.
 */
export function signPatternCounts(ranks: readonly number[], upTo: number): Float64Array {
  const counts = new Float64Array(upTo + 1);
  counts[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    reached = Math.min(upTo, reached + rank);
    for (let sum = reached; sum >= rank; sum--) counts[sum]! += counts[sum - rank]!;
  }
  return counts;
}

/**
 * Returns the exact two-sided p-value from the smaller of the two rank sums, which have the same distribution:
 *
 * min(1, 2 P(sum <= smaller))
 */
function exactP({ n, doubled, plus, minus }: SignedRanks): number {
  const smaller = Math.round(2 * Math.min(plus, minus));
  const patterns = signPatternCounts(doubled, smaller).reduce((sum, count) => sum + count, 0);
  return Math.min(1, (2 * patterns) / 2 ** n);
}

function normalP({ doubled, plus, minus }: SignedRanks): number {
  // A quarter of the sum of squared ranks, of which the doubled ones are twice as large.
  const variance = doubled.reduce((sum, rank) => sum + rank * rank, 0) / 16;
  const distance = Math.max(0, Math.abs(plus - minus) / 2 - 0.5);
  return Math.min(1, 2 * normalTail(distance / Math.sqrt(variance)));
}

/** Returns P(Z > z) of a standard normal Z for z >= 0, accurately even for large z, where 1 - P(Z < z) would be 0. */
function normalTail(z: number): number {
  if (z < 2) return jStat.normal.cdf(-z, 0, 1);
  // Laplace's fraction of Mills' ratio (Abramowitz and Stegun 26.2.14): 200 terms are all digits from 2 on.
  let fraction = z;
  for (let term = 200; term >= 1; term--) fraction = z + term / fraction;
  return jStat.normal.pdf(z, 0, 1) / fraction;
}
