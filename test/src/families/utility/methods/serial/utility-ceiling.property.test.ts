import { describe, expect, it } from 'vitest';
import { startingUtility, utilityAt } from '../../../../../../models/families/utility-function.js';
import { utilityCeiling } from '../../../../../../src/families/utility/methods/serial/utility-ceiling.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomFunction, tinyModel } from '../../../../../support/utility/tiny-model.js';

describe('the ceiling of a utility function', () => {
  it('is never below the function and above it by 0.02 % of its largest value at most, at any age', () => {
    for (let seed = 0; seed < fuzzCount(400); seed++) {
      const random = randomStream(seed, 'ceiling of utility');
      const pieces = Array.from({ length: 3 }, () => randomFunction(random, 100));
      const { functions } = tinyModel({ endS: 1, kinds: [[{ timeS: 1 }]], functions: pieces, tasks: [] });
      for (let f = 0; f < functions.count; f++) {
        const most = startingUtility(functions, f);
        // Ends of pieces, as far as exp(-x) is told apart from 0, and beyond.
        const ages = [
          ...pieces[f]!.map(({ startS }) => startS),
          ...Array.from({ length: 60 }, (_, k) => 0.01 * 1.3 ** k),
        ];
        for (const ageS of [...ages, ...ages.map((age) => age * random.uniform())]) {
          const above = utilityCeiling(functions, f, ageS) - utilityAt(functions, f, ageS);
          expect({ seed, f, ageS, isBelow: above < 0 }).toEqual({ seed, f, ageS, isBelow: false });
          expect(above).toBeLessThan(2e-4 * most + 1e-15);
        }
      }
    }
  });
});
