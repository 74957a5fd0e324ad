import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldUp } from '../../../../../src/families/jobs/check/moments.js';
import { fuzzCount } from '../../../../support/fuzz.js';

describe('pieces of run', () => {
  it('are held up as a queue of overheads says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 0, max: 25 }),
        (startS, lengthS, atStartS, intervalS, checkS) => {
          // Second by second: checks join the queue, and while there is one it is worked off.
          let [queue, takenS] = [atStartS, 0];
          for (let t = startS; t < startS + lengthS; t++) {
            if (t > startS && t % intervalS === 0) queue += checkS;
            if (queue > 0) [queue, takenS] = [queue - 1, takenS + 1];
          }
          const found = heldUp({ startS, endS: startS + lengthS }, atStartS, { intervalS, checkS });
          expect(found).toEqual({ takenS, leftS: queue });
        },
      ),
      { seed: 7, numRuns: fuzzCount(100) },
    );
  });
});
