import { describe, expect, test } from 'vitest';
import { improvements } from '../../../../src/studies/compare/trajectory.js';

const stepsUp = (
  points: Parameters<typeof improvements>[0],
  checked: number | null,
  steps: number,
  timeS: number,
): ReturnType<typeof improvements> => improvements(points, checked, { steps, timeS }, 'more');

describe('the steps of a run', () => {
  const at = (work: number, incumbent: number | null): { timeS: number; work: number; incumbent: number | null } => ({
    timeS: work / 10,
    work,
    incumbent,
  });

  test('never go down, and end where the checker says', () => {
    const trajectory = [at(1, null), at(2, -3), at(3, -4), at(4, 1), at(5, 1)];
    expect(stepsUp(trajectory, 1, 6, 0.6)).toEqual([
      [2, 0.2, -3],
      [4, 0.4, 1],
    ]);
    expect(stepsUp(trajectory, 0.9, 6, 0.6)).toEqual([
      [2, 0.2, -3],
      [4, 0.4, 1],
      [6, 0.6, 0.9],
    ]);
  });

  test('are none for a run whose plan the checker refused', () => {
    expect(stepsUp([at(1, 2)], null, 3, 1)).toEqual([]);
  });

  test('keep the first and the last of too many', () => {
    const many = stepsUp(
      Array.from({ length: 5000 }, (_, n) => at(n + 1, n)),
      4999,
      5000,
      500,
    );
    expect(many.length).toBeLessThanOrEqual(400);
    expect([many[0], many.at(-1)]).toEqual([
      [1, 0.1, 0],
      [5000, 500, 4999],
    ]);
    expect(many.every(([, , z], n) => n === 0 || z > many[n - 1]![2])).toBe(true);
  });
});
