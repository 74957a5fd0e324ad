import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../src/studies/analysis/analyse.js';
import { randomStream } from '../../../../src/random/stream.js';
import { type Said, saidRecord } from '../../../support/analysis-records.js';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('studies of methods that are equally good', () => {
  it('are told apart in at most about 5 % of cases, whatever seeds of the same instance repeat', () => {
    const { normal } = randomStream(21, 'null studies');
    let told = 0;
    const studies = 120;
    for (let study = 0; study < studies; study++) {
      // Instances differ in which method they favour; seeds hardly change that.
      const said = upTo(10).flatMap((variant) =>
        ['a', 'b', 'c'].flatMap((method): Said[] => {
          const favour = normal();
          return upTo(3).map((seed) => ({ method, variant, seed, objective: 100 + favour + 0.05 * normal() }));
        }),
      );
      const { classes } = analyse(said.map(saidRecord), { resamples: 1 });
      if (classes[0]!.budgets[0]!.distinguishes) told++;
    }
    // Three standard deviations above 5 %; counting every seed tells more than a third of them apart.
    expect(told / studies).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies));
  });
});
