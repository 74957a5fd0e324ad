import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LeastOf } from '../../models/least-of.js';
import { fuzzCount } from '../support/fuzz.js';

it('the smallest value is that of a scan, the first of equal ones, after any changes of one or of all', () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(Infinity));
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 13 }),
      fc.array(fc.tuple(fc.nat(), value, fc.boolean()), { maxLength: 30 }),
      (all, moves) => {
        const values = Float64Array.from(all);
        const least = new LeastOf(values.length);
        expect(least.value).toBe(Infinity);
        least.setAll((n) => values[n]!);
        for (const [place, next, isAll] of moves) {
          if (isAll) {
            values.reverse();
            least.setAll((n) => values[n]!);
          }
          values[place % values.length] = next;
          least.set(place % values.length, next);
          expect(least.value).toBe(Math.min(...values));
          if (least.value < Infinity) expect(least.position).toBe(values.indexOf(least.value));
        }
      },
    ),
    { seed: 132, numRuns: fuzzCount(100) },
  );
});
