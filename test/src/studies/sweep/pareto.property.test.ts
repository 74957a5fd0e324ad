import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paretoFront } from '../../../../src/studies/sweep/pareto.js';
import { fuzzCount } from '../../../support/fuzz.js';

type Point = readonly [number, number];

const beats = (a: Point, b: Point): boolean => a[0] <= b[0] && a[1] <= b[1] && (a[0] < b[0] || a[1] < b[1]);

it('the front neither holds a beaten point nor misses one that is not, ties and gaps included', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  const list = fc.array(fc.option(point, { freq: 6 }), { maxLength: 14 });
  fc.assert(
    fc.property(list, (points) => {
      const front = paretoFront(points);
      for (const [n, one] of points.entries()) {
        const isBeaten = points.some((other) => other !== null && one !== null && beats(other, one));
        expect(front.includes(n)).toBe(one !== null && !isBeaten);
      }
      const first = front.map((n) => points[n]![0]);
      expect(first).toEqual([...first].sort((a, b) => a - b));
      expect(new Set(front).size).toBe(front.length);
    }),
    { seed: 17, numRuns: fuzzCount(500) },
  );
});
