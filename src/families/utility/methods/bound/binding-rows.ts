import { ALLOWANCE, forgivingLimits } from '../../../../../models/families/utility/alone.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * The power limits that may bind, as linear inequalities ("rows") in the power of the pools. Only these limits have
 * dual values.
 */
export interface BindingRows {
  readonly count: number;
  /** Index of each row (power limit) among all rows of the model, ascending. */
  readonly index: Int32Array;
  /** Load of each row (power limit) per watt of a pool's power, K/W or W/W, [row][pool]. */
  readonly coefficient: Float64Array;
  /** Largest permitted load of each row (power limit), K or W. It is the right-hand side of the inequality. */
  readonly limit: Float64Array;
}

/**
 * Returns the names of power limits that some option (pool and P-state of a task) exceeds even if it runs alone. Such
 * an option never runs, so dual values do not include what it could earn under a higher limit.
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
 * Returns the power limits that may bind. Rows that hold with all nodes at their largest power are left out, and so are
 * rows implied by another single row. Leaving them out does not change the bound. The time is proportional to rows^2 x
 * pools.
 *
 * @param nodeW largest power of a node of each pool, W
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
  /**
   * Returns true if row q implies row r: every coefficient of r, divided by the limit of r, is at most that of q,
   * divided by the limit of q.
   */
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
