import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../../../../../../src/families/jobs/methods/profiles/exact/compiled.js';
import { Sequencing } from '../../../../../../../src/families/jobs/methods/profiles/exact/sequencing.js';
import { graphOf } from '../../../../../../support/jobs/task-graphs.js';
import { fuzzCount } from '../../../../../../support/fuzz.js';

const TASKS = 6;
const LEVELS = 2;

/** Tasks in groups of which all members are interchangeable: times, and transfers to the groups behind. */
const divisions = fc
  .record({
    sizes: fc.constantFrom([3, 2, 1], [1, 3, 2], [2, 2, 2], [1, 1, 3, 1], [2, 1, 1, 2], [1, 1, 1, 1, 1, 1]),
    times: fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.nat({ max: 99 })), { minLength: 6, maxLength: 6 }),
    transfers: fc.array(fc.option(fc.constantFrom(0, 10, 40), { freq: 2 }), { minLength: 15, maxLength: 15 }),
    coreOf: fc.array(fc.nat({ max: 1 }), { minLength: TASKS, maxLength: TASKS }),
    levelOf: fc.array(fc.nat({ max: LEVELS - 1 }), { minLength: TASKS, maxLength: TASKS }),
  })
  .map(({ sizes, times, transfers, coreOf, levelOf }) => {
    const groupOf = sizes.flatMap((size, group) => new Array<number>(size).fill(group));
    const edges = groupOf.flatMap((to, task) =>
      groupOf.slice(0, task).flatMap((from, before) => {
        const transferS = from < to ? transfers[(to * (to - 1)) / 2 + from]! : null;
        return transferS === null ? [] : [[before, task, transferS] as const];
      }),
    );
    // The slow level first; the fast one takes no longer.
    const timeS = groupOf.map((group) => [times[group]![0] + times[group]![1], times[group]![0]]);
    return { timeS, edges, coreOf, levelOf };
  });

type Division = typeof divisions extends fc.Arbitrary<infer One> ? One : never;

/** Response time of the tasks in an order, s; Infinity where one comes before what it waits for. */
function responseS({ timeS, edges, coreOf, levelOf }: Division, order: readonly number[]): number {
  const endS = new Map<number, number>();
  const freeS = [0, 0];
  for (const task of order) {
    let startS = freeS[coreOf[task]!]!;
    for (const [from, to, transferS] of edges) {
      if (to !== task) continue;
      startS = Math.max(startS, (endS.get(from) ?? Infinity) + (coreOf[from] === coreOf[task] ? 0 : transferS));
    }
    endS.set(task, startS + timeS[task]![levelOf[task]!]!);
    freeS[coreOf[task]!] = endS.get(task)!;
  }
  return Math.max(...endS.values());
}

function* orders(left: readonly number[]): Generator<number[]> {
  if (left.length === 0) yield [];
  for (const first of left) for (const rest of orders(left.filter((one) => one !== first))) yield [first, ...rest];
}

const ALL = [...orders([0, 1, 2, 3, 4, 5])];

describe('the order of tasks on given cores at given levels', () => {
  it('is the best of all orders, under any limit above it and above any floor below it; there is none under a limit at it', () => {
    let edgesOfAll = 0;
    fc.assert(
      fc.property(divisions, (division) => {
        const { timeS, edges, coreOf, levelOf } = division;
        edgesOfAll += edges.length;
        const least = ALL.reduce((best, order) => Math.min(best, responseS(division, order)), Infinity);
        const { graph, power } = graphOf({ timeS, edges, dynamicPowerW: [1, 2], staticPowerW: 1 });
        const compiled = compileGraph(graph, power, 'task');
        const { taskAt } = compiled;
        const [cores, levels] = [coreOf, levelOf].map((of) => Uint8Array.from(taskAt, (task) => of[task]!)) as [
          Uint8Array,
          Uint8Array,
        ];
        const execS = Float64Array.from(taskAt, (task) => timeS[task]![levelOf[task]!]!);
        for (const [limitS, floorS] of [
          [Infinity, 0],
          [Infinity, 0.99 * least],
          [least + 1, least],
          [least + 0.5, 0],
        ] as const) {
          const search = new Sequencing(compiled, () => false);
          expect(search.solve(cores, execS, levels, limitS, floorS)).toBe(true);
          expect(
            responseS(
              division,
              [...search.order].map((place) => taskAt[place]!),
            ),
          ).toBe(least);
        }
        expect(new Sequencing(compiled, () => false).solve(cores, execS, levels, least, 0)).toBe(false);
      }),
      { numRuns: fuzzCount(300, 150), seed: 17 },
    );
    expect(edgesOfAll).toBeGreaterThan(300);
  });
});
