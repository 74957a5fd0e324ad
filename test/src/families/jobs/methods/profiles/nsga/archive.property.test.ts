import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ParetoArchive } from '../../../../../../../src/families/jobs/methods/profiles/nsga/archive.js';
import { fuzzCount } from '../../../../../../support/fuzz.js';

it('an archive holds the first design of each point that no other dominates, by time', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })), {
    maxLength: 50,
  });
  fc.assert(
    fc.property(points, (all) => {
      const archive = new ParetoArchive(1, 1, 'core');
      const genes = archive.createGenes();
      all.forEach(([timeS, energyJ], n) => {
        genes.priority[0] = n;
        archive.add(genes, timeS, energyJ);
      });
      const expected = all.flatMap(([timeS, energyJ], n) =>
        all.some(([t, e], other) => t <= timeS && e <= energyJ && (t < timeS || e < energyJ || other < n))
          ? []
          : [[timeS, energyJ, n]],
      );
      expected.sort((a, b) => a[0]! - b[0]!);
      expect(archive.designs.map((one) => [one.timeS, one.energyJ, one.genes.priority[0]])).toEqual(expected);
    }),
    { seed: 9, numRuns: fuzzCount(100) },
  );
});
