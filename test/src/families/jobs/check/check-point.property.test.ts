import { describe, expect, it } from 'vitest';
import { checkedTypes } from '../../../../../src/families/jobs/check/checked-types.js';
import type { StoredPoint, StoredTask } from '../../../../../src/families/jobs/check/check-point.js';
import { checkPoint } from '../../../../support/jobs/check-point.js';
import { bundledJobsInstances } from '../../../../support/bundled.js';
import { monthInstance } from '../../../../../src/families/jobs/instances/month-instance.js';
import { monthOf } from '../../../../support/jobs/month-of.js';
import { type RandomStream, randomStream } from '../../../../../src/random/stream.js';
import { plannedPoint, randomDesign, randomJobsInstance } from '../../../../support/jobs-plans.js';
import { fuzzCount } from '../../../../support/fuzz.js';

interface Drawn {
  readonly checked: ReturnType<typeof checkedTypes>;
  readonly point: StoredPoint;
  readonly random: RandomStream;
}

/** Random designs of random types on random nodes, executed by the model. */
const DRAWN = Array.from({ length: fuzzCount(100) }, (_, n): Drawn => {
  const random = randomStream(n, 'points to check');
  const levelsOf = n % 3 === 0 ? 'task' : 'core';
  const instance = randomJobsInstance(random, levelsOf);
  const compiled = monthOf(instance);
  const { nodeTypes, types } = compiled.month;
  const [type, nodeType] = [random.integer(0, types.length - 1), random.integer(0, nodeTypes.length - 1)];
  const graph = types[type]!.graphs[nodeType]!;
  const { power, coresPerNode } = nodeTypes[nodeType]!;
  const cores = random.integer(1, Math.min(coresPerNode, graph.tasks));
  const design = randomDesign(random, graph, power, cores, levelsOf);
  const point = plannedPoint(compiled, [type, nodeType], design);
  return { checked: checkedTypes(instance, compiled.workload), point, random };
});

const told = ({ checked }: Drawn, point: StoredPoint): string[] =>
  checkPoint(checked, point).map(({ constraint }) => constraint);

/** Change of one task, at random; none where nothing can be changed. */
function withTask({ random, point }: Drawn, change: (task: StoredTask) => Partial<StoredTask>): StoredPoint {
  const at = random.integer(0, point.tasks.length - 1);
  return { ...point, tasks: point.tasks.map((task, n) => (n === at ? { ...task, ...change(task) } : task)) };
}

const near = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
  a.length === b.length && Array.from(a).every((x, n) => Math.abs(x - b[n]!) <= 1e-13 * Math.abs(b[n]!));

describe('random design points', () => {
  it('are accepted as the model executes them, with their moments and without', () => {
    for (const one of DRAWN) {
      expect(told(one, one.point)).toEqual([]);
      const tasks = one.point.tasks.map(({ task, core, level }) => ({ task, core, level }));
      expect(told(one, { ...one.point, tasks })).toEqual([]);
    }
  });

  it.each<[string, (one: Drawn) => StoredPoint, readonly string[]]>([
    [
      'a task earlier',
      (one) => withTask(one, ({ startS, endS }) => ({ startS: startS! - 0.01, endS: endS! - 0.01 })),
      ['precedence', 'overlap', 'order'],
    ],
    ['a shorter task', (one) => withTask(one, ({ endS }) => ({ endS: endS! - 0.001 })), ['duration']],
    ['a longer task', (one) => withTask(one, ({ endS }) => ({ endS: endS! + 0.001 })), ['duration']],
    ['another level', (one) => withTask(one, ({ level }) => ({ level: 1 - level })), ['duration', 'level']],
    [
      'a task left out',
      ({ point, random }) => ({ ...point, tasks: point.tasks.toSpliced(random.integer(0, point.tasks.length - 1), 1) }),
      ['taskMissing'],
    ],
    ['a core more', ({ point }) => ({ ...point, cores: point.cores + 1 }), ['coreUnused', 'plan']],
    ['a core less', ({ point }) => ({ ...point, cores: point.cores - 1 }), ['plan']],
    ['less energy', ({ point }) => ({ ...point, energyJ: point.energyJ * (1 - 1e-8) }), ['energy']],
    ['more energy', ({ point }) => ({ ...point, energyJ: point.energyJ * (1 + 1e-8) }), ['energy']],
    ['less time', ({ point }) => ({ ...point, timeS: point.timeS * (1 - 1e-8) }), ['responseTime']],
    ['more time', ({ point }) => ({ ...point, timeS: point.timeS * (1 + 1e-8) }), ['responseTime']],
  ])('are refused with %s', (_, tamper, constraints) => {
    for (const one of DRAWN) {
      const found = told(one, tamper(one));
      // A task with nothing before it, on a core of its own, may start anywhere: it ends elsewhere then, or at a moment that is none.
      expect(found.some((constraint) => constraints.includes(constraint))).toBe(true);
    }
  });

  it('have types whose least response time and work are those that the instance is compiled with', () => {
    for (const instance of [
      monthInstance(3, 10),
      ...DRAWN.slice(0, 10).map(({ random }) => randomJobsInstance(random)),
    ]) {
      const { types, workload } = monthOf(instance);
      for (const [t, { leastTimeS, workCoreH }] of checkedTypes(instance, workload).types.entries()) {
        expect(leastTimeS / types[t]!.leastTimeS).toBeCloseTo(1, 12);
        expect(workCoreH / types[t]!.workCoreH).toBeCloseTo(1, 12);
      }
    }
  });

  it('have times, data and powers that are those that the instance is compiled with, on nodes and on a facility', () => {
    const facility = bundledJobsInstances().find(({ instance }) => instance.platform.source === 'facility')!.instance;
    for (const instance of [facility, ...DRAWN.slice(0, 10).map(({ random }) => randomJobsInstance(random))]) {
      const { month, names, workload } = monthOf(instance);
      const { platform, types } = checkedTypes(instance, workload);
      for (const [n, { name, nodes, coresPerNode, power }] of month.nodeTypes.entries()) {
        const found = platform.nodeTypes[n]!;
        expect(found).toMatchObject({ name, nodes, cores: coresPerNode });
        expect(near([found.staticW, ...found.dynamicW], [power.staticPowerW, ...power.dynamicPowerW])).toBe(true);
        for (const [t, { graphs }] of month.types.entries()) {
          const { levels, timeS, firstEdge, edgeFrom, transferS } = graphs[n]!;
          for (const [task, name] of names.tasks[t]!.entries()) {
            const own = types[t]!.taskOf.get(name)!;
            expect(near(types[t]!.timeS[n]![own]!, timeS.subarray(task * levels, (task + 1) * levels))).toBe(true);
            const edges = Array.from(
              { length: firstEdge[task + 1]! - firstEdge[task]! },
              (_, e) => firstEdge[task]! + e,
            );
            const needs = edges.map((edge) => ({
              from: types[t]!.taskOf.get(names.tasks[t]![edgeFrom[edge]!]!)!,
              transferS: transferS[edge]!,
            }));
            expect(types[t]!.needs[own]!.toSorted((a, b) => a.from - b.from)).toEqual(
              needs.sort((a, b) => a.from - b.from),
            );
          }
        }
      }
    }
  });
});
