import { ALLOWANCE, forgivingLimits } from '../../../../../models/families/utility/alone.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/** Power rows that may bind; only these get prices. Q rows, J pools. */
export interface BindingRows {
  readonly count: number;
  /** Length Q: index in the model's rows, ascending. */
  readonly index: Int32Array;
  /** Length Q x J: coefficients. */
  readonly coefficient: Float64Array;
  /** Length Q: limits. */
  readonly limit: Float64Array;
}

/**
 * Returns the names of rows that some option alone violates, so that it never runs. Prices do not show what a higher
 * limit would be worth there.
 */
export function excludingRows({ pools, powerRows, options }: UtilityModel): readonly string[] {
  if (powerRows === undefined) return [];
  const mostW = new Float64Array(pools.length);
  for (const [o, pool] of options.pool.entries()) mostW[pool] = Math.max(mostW[pool]!, options.powerW[o]!);
  const limit = forgivingLimits(powerRows);
  return powerRows.names.filter((_, r) =>
    mostW.some((powerW, j) => powerRows.coefficient[r * pools.length + j]! * powerW > limit[r]! * (1 + ALLOWANCE)),
  );
}

/**
 * Returns the rows without those that always hold (even with all nodes at their largest power) and those implied by a
 * single other row. This changes no bound, since their prices could be 0. O(R^2 J). @param nodeW length J: largest
 * power of a node of each pool, W
 */
export function bindingRows({ pools, powerRows }: UtilityModel, nodeW: Float64Array): BindingRows {
  const size = pools.length;
  const { count, coefficient } = powerRows ?? { count: 0, coefficient: new Float64Array(0) };
  const limit = forgivingLimits(powerRows);
  const reached: number[] = [];
  for (let r = 0; r < count; r++) {
    let most = 0;
    for (let j = 0; j < size; j++) most += coefficient[r * size + j]! * pools[j]!.nodes * nodeW[j]!;
    if (most > limit[r]!) reached.push(r);
  }
  /** Returns true if row q implies row r: each coefficient of r is at most as large relative to its limit. */
  const follows = (r: number, q: number): boolean => {
    let isSame = true;
    for (let j = 0; j < size; j++) {
      if (!(nodeW[j]! > 0)) continue;
      const [one, other] = [coefficient[r * size + j]! * limit[q]!, coefficient[q * size + j]! * limit[r]!];
      if (one > other) return false;
      isSame &&= one === other;
    }
    return !isSame || q < r;
  };
  const kept = reached.filter((r) => !reached.some((q) => q !== r && follows(r, q)));
  return {
    count: kept.length,
    index: Int32Array.from(kept),
    coefficient: Float64Array.from({ length: kept.length * size }, (_, k) => {
      return coefficient[kept[Math.floor(k / size)]! * size + (k % size)]!;
    }),
    limit: Float64Array.from(kept, (r) => limit[r]!),
  };
}
