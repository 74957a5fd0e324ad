import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { LinearColumn, LinearProgram, LinearRow } from '../../models/forms/linear-program.js';

export interface RandomProgramShape {
  /** Largest numbers of columns and rows. */
  readonly columns: number;
  readonly rows: number;
  readonly integers?: boolean;
  /** Every column boxed, so that the program is never unbounded. */
  readonly boxed?: boolean;
}

/**
 * A seeded random program with every kind of row and column bound. Two thirds are feasible, built around a known point on which
 * many rows are tight (degenerate); in the rest the rows know nothing of that point and are often infeasible.
 */
export function randomProgram(seed: number, shape: RandomProgramShape): LinearProgram {
  const generator = xoroshiro128plus(seed);
  const uniform = (): number => uniformFloat64(generator);
  const integer = (from: number, to: number): number => uniformInt(generator, from, to);
  const chance = (probability: number): boolean => uniform() < probability;
  const small = (): number => integer(-20, 20) / 4;
  const feasible = seed % 3 !== 0;
  const columnCount = integer(1, shape.columns);
  const rowCount = integer(0, shape.rows);
  const point: number[] = [];
  const columns = Array.from({ length: columnCount }, (_, j): LinearColumn => {
    const at = shape.integers === true ? integer(-4, 6) : small();
    point.push(at);
    const kind = shape.boxed === true ? integer(0, 3) : integer(0, 6);
    const below = at - integer(0, 3);
    const above = at + integer(0, 5);
    const bounds =
      kind === 0
        ? [at, at]
        : kind <= 3
          ? [below, above]
          : kind === 4
            ? [below, Infinity]
            : kind === 5
              ? [-Infinity, above]
              : [-Infinity, Infinity];
    return {
      name: `x${j}`,
      cost: chance(0.2) ? 0 : small(),
      lower: bounds[0]!,
      upper: bounds[1]!,
      ...(shape.integers === true && chance(0.6) ? { integer: true } : {}),
    };
  });
  const rows = Array.from({ length: rowCount }, (_, i): LinearRow => {
    const columnIndices: number[] = [];
    const coefficients: number[] = [];
    let activity = 0;
    for (let j = 0; j < columnCount; j += 1) {
      const coefficient = chance(0.5) ? small() : 0;
      if (coefficient === 0) continue;
      columnIndices.push(j);
      coefficients.push(coefficient);
      activity += coefficient * point[j]!;
    }
    const centre = feasible ? activity : small() * 4;
    const [lower, upper] = rowBounds(integer(0, 4), centre, integer(0, 2) * 2);
    return { name: `r${i}`, lower, upper, columnIndices, coefficients };
  });
  return { sense: chance(0.5) ? 'maximize' : 'minimize', offset: small(), columns, rows };
}

function rowBounds(kind: number, centre: number, slack: number): readonly [number, number] {
  switch (kind) {
    case 0:
      return [centre, centre];
    case 1:
      return [centre - slack - 1, centre + slack];
    case 2:
      return [centre - slack, Infinity];
    case 3:
      return [-Infinity, centre + slack];
    default:
      return slack === 0 ? [-Infinity, Infinity] : [-Infinity, centre];
  }
}
