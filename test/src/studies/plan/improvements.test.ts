import { describe, expect, test } from 'vitest';
import { improvementsOf } from '../../../../src/studies/plan/improvements.js';

const at = (work: number, incumbent: number | null, bound: number | null = null) => ({
  timeS: work / 10,
  work,
  incumbent,
  bound,
});
const end = (objective: number | null, steps: number, bound: number | null = null) => ({
  feasible: objective !== null,
  objective,
  bound,
  steps,
  timeS: { total: steps / 10 },
});

describe('the improvements of a run', () => {
  const points = [at(1, null), at(2, -3), at(3, -4), at(4, 1), at(5, 1)];

  test('never go down, and end where the checker says', () => {
    const way = [
      [2, 0.2, -3, null],
      [4, 0.4, 1, null],
    ];
    expect(improvementsOf(points, 'more', end(1, 6))).toEqual(way);
    expect(improvementsOf(points, 'more', end(0.9, 6))).toEqual([...way, [6, 0.6, 0.9, null]]);
    const costs = points.map((one) => ({ ...one, incumbent: one.incumbent === null ? null : -one.incumbent }));
    expect(improvementsOf(costs, 'less', end(-1, 6)).map(([, , value]) => value)).toEqual([3, -1]);
  });

  test('have the bounds that tighten beside the plans', () => {
    expect(improvementsOf([at(1, 2, 9), at(2, 2, 10), at(3, 4, 8)], 'more', end(4, 3, 8))).toEqual([
      [1, 0.1, 2, 9],
      [3, 0.3, 4, 8],
    ]);
  });

  test('end without a value if the checker refused the plan', () => {
    expect(improvementsOf([at(1, 2)], 'more', end(null, 3, 5)).at(-1)).toEqual([3, 0.3, null, 5]);
  });

  test('keep the first and the last of too many', () => {
    const many = improvementsOf(
      Array.from({ length: 5000 }, (_, n) => at(n + 1, n)),
      'more',
      end(4999, 5000),
    );
    expect(many.length).toBeLessThanOrEqual(400);
    expect([many[0], many.at(-1)]).toEqual([
      [1, 0.1, 0, null],
      [5000, 500, 4999, null],
    ]);
    expect(many.every(([, , value], n) => n === 0 || value! > many[n - 1]![2]!)).toBe(true);
  });
});
