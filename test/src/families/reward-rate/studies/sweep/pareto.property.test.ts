import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paretoFront, type RewardAndPower } from '../../../../../../src/families/reward-rate/studies/sweep/pareto.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** By the definition, in n^2. */
function byDefinition(points: readonly (RewardAndPower | null)[]): number[] {
  const beats = (a: RewardAndPower, b: RewardAndPower): boolean =>
    a.rewardPerS >= b.rewardPerS && a.powerW <= b.powerW && (a.rewardPerS > b.rewardPerS || a.powerW < b.powerW);
  return points.flatMap((point, n) =>
    point === null || points.some((other) => other !== null && beats(other, point)) ? [] : [n],
  );
}

it('the front neither holds a beaten point nor misses one that is not, ties and gaps included', () => {
  const point = fc.record({ rewardPerS: fc.integer({ min: 0, max: 6 }), powerW: fc.integer({ min: 0, max: 6 }) });
  const list = fc.array(fc.option(point, { freq: 6 }), { maxLength: 14 });
  fc.assert(
    fc.property(list, (points) => {
      const front = paretoFront(points);
      expect([...front].sort((a, b) => a - b)).toEqual(byDefinition(points));
      const powers = front.map((n) => points[n]!.powerW);
      expect(powers).toEqual([...powers].sort((a, b) => a - b));
    }),
    { seed: 17, numRuns: fuzzCount(500) },
  );
});
