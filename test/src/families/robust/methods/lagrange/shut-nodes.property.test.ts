import { describe, expect, it } from 'vitest';
import { createMeasures } from '../../../../../../models/problems/robust/loads.js';
import { createMapping } from '../../../../../../models/problems/robust/mapping.js';
import { shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { findCandidates } from '../../../../../../src/families/robust/methods/lagrange/candidates.js';
import { Packing } from '../../../../../../src/families/robust/methods/lagrange/packing.js';
import { shutNodes } from '../../../../../../src/families/robust/methods/lagrange/shut-nodes.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustProblem } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('shutting nodes', () => {
  it('leaves every task on a core that can run it, and changes nothing where it says so', () => {
    let shut = 0;
    for (let seed = 0; seed < fuzzCount(200, 100); seed++) {
      const { problem } = randomRobustProblem(seed, {
        mostPlans: Infinity,
        nodes: 4,
        cores: 3,
        tasks: 4 + (seed % 30),
      });
      const setting = boundSetting(problem);
      const prices = { nodeJ: new Float64Array(setting.groups.length), varianceJPerJ2: 0, z: 1 };
      const candidates = findCandidates(setting, shareRule(-Infinity, problem.deadlineS), prices);
      const packing = new Packing(setting);
      const { integer } = randomStream(seed, 'shut');
      const mapping = createMapping(problem.taskCount);
      for (let task = 0; task < problem.taskCount; task++) {
        // Most tasks on the first node that runs them, few beyond.
        for (
          let core = seed % 2 === 0 ? 0 : integer(0, problem.coreCount - 1);
          ;
          core = (core + 1) % problem.coreCount
        ) {
          const { column } = problem.nodes[problem.nodeOfCore[core]!]!;
          mapping.core[task] = core;
          if (problem.meanS[task * problem.columnCount + column]! < Infinity) break;
        }
      }
      packing.load(mapping);
      const before = createMeasures();
      packing.measure(before);
      const on = (): number =>
        problem.nodes.filter(({ firstCore, cores }) =>
          packing.tasks.slice(firstCore, firstCore + cores).some((tasks) => tasks.length > 0),
        ).length;
      const nodesOn = on();
      const happened = shutNodes(packing, candidates);
      packing.resum();
      const after = createMeasures();
      packing.measure(after);
      expect(packing.tasks.reduce((sum, list) => sum + list.length, 0)).toBe(problem.taskCount);
      expect(after.energyMeanJ).toBeLessThan(Infinity);
      for (let task = 0; task < problem.taskCount; task++) {
        const node = problem.nodeOfCore[packing.core[task]!]!;
        expect(packing.options.group[packing.option[task]!]).toBe(packing.groupOfNode[node]);
      }
      if (!happened) {
        expect(packing.mapping()).toEqual(mapping);
        continue;
      }
      shut++;
      expect(on()).toBeLessThanOrEqual(nodesOn);
    }
    expect(shut).toBeGreaterThan(20);
  });
});
