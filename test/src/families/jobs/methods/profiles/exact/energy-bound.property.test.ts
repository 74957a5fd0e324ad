import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../../../../../models/families/jobs/design-point.js';
import { Archive } from '../../../../../../../src/families/jobs/methods/profiles/exact/archive.js';
import { compileGraph } from '../../../../../../../src/families/jobs/methods/profiles/exact/compiled.js';
import { EnergyBound } from '../../../../../../../src/families/jobs/methods/profiles/exact/energy-bound.js';
import { timePrices } from '../../../../../../../src/families/jobs/methods/profiles/exact/time-prices.js';
import { graphOf } from '../../../../../../support/jobs/task-graphs.js';
import { fuzzCount } from '../../../../../../support/fuzz.js';

/** Three tasks with two edges of slow transfers, on two cores of three levels, with few points known: cells of time are wide, so a wrong end of a line shows. */
const JOBS = fc.record({
  timeS: fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 }), {
    minLength: 3,
    maxLength: 3,
  }),
  transfers: fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 15 })),
  dynamicPowerW: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }),
  staticPowerW: fc.integer({ min: 0, max: 4 }),
  fork: fc.boolean(),
  /** Points known: those of designs, scaled. */
  known: fc.array(fc.tuple(fc.nat(), fc.double({ min: 0.8, max: 1.3, noNaN: true })), { maxLength: 3 }),
});

describe('bound on energy by prices of time', () => {
  it('cuts no design that is news, and no product below its bound, wherever on the way to it and whatever is known', () => {
    fc.assert(
      fc.property(JOBS, ({ timeS, transfers, dynamicPowerW, staticPowerW, fork, known }) => {
        const edges = [
          [0, 1, transfers[0]],
          [fork ? 0 : 1, 2, transfers[1]],
        ] as const;
        const { graph, power } = graphOf({ timeS, edges, dynamicPowerW, staticPowerW });
        const compiled = compileGraph(graph, power, 'core');
        const designs = [];
        for (let cores = 0; cores < 8; cores++) {
          for (let levels = 0; levels < 9; levels++) {
            const level = [levels % 3, Math.floor(levels / 3)];
            const coreOf = Uint16Array.from([0, 1, 2], (task) => (cores >> task) & 1);
            if (new Set(coreOf).size < 2 || !level.every((one) => compiled.choices[0]!.includes(one))) continue;
            const design = {
              cores: 2,
              coreOf,
              levelOf: Uint8Array.from(coreOf, (core) => level[core]!),
              order: Uint16Array.of(0, 1, 2),
            };
            designs.push({ ...design, ...execute(graph, power, design) });
          }
        }
        const archive = new Archive();
        for (const [number, factor] of known) {
          const design = designs[number % designs.length]!;
          archive.take({ ...design, timeS: design.timeS * factor, energyJ: design.energyJ * factor });
        }
        const deadlinesS = [12, 25, 60];
        const prices = timePrices(compiled, 2, deadlinesS);
        for (const goal of ['front', 'product'] as const) {
          const bound = new EnergyBound(compiled, 2, prices, deadlinesS, archive, goal);
          const product = Math.min(...archive.points.map((point) => point.timeS * point.energyJ));
          for (const { coreOf, levelOf, timeS: endS, energyJ } of designs) {
            const news =
              goal === 'front'
                ? !archive.points.some((point) => point.timeS <= endS * 1.000001 && point.energyJ <= energyJ * 1.000001)
                : endS * energyJ < product * 0.999999;
            const placed = compiled.taskAt.map((task) => coreOf[task]!);
            const openedAt = placed.findIndex((core) => core !== placed[0]);
            compiled.taskAt.forEach((task, place) => {
              bound.put(place, levelOf[task]!, placed);
              const open = place >= openedAt ? Uint8Array.from([0, 1], (core) => levelOf[coreOf.indexOf(core)]!) : null;
              for (const leastS of [0, 0.6, 0.8, 0.9, 0.95, 0.99, 1].map((share) => share * endS)) {
                if (news) expect(bound.keeps(place + 1, leastS, open, 0)).toBeGreaterThanOrEqual(0);
                expect(bound.productSJ(place + 1, leastS, open)).toBeLessThanOrEqual(endS * energyJ * 1.000001);
              }
            });
          }
        }
      }),
      { numRuns: fuzzCount(60), seed: 7 },
    );
  });
});
