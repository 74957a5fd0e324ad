/**
 * Linear program min c.x over lower <= x <= upper and m rows a.x <= b, with few columns n. Callers need the multipliers
 * of its rows. Any nonnegative multipliers give a valid bound; the optimal ones give the best bound.
 */
export interface SmallLp {
  readonly columns: number;
  /** Coefficients of the m rows for the n columns, row by row (m x n). */
  readonly rows: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Maximum number of pivots of the simplex method; default MAX_PIVOTS. */
  readonly mostPivots?: number;
}

/** Answer of a small LP: its few tight rows, their nonnegative multipliers (`value`), and the optimal point. */
export interface SmallLpAnswer {
  readonly row: readonly number[];
  readonly value: readonly number[];
  /** Optimal x; overwritten by the next solve. */
  readonly point: Float64Array;
}

/** Default maximum number of simplex pivots, in case a program cycles. */
const MAX_PIVOTS = 200;
/** Relative amount by which a row of the program may be violated. */
const FEASIBLE = 1e-9;
/** Absolute size below which a pivot element counts as 0. */
const PIVOT = 1e-12;

/**
 * Returns a function that solves the program for any cost and right-hand side. The function reuses its arrays between
 * solves.
 */
export function smallLpSolver(problem: SmallLp): (cost: Float64Array, rhs: Float64Array) => SmallLpAnswer {
  const { columns: n, rows, lower, upper, mostPivots = MAX_PIVOTS } = problem;
  const m = n === 0 ? 0 : rows.length / n;
  // Basic variable i moves by table[i, j] per unit of nonbasic variable j. Variables: x, then the rows' slacks.
  const table = new Float64Array(m * n);
  const value = new Float64Array(m);
  const basic = new Int32Array(m);
  const nonbasic = new Int32Array(n);
  const position = new Float64Array(n);
  const atUpper = new Uint8Array(n);
  const reduced = new Float64Array(n);
  const pivotRow = new Float64Array(n);
  const point = new Float64Array(n);

  const lowerOf = (variable: number): number => (variable < n ? lower[variable]! : 0);
  const upperOf = (variable: number): number => (variable < n ? upper[variable]! : Infinity);

  function start(cost: Float64Array, rhs: Float64Array): void {
    for (let j = 0; j < n; j++) {
      nonbasic[j] = j;
      reduced[j] = cost[j]!;
      atUpper[j] = cost[j]! < 0 ? 1 : 0;
      position[j] = cost[j]! < 0 ? upper[j]! : lower[j]!;
    }
    for (let i = 0; i < m; i++) {
      let slack = rhs[i]!;
      for (let j = 0; j < n; j++) {
        table[i * n + j] = -rows[i * n + j]!;
        slack -= rows[i * n + j]! * position[j]!;
      }
      basic[i] = n + i;
      value[i] = slack;
    }
  }

  /** Returns the basic variable that is furthest outside its bounds; -1 if all are within. */
  function leaving(scale: number): number {
    let worst = -1;
    let most = FEASIBLE * scale;
    for (let i = 0; i < m; i++) {
      const outside = Math.max(lowerOf(basic[i]!) - value[i]!, value[i]! - upperOf(basic[i]!));
      if (outside > most) {
        most = outside;
        worst = i;
      }
    }
    return worst;
  }

  /**
   * Returns the variable to enter: the first whose reduced cost reaches zero as variable i moves inside; -1 if none.
   */
  function entering(i: number, rises: boolean): number {
    let best = -1;
    let least = Infinity;
    for (let j = 0; j < n; j++) {
      const slope = rises ? table[i * n + j]! : -table[i * n + j]!;
      if (atUpper[j] === 1 ? slope >= -PIVOT : slope <= PIVOT) continue;
      const ratio = Math.abs(reduced[j]!) / Math.abs(slope);
      if (ratio < least) {
        least = ratio;
        best = j;
      }
    }
    return best;
  }

  function exchange(i: number, j: number, target: number): void {
    const pivot = table[i * n + j]!;
    const step = (target - value[i]!) / pivot;
    for (let k = 0; k < m; k++) value[k]! += table[k * n + j]! * step;
    const entered = nonbasic[j]!;
    const enteredAt = position[j]! + step;
    nonbasic[j] = basic[i]!;
    position[j] = target;
    atUpper[j] = target > lowerOf(basic[i]!) ? 1 : 0;
    basic[i] = entered;
    value[i] = enteredAt;
    for (let l = 0; l < n; l++) pivotRow[l] = l === j ? 1 / pivot : -table[i * n + l]! / pivot;
    for (let k = 0; k < m; k++) {
      if (k === i) continue;
      const factor = table[k * n + j]!;
      if (factor === 0) continue;
      for (let l = 0; l < n; l++) {
        table[k * n + l] = (l === j ? 0 : table[k * n + l]!) + factor * pivotRow[l]!;
      }
    }
    for (let l = 0; l < n; l++) table[i * n + l] = pivotRow[l]!;
    const cost = reduced[j]!;
    for (let l = 0; l < n; l++) reduced[l] = (l === j ? 0 : reduced[l]!) + cost * pivotRow[l]!;
  }

  return (cost, rhs) => {
    start(cost, rhs);
    let scale = 1;
    for (let i = 0; i < m; i++) scale = Math.max(scale, Math.abs(rhs[i]!));
    for (let pivots = 0; pivots < mostPivots; pivots++) {
      const i = leaving(scale);
      if (i < 0) break;
      const rises = value[i]! < lowerOf(basic[i]!);
      const j = entering(i, rises);
      // No point of the box keeps this row: whatever multipliers there are stay valid.
      if (j < 0) break;
      exchange(i, j, rises ? lowerOf(basic[i]!) : upperOf(basic[i]!));
    }
    const row: number[] = [];
    const multiplier: number[] = [];
    for (let j = 0; j < n; j++) {
      if (nonbasic[j]! < n || !(reduced[j]! > 0)) continue;
      row.push(nonbasic[j]! - n);
      multiplier.push(reduced[j]!);
    }
    for (let j = 0; j < n; j++) if (nonbasic[j]! < n) point[nonbasic[j]!] = position[j]!;
    for (let i = 0; i < m; i++) if (basic[i]! < n) point[basic[i]!] = value[i]!;
    return { row, value: multiplier, point };
  };
}
