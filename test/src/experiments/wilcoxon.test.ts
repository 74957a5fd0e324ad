import { describe, expect, it } from 'vitest';
import { MAX_EXACT, signedRankTest, signPatternCounts, type ZeroRule } from '../../../src/experiments/wilcoxon.js';
import { randomStream } from '../../../src/random/stream.js';
import { statisticsFixture } from '../../support/statistics-fixture.js';

/** Greatest smaller rank sum that is significant, two-sided, at 5 % and 1 %, by n (McCornack, JASA 60, 1965; the usual printed table). */
const CRITICAL: readonly (readonly [n: number, five: number, one: number | null])[] = [
  [6, 0, null],
  [7, 2, null],
  [8, 3, 0],
  [9, 5, 1],
  [10, 8, 3],
  [11, 10, 5],
  [12, 13, 7],
  [13, 17, 9],
  [14, 21, 12],
  [15, 25, 15],
  [16, 29, 19],
  [17, 34, 23],
  [18, 40, 27],
  [19, 46, 32],
  [20, 52, 37],
  [21, 58, 42],
  [22, 65, 48],
  [23, 73, 54],
  [24, 81, 61],
  [25, 89, 68],
];

interface Case {
  readonly d: readonly number[];
  readonly zeros: ZeroRule;
  readonly exact: boolean;
  readonly p: number;
}

describe('the signed-rank test', () => {
  it.each(CRITICAL)('of %i differences is significant up to the printed rank sums %i and %i', (n, five, one) => {
    const pOf = (sum: number): number => signedRankTest(withMinusSum(n, sum)).p!;
    expect(pOf(five)).toBeLessThanOrEqual(0.05);
    expect(pOf(five + 1)).toBeGreaterThan(0.05);
    expect(one === null || pOf(one) <= 0.01).toBe(true);
    expect(pOf((one ?? -1) + 1)).toBeGreaterThan(0.01);
  });

  it('of five differences is never significant at 5 %: the least p is 1/16', () => {
    expect(signedRankTest([1, 2, 3, 4, 5])).toMatchObject({ p: 1 / 16, plus: 15, minus: 0, exact: true });
  });

  it("has p = 0.0413 for Darwin's maize, as SciPy's manual has it", () => {
    const maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
    expect(signedRankTest(maize)).toMatchObject({ n: 15, minus: 24, p: 0.041259765625, exact: true });
  });

  it.each((statisticsFixture('wilcoxon') as readonly Case[]).map((one) => [one.d.length, one.zeros, one] as const))(
    'has the p of SciPy for %i differences, zeros by %s',
    (_, __, { d, zeros, exact, p }) => {
      const found = signedRankTest(d, zeros);
      expect(found.exact).toBe(exact);
      expect(Math.abs(found.p! / p - 1)).toBeLessThan(exact ? 1e-12 : 1e-6);
    },
  );

  it('has the p of all sign patterns, for ties, zeros and both treatments of zeros', () => {
    const { integer } = randomStream(3, 'differences');
    for (let sample = 0; sample < 60; sample++) {
      const given = Array.from({ length: integer(1, 9) }, () => integer(-3, 3));
      for (const zeros of ['pratt', 'wilcox'] as const) {
        expect([given, signedRankTest(given, zeros).p]).toEqual([given, byEnumeration(given, zeros)]);
      }
    }
  });

  it('is not more certain for added ties by Pratt, as it is by Wilcoxon in his example', () => {
    // Pratt (1959), section 4: 13 differences; moved down a little, two of them are 0 and 0 is dropped.
    const before = [0, 2, 3, 4, 6, 7, 8, 9, 11, 14, 15, 17, -18];
    expect(signedRankTest(before, 'pratt').p!).toBeLessThan(signedRankTest(before, 'wilcox').p!);
    expect(signedRankTest([...before, 0, 0, 0], 'wilcox').p).toBe(signedRankTest(before, 'wilcox').p);
  });

  it('ranks infinite differences above all finite ones, as equals', () => {
    const found = signedRankTest([Infinity, 5, -Infinity, 1]);
    expect(found).toMatchObject({ plus: 3.5 + 2 + 1, minus: 3.5, n: 4 });
  });

  it('is normal from 51 differences on, within a twentieth of the p of all sign patterns', () => {
    const n = MAX_EXACT + 1;
    const found = signedRankTest(Array.from({ length: n }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1)));
    const ranks = Array.from({ length: n }, (_, i) => i + 1);
    const patterns = signPatternCounts(ranks, found.minus).reduce((sum, count) => sum + count, 0);
    expect(found.exact).toBe(false);
    expect(Math.abs(found.p! / ((2 * patterns) / 2 ** n) - 1)).toBeLessThan(0.05);
  });

  it('has no p where all differences are 0, and refuses none and NaN', () => {
    expect(signedRankTest([0, 0])).toMatchObject({ p: null, n: 0, zeros: 2 });
    expect(() => signedRankTest([])).toThrow(RangeError);
    expect(() => signedRankTest([1, Number.NaN])).toThrow('NaN');
  });

  it('counts as many sign patterns as there are', () => {
    const ranks = Array.from({ length: MAX_EXACT }, (_, i) => 2 * (i + 1));
    const total = signPatternCounts(ranks, MAX_EXACT * (MAX_EXACT + 1)).reduce((sum, count) => sum + count, 0);
    expect(total).toBe(2 ** MAX_EXACT);
  });
});

/** n differences whose ranks 1 ... n with a minus add up to `sum`: the greatest that still fit. */
function withMinusSum(n: number, sum: number): number[] {
  const found: number[] = [];
  for (let [rank, left] = [n, sum]; rank >= 1; rank--) {
    const isMinus = rank <= left;
    if (isMinus) left -= rank;
    found.push(isMinus ? -rank : rank);
  }
  return found;
}

/** Two-sided p by counting every sign pattern of the non-zero differences; ranks by counting smaller and equal ones. */
function byEnumeration(given: readonly number[], zeros: ZeroRule): number | null {
  const ranked = zeros === 'pratt' ? given : given.filter((value) => value !== 0);
  const kept = given.filter((value) => value !== 0);
  if (kept.length === 0) return null;
  const size = Math.abs;
  const ranks = kept.map((value) => {
    const smaller = ranked.filter((other) => size(other) < size(value)).length;
    const equal = ranked.filter((other) => size(other) === size(value)).length;
    return smaller + (equal + 1) / 2;
  });
  const centre = ranks.reduce((sum, rank) => sum + rank, 0) / 2;
  const sumOf = (isPlus: (i: number) => boolean): number =>
    ranks.reduce((sum, rank, i) => sum + (isPlus(i) ? rank : 0), 0);
  const far = Math.abs(sumOf((i) => kept[i]! > 0) - centre);
  let count = 0;
  for (let pattern = 0; pattern < 2 ** kept.length; pattern++) {
    if (Math.abs(sumOf((i) => ((pattern >> i) & 1) === 1) - centre) >= far) count++;
  }
  return count / 2 ** kept.length;
}
