import { expect, it } from 'vitest';
import {
  earningsOf,
  improve,
  take,
  withEarned,
} from '../../../../../../src/families/reward-rate/methods/rounding/improve.js';

it('after a change the first neighbourhood is tried again, and the search ends once the last has no change', () => {
  const tried: string[] = [];
  // Changes that each neighbourhood still has: the second opens one more for the first.
  const left = { near: 2, far: 1 };
  improve(
    [
      () => {
        tried.push('near');
        return left.near-- > 0;
      },
      () => {
        tried.push('far');
        left.near = 1;
        return left.far-- > 0;
      },
    ],
    () => true,
  );
  expect(tried).toEqual(['near', 'near', 'near', 'far', 'near', 'near', 'far']);
});

it('a search ends where it may not go on, whatever neighbourhoods have', () => {
  let changes = 0;
  improve([() => ++changes > 0], () => changes < 3);
  expect(changes).toBe(3);
});

it('a change earns what arrives: more than that nothing, and what is run in excess loses nothing', () => {
  // Two task types of 2 and 3 a task. The changes run 5 more of the first; 4 less of the second; 1 more of each.
  const rates = [
    [5, 0],
    [0, -4],
    [1, 1],
  ];
  const earnings = earningsOf({ rewardPerTask: Float64Array.of(2, 3) }, rates.length, (c, i) => rates[c]![i]!);
  // Arrivals worth 6 of the first type are not served; of the second type 3 more is run than arrives.
  const room = Float64Array.of(6, -3);
  const earned = (c: number): number => withEarned(100, earnings, c, room) - 100;
  expect([earned(0), earned(1), earned(2)]).toEqual([6, -9, 2]);
  take(room, earnings, 1);
  expect([...room]).toEqual([6, 9]);
  expect([earned(1), earned(2)]).toEqual([-12, 5]);
});
