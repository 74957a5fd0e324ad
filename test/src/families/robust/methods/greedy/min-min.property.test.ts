import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMapping } from '../../../../../../models/families/robust/mapping.js';
import { ascending } from '../../../../../../src/families/robust/methods/greedy/ascending.js';
import { likeNodes } from '../../../../../../src/families/robust/methods/greedy/like-nodes.js';
import { minEnergyMapping } from '../../../../../../src/families/robust/methods/greedy/min-energy.js';
import { MinMin, minMinMapping } from '../../../../../../src/families/robust/methods/greedy/min-min.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel, ROBUST_NODE_TYPES, tinyRobust } from '../../../../../support/robust.js';
import { plainMinEnergy, plainMinMin } from './plain-twins.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SIZES = [
  { mostPlans: Infinity },
  { mostPlans: Infinity, nodes: 5, tasks: 40 },
  { mostPlans: Infinity, nodes: 4, tasks: 30, alike: true },
  { mostPlans: Infinity, nodes: 4, tasks: 30, zeroVariance: true, incompatible: 0.5 },
  { mostPlans: Infinity, nodes: 6, cores: 3, tasks: 4 },
  { mostPlans: Infinity, nodes: 1, cores: 1, tasks: 1 },
];

describe('sorting by bits', () => {
  it('is sorting by value, equals in their order', () => {
    const key = fc.oneof(
      fc.double({ min: 0, noNaN: true }),
      fc.float({ min: 0, noNaN: true }),
      fc.integer({ min: 0, max: 3 }),
      fc.constant(Infinity),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
        const positive = Float64Array.from(keys, (value) => value + 0);
        const expected = [...positive.keys()].sort((a, b) => {
          const difference = positive[a]! - positive[b]!;
          return difference === 0 || Number.isNaN(difference) ? a - b : difference;
        });
        expect([...ascending(positive)]).toEqual(expected);
      }),
      { seed: 29, numRuns: fuzzCount(100) },
    );
  });
});

describe('Min-Min', () => {
  it.each(['pmin', 'pmax'] as const)('%s maps as the search over all tasks and cores does', (policy) => {
    for (const [n, options] of SIZES.entries()) {
      for (let seed = 0; seed < fuzzCount(25); seed++) {
        const { model } = randomRobustModel(100 * n + seed, options);
        const twin = createMapping(model.taskCount);
        const all = Array.from({ length: model.taskCount }, (_, task) => task);
        plainMinMin(model, policy, twin, new Float64Array(model.coreCount), all);
        expect(minMinMapping(model, policy)).toEqual(twin);
      }
    }
  });

  it('maps part of the tasks behind what the cores have to do already, and again with the same lists', () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, nodes: 4, tasks: 25, incompatible: 0.2 });
      const random = randomStream(seed, 'part');
      const minMin = new MinMin(model, 'pmax');
      for (let round = 0; round < 3; round++) {
        const tasks = Array.from({ length: model.taskCount }, (_, task) => task).filter(() => random.uniform() < 0.4);
        const readyS = Float64Array.from({ length: model.coreCount }, () => random.uniform(0, 500));
        const [mapping, twin] = [createMapping(model.taskCount), createMapping(model.taskCount)];
        const [ready, twinReady] = [readyS.slice(), readyS.slice()];
        const unmapped = new Uint8Array(model.taskCount);
        for (const task of tasks) unmapped[task] = 1;
        minMin.assign(mapping, ready, unmapped);
        plainMinMin(model, 'pmax', twin, twinReady, tasks);
        expect(mapping).toEqual(twin);
        expect(ready).toEqual(twinReady);
        expect(unmapped.every((mark) => mark === 0)).toBe(true);
      }
    }
  });

  it('the tiny instance by hand', () => {
    // P-state 0: t4 ends first (60 s, core 0), then t2 (80 s, core 1), then t3 on the slow node (150 s) before t1 (60 + 100 s).
    const { model } = tinyRobust();
    const { core, pState } = minMinMapping(model, 'pmin');
    expect([...core]).toEqual([0, 1, 2, 0]);
    expect([...pState]).toEqual([0, 0, 0, 0]);
    // Slowest: t4 in 75 s on core 0, t3 in 150 s on core 1 before 187.5 s on the slow node, t2 behind t4, t1 behind t3 (350 before 360 s).
    const slowest = minMinMapping(model, 'pmax');
    expect([...slowest.core]).toEqual([1, 0, 1, 0]);
    expect([...slowest.pState]).toEqual([2, 2, 2, 2]);
  });

  it('refuses a task that runs nowhere, by name', () => {
    const { model } = tinyRobust({ tasks: [{ name: 'lost', taskType: 'compute', meanS: {}, varianceS2: {} }] });
    expect(() => minMinMapping(model, 'pmin')).toThrow('task lost cannot run on any node');
    expect(() => minEnergyMapping(model)).toThrow('task lost cannot run on any node');
  });
});

describe('like nodes', () => {
  it('are of one type and have one column of times', () => {
    const { model } = tinyRobust({
      facility: {
        nodes: [
          { name: 'fast', nodeType: 'F', count: 2 },
          { name: 'slow', nodeType: 'S' },
        ],
      },
    });
    const coresOf = (columns: readonly number[]): number[][] =>
      likeNodes({ ...model, nodes: model.nodes.map((node, n) => ({ ...node, column: columns[n]! })) }).map(
        ({ cores }) => [...cores],
      );
    expect(coresOf([0, 0, 1])).toEqual([[0, 1, 2, 3], [4]]);
    expect(coresOf([0, 1, 1])).toEqual([[0, 1], [2, 3], [4]]);
    expect(coresOf([0, 0, 0])).toEqual([[0, 1, 2, 3], [4]]);
  });
});

describe('Min-Energy', () => {
  it('maps as the search over all cores and P-states does', () => {
    for (const [n, options] of SIZES.entries()) {
      for (let seed = 0; seed < fuzzCount(50); seed++) {
        const { model } = randomRobustModel(100 * n + seed, options);
        expect(minEnergyMapping(model)).toEqual(plainMinEnergy(model));
      }
    }
  });

  it('the tiny instance by hand: overhead is not counted', () => {
    // J: t1 5000, 4200, 4000 and 2700, 2520; t2 4000, 3360, 3200 and 3000, 2800; t3 6000, 3780, 3000 and 2250, 1312.5; t4 3000, 1890, 1500.
    const { core, pState } = minEnergyMapping(tinyRobust().model);
    expect([...core]).toEqual([2, 2, 2, 0]);
    expect([...pState]).toEqual([1, 1, 1, 2]);
  });

  it('a core that draws nothing takes no task that cannot run there', () => {
    const free = {
      name: 'S',
      cores: 1,
      idlePowerW: 0,
      overheadPowerW: 0,
      pStates: [{ frequencyGHz: 1, dynamicPowerW: 0 }],
    };
    const { model } = tinyRobust({ facility: { nodeTypes: [ROBUST_NODE_TYPES[0]!, free] } });
    expect([...minEnergyMapping(model).core]).toEqual([2, 2, 2, 0]);
  });

  it('copies of a node share the work', () => {
    const { model } = tinyRobust({ facility: { nodes: [{ name: 'slow', nodeType: 'S', count: 3 }] }, tasks: alike(6) });
    const { core } = minEnergyMapping(model);
    expect([...core].sort()).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

function alike(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: `t${n}`,
    taskType: 'compute',
    meanS: { S: 10 },
    varianceS2: { S: 4 },
  }));
}
