import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { execute } from '../../../../../models/families/jobs/design-point.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';

/** Least response time on k cores, every core at the highest level, over all maps and orders. */
function leastTimeS(graph: TaskGraph, cores: number): number {
  const power = { dynamicPowerW: new Float64Array(graph.levels), staticPowerW: 0 };
  const levelOf = new Uint8Array(graph.tasks).fill(graph.levels - 1);
  let best = Infinity;
  const orders = (placed: readonly number[]): void => {
    if (placed.length === graph.tasks) {
      for (let code = 0; code < cores ** graph.tasks; code++) {
        const coreOf = Uint16Array.from({ length: graph.tasks }, (_, n) => Math.floor(code / cores ** n) % cores);
        if (new Set(coreOf).size !== cores) continue;
        best = Math.min(best, execute(graph, power, { cores, coreOf, levelOf, order: Uint16Array.from(placed) }).timeS);
      }
      return;
    }
    for (let task = 0; task < graph.tasks; task++) {
      const before = graph.edgeFrom.slice(graph.firstEdge[task], graph.firstEdge[task + 1]);
      if (!placed.includes(task) && before.every((one) => placed.includes(one))) orders([...placed, task]);
    }
  };
  orders([]);
  return best;
}

/** Best value of a month whose jobs keep their cores: jobs are started in every order, each not at all or as soon as its cores are free. */
function bestValue(month: Month): number {
  const { nodeTypes, types, typeOf, paceOf, arrivalS, values } = month;
  const points = types.map(({ graphs }) =>
    graphs.flatMap((graph, nodeType) =>
      Array.from({ length: Math.min(graph.tasks, nodeTypes[nodeType]!.coresPerNode) }, (_, k) => ({
        nodeType,
        cores: k + 1,
        timeS: leastTimeS(graph, k + 1),
      })),
    ),
  );
  const start = nodeTypes.map(({ coresPerNode }) => new Array<number>(coresPerNode).fill(0));
  const best = (left: readonly number[], free: readonly (readonly number[])[]): number =>
    Math.max(
      0,
      ...left.flatMap((job) => {
        const others = left.filter((other) => other !== job);
        return points[typeOf[job]!]!.map(({ nodeType, cores, timeS }) => {
          const own = [...free[nodeType]!].sort((a, b) => a - b);
          const endS = Math.max(arrivalS[job]!, own[cores - 1]!) + timeS * paceOf[job]!;
          const after = free.map((one, n) => (n === nodeType ? own.map((at, c) => (c < cores ? endS : at)) : one));
          return utilityAt(values, job, endS - arrivalS[job]!) + best(others, after);
        });
      }),
    );
  return best([...typeOf.keys()], start);
}

const HAND = readdirSync('instances/jobs').filter((file) => file.startsWith('tiny-'));

describe('instances with optima by hand', () => {
  it.each([
    ['tiny-chains', 20],
    ['tiny-fork-join', 8],
    ['tiny-node-types', 10],
    ['tiny-paces', 4],
  ])('%s: every map, order and start finds %d', (name, value) => {
    const loaded = loadJobsInstance(`instances/jobs/${name}.json`);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(HAND).toContain(`${name}.json`);
    expect(loaded.instance.knownOptimum!.value).toBe(value);
    expect(loaded.instance.knownOptimum!.derivation.length).toBeGreaterThan(60);
    // Nodes are one of each type, so that types stand for nodes.
    expect(loaded.month.nodeTypes.every(({ nodes }) => nodes === 1)).toBe(true);
    expect(bestValue(loaded.month)).toBeCloseTo(value, 12);
  });

  it('the fork and join takes 105 s on two cores and 160 s on one', () => {
    const loaded = loadJobsInstance('instances/jobs/tiny-fork-join.json');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const graph = loaded.month.types[0]!.graphs[0]!;
    expect([1, 2].map((cores) => leastTimeS(graph, cores))).toEqual([160, 105]);
  });
});
