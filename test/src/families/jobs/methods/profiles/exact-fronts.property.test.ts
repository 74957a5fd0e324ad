import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { designFaults, execute } from '../../../../../../models/families/jobs/design-point.js';
import { exactFront } from '../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import { enumeratedFront, type PlainJob, type TimeEnergy } from '../../../../../oracle/job-fronts.js';
import { graphOf } from '../../../../../support/jobs/task-graphs.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Whole seconds and powers in quarters of a watt: every sum is exact in doubles, so fronts agree to the bit. */
const job = (tasks: number, levels: number, mostS: number): fc.Arbitrary<PlainJob> => {
  const time = fc.nat({ max: mostS });
  const pairs = Array.from({ length: tasks }, (_, to) =>
    Array.from({ length: to }, (__, from) => [from, to] as const),
  ).flat();
  return fc
    .record({
      // Few different tasks, so that some are interchangeable.
      kinds: fc.array(fc.array(time, { minLength: levels, maxLength: levels }), { minLength: 1, maxLength: tasks }),
      kindOf: fc.array(fc.nat(), { minLength: tasks, maxLength: tasks }),
      transfers: fc.tuple(...pairs.map(() => fc.option(fc.constantFrom(0, 0, 1, 3), { freq: 2 }))),
      quarters: fc.array(fc.nat({ max: 12 }), { minLength: levels, maxLength: levels }),
      staticQuarters: fc.nat({ max: 3 }),
    })
    .map(({ kinds, kindOf, transfers, quarters, staticQuarters }) => ({
      timeS: kindOf.map((kind) => kinds[kind % kinds.length]!),
      edges: pairs.flatMap(([from, to], at) => (transfers[at] === null ? [] : [[from, to, transfers[at]!] as const])),
      dynamicPowerW: quarters.map((quarter) => quarter / 4),
      staticPowerW: staticQuarters / 4,
    }));
};

const cases = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(job(3, 3, 9), fc.constantFrom('core' as const, 'task' as const)) },
  { weight: 3, arbitrary: fc.tuple(job(4, 3, 6), fc.constant('core' as const)) },
  { weight: 2, arbitrary: fc.tuple(job(4, 2, 6), fc.constantFrom('core' as const, 'task' as const)) },
  { weight: 1, arbitrary: fc.tuple(job(5, 2, 4), fc.constant('core' as const)) },
);

function found(plain: PlainJob, cores: number, levelsOf: 'core' | 'task', goal: 'front' | 'product') {
  const { graph, power } = graphOf(plain);
  return exactFront(graph, power, cores, { levelsOf, goal });
}

const costs = (points: readonly { timeS: number; energyJ: number }[]): TimeEnergy[] =>
  points.map(({ timeS, energyJ }) => [timeS, energyJ]);

describe('exact fronts of response time and energy', () => {
  it('are those of full enumeration, at every number of cores, with levels of cores and of tasks', () => {
    let edges = 0;
    fc.assert(
      fc.property(cases, ([plain, levelsOf]) => {
        edges += plain.edges.length;
        for (let cores = 1; cores <= plain.timeS.length; cores++) {
          const front = found(plain, cores, levelsOf, 'front');
          expect(front.proof).toEqual({ kind: 'exact' });
          expect(costs(front.points)).toEqual(enumeratedFront(plain, cores, levelsOf));
        }
      }),
      { numRuns: fuzzCount(100, 50), seed: 4 },
    );
    // Jobs of the cases do depend on each other.
    expect(edges).toBeGreaterThan(100);
  });

  it('have the least product of time and energy that the search for it alone proves', () => {
    fc.assert(
      fc.property(cases, ([plain, levelsOf]) => {
        for (let cores = 1; cores <= plain.timeS.length; cores++) {
          const least = Math.min(...enumeratedFront(plain, cores, levelsOf).map(([timeS, energyJ]) => timeS * energyJ));
          const { points, proof, complete } = found(plain, cores, levelsOf, 'product');
          const best = Math.min(...points.map(({ timeS, energyJ }) => timeS * energyJ));
          expect(complete).toBe(true);
          expect(best).toBe(least);
          if (proof.kind !== 'bounded') throw new Error(proof.kind);
          expect(proof.productBoundSJ).toBeLessThanOrEqual(least);
          expect(proof.productBoundSJ).toBeGreaterThanOrEqual(least * (1 - 1e-8));
        }
      }),
      { numRuns: fuzzCount(30), seed: 5 },
    );
  });

  it('stopped after any number of nodes bound the least product from below, with sound designs', () => {
    fc.assert(
      fc.property(
        cases,
        fc.nat({ max: 60 }),
        fc.constantFrom('front' as const, 'product' as const),
        ([plain, levelsOf], nodeLimit, goal) => {
          const { graph, power } = graphOf(plain);
          const cores = Math.min(2, plain.timeS.length);
          const least = Math.min(...enumeratedFront(plain, cores, levelsOf).map(([timeS, energyJ]) => timeS * energyJ));
          const { points, proof } = exactFront(graph, power, cores, { levelsOf, goal, nodeLimit });
          if (proof.kind === 'bounded') expect(proof.productBoundSJ).toBeLessThanOrEqual(least);
          for (const point of points) {
            expect(designFaults(graph, point)).toEqual([]);
            expect(execute(graph, power, point)).toMatchObject({ timeS: point.timeS, energyJ: point.energyJ });
          }
        },
      ),
      { numRuns: fuzzCount(60), seed: 6 },
    );
  });
});
