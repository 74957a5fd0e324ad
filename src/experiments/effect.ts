import { MAX_RESAMPLED, type Resampler } from './bootstrap.js';
import { ascending, quantileOfSorted } from './quantiles.js';
import { type Interval, LEVEL, refuseUnusable } from './statistics.js';
import { MAX_EXACT, signedRanks, signPatternCounts } from './wilcoxon.js';

/** Matched-pairs rank-biserial correlation (an effect size) with its bootstrap interval. */
export interface RankBiserial {
  /** Effect size from -1 (all differences below 0) to 1 (all differences above 0). */
  readonly effect: number;
  /** Percentile bootstrap interval of the effect; null for a single difference and for more than MAX_RESAMPLED. */
  readonly interval: Interval | null;
}

/**
 * Returns the matched-pairs rank-biserial correlation of n paired differences (Kerby 2014; King and Minium). The
 * correlation is the rank sum of positive differences minus that of negative ones, divided by n (n + 1) / 2.
 * Differences of 0 are ranked too (Pratt) but enter neither sum, so ties pull the correlation towards 0.
 *
 * @throws RangeError as `signedRankTest` does.
 */
export function rankBiserial(differences: readonly number[], source: Resampler, level = LEVEL): RankBiserial {
  const { plus, minus } = signedRanks(differences);
  const n = differences.length;
  const effect = (plus - minus) / ((n * (n + 1)) / 2);
  if (n === 1 || n > MAX_RESAMPLED) return { effect, interval: null };
  const resampled = resampledEffects(differences, source);
  const tail = (1 - level) / 2;
  return { effect, interval: { low: quantileOfSorted(resampled, tail), high: quantileOfSorted(resampled, 1 - tail) } };
}

/** Returns the effect size in each resample, ascending. Equal differences are counted instead of sorted. */
function resampledEffects(differences: readonly number[], { resamples, indices }: Resampler): Float64Array {
  const n = differences.length;
  const sizes = [...new Set(differences.map(Math.abs))].sort((one, other) => one - other);
  const placeOf = new Map(sizes.map((size, place) => [size, place]));
  const place = Uint32Array.from(differences, (value) => placeOf.get(Math.abs(value))!);
  const sign = Int8Array.from(differences, Math.sign);
  const all = indices(n);
  const count = new Float64Array(sizes.length);
  const balance = new Float64Array(sizes.length);
  const effects = Float64Array.from({ length: resamples }, (_, resample) => {
    count.fill(0);
    balance.fill(0);
    for (let at = resample * n; at < (resample + 1) * n; at++) {
      const i = all[at]!;
      count[place[i]!]!++;
      balance[place[i]!]! += sign[i]!;
    }
    let [ranked, sum] = [0, 0];
    for (let size = 0; size < sizes.length; size++) {
      sum += balance[size]! * (ranked + (count[size]! + 1) / 2);
      ranked += count[size]!;
    }
    return sum / ((n * (n + 1)) / 2);
  });
  return effects.sort();
}

/** Hodges-Lehmann estimate of the centre of paired differences, in their unit. */
export interface Shift {
  readonly estimate: number;
  /** Exact confidence interval; null for too few differences (fewer than 6 at 95 %). */
  readonly interval: Interval | null;
}

/**
 * Returns the Hodges-Lehmann estimate of the centre of differences, with a confidence interval of at least `level`.
 * Null for more than MAX_EXACT differences.
 *
 * The estimate is the median of the means of all pairs of differences, each also paired with itself (Walsh averages).
 * It assumes a symmetric distribution. The interval contains all centres that Wilcoxon's exact test does not reject
 * (Hollander and Wolfe, section 3.3).
 *
 * @throws RangeError for no differences or infinite ones.
 */
export function hodgesLehmann(differences: readonly number[], level = LEVEL): Shift | null {
  refuseUnusable(differences);
  const n = differences.length;
  if (n > MAX_EXACT) return null;
  const means = differences.flatMap((one, i) => differences.slice(i).map((other) => one / 2 + other / 2));
  const sorted = ascending(means);
  const estimate = quantileOfSorted(sorted, 0.5);
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  const patterns = signPatternCounts(ranks, sorted.length);
  let outside = 0;
  for (let within = patterns[0]!; within / 2 ** n <= (1 - level) / 2; within += patterns[outside]!) outside++;
  if (outside === 0) return { estimate, interval: null };
  return { estimate, interval: { low: sorted[outside - 1]!, high: sorted[sorted.length - outside]! } };
}
