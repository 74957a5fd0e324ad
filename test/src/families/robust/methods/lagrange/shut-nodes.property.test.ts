import { describe, expect, it } from 'vitest';
import { createMeasures } from '../../../../../../models/families/robust/loads.js';
import { createMapping } from '../../../../../../models/families/robust/mapping.js';
import { shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { findCandidates } from '../../../../../../src/families/robust/methods/lagrange/candidates.js';
import { Packing } from '../../../../../../src/families/robust/methods/lagrange/packing.js';
import { shutNodes } from '../../../../../../src/families/robust/methods/lagrange/shut-nodes.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('shutting nodes', () => {
  it('leaves every task on a core that can run it, and changes nothing where it says so', () => {
    let shut = 0;
    for (let seed = 0; seed < fuzzCount(200, 100); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, nodes: 4, cores: 3, tasks: 4 + (seed % 30) });
      const setting = boundSetting(model);
      const prices = { nodeJ: new Float64Array(setting.groups.length), varianceJPerJ2: 0, z: 1 };
      const candidates = findCandidates(setting, shareRule(-Infinity, model.deadlineS), prices);
      const packing = new Packing(setting);
      const { integer } = randomStream(seed, 'shut');
      const mapping = createMapping(model.taskCount);
      for (let task = 0; task < model.taskCount; task++) {
        // Most tasks on the first node that runs them, few beyond.
        for (let core = seed % 2 === 0 ? 0 : integer(0, model.coreCount - 1); ; core = (core + 1) % model.coreCount) {
          const { column } = model.nodes[model.nodeOfCore[core]!]!;
          mapping.core[task] = core;
          if (model.meanS[task * model.columnCount + column]! < Infinity) break;
        }
      }
      packing.load(mapping);
      const before = createMeasures();
      packing.measure(before);
      const on = (): number =>
        model.nodes.filter(({ firstCore, cores }) =>
          packing.tasks.slice(firstCore, firstCore + cores).some((tasks) => tasks.length > 0),
        ).length;
      const nodesOn = on();
      const happened = shutNodes(packing, candidates);
      packing.resum();
      const after = createMeasures();
      packing.measure(after);
      expect(packing.tasks.reduce((sum, list) => sum + list.length, 0)).toBe(model.taskCount);
      expect(after.energyMeanJ).toBeLessThan(Infinity);
      for (let task = 0; task < model.taskCount; task++) {
        const node = model.nodeOfCore[packing.core[task]!]!;
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
