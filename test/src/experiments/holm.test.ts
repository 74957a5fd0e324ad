import { describe, expect, it } from 'vitest';
import { holm } from '../../../src/experiments/holm.js';
import { randomStream } from '../../../src/random/stream.js';

describe("Holm's adjustment", () => {
  it('is that of the published example 0.01, 0.04, 0.03, 0.005: two of four are rejected at 5 %', () => {
    const found = holm([0.01, 0.04, 0.03, 0.005]);
    for (const [i, known] of [0.03, 0.06, 0.06, 0.02].entries()) expect(found[i]).toBeCloseTo(known, 14);
  });

  it('is the closed test of Bonferroni: the worst over all sets of hypotheses with the one in question', () => {
    const { integer } = randomStream(5, 'p-values');
    for (let sample = 0; sample < 40; sample++) {
      const p = Array.from({ length: integer(1, 7) }, () => integer(0, 40) / 100);
      const closed = p.map((_, i) => {
        let worst = 0;
        for (let set = 0; set < 2 ** p.length; set++) {
          const members = p.filter((__, j) => ((set >> j) & 1) === 1);
          if (((set >> i) & 1) === 1) worst = Math.max(worst, Math.min(1, members.length * Math.min(...members)));
        }
        return worst;
      });
      expect(holm(p)).toEqual(closed);
    }
  });

  it('leaves one p as it is and none alone, and refuses what is no p-value', () => {
    expect(holm([0.2])).toEqual([0.2]);
    expect(holm([])).toEqual([]);
    expect(() => holm([0.1, Number.NaN])).toThrow(RangeError);
    expect(() => holm([1.5])).toThrow('no p-value');
  });
});
