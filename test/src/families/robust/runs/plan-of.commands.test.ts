import { describe, expect, test } from 'vitest';
import { createMapping } from '../../../../../models/families/robust/mapping.js';
import { ROBUST_METHODS } from '../../../../../src/families/robust/methods/registry.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { planOf } from '../../../../../src/families/robust/runs/solve.js';
import { mappingOf } from '../../../../../src/families/robust/runs/start.js';
import { randomRobustModel } from '../../../../support/robust.js';
import { fuzzCount } from '../../../../support/fuzz.js';

describe('a mapping and its plan file', () => {
  test('tasks, P-states and cores keep their places on the way', () => {
    for (let seed = 1; seed <= fuzzCount(200); seed++) {
      const { model } = randomRobustModel(seed);
      const random = randomStream(seed, 'mapping');
      const mapping = createMapping(model.taskCount);
      for (let task = 0; task < model.taskCount; task++) {
        const core = random.integer(0, model.coreCount - 1);
        mapping.core[task] = core;
        mapping.pState[task] = random.integer(0, model.nodes[model.nodeOfCore[core]!]!.pStateCount - 1);
      }
      const plan = planOf({ method: ROBUST_METHODS[0]!, goal: 'eo-mc' }, model, mapping, 'name', '0'.repeat(64));
      const back = mappingOf(model, plan);
      expect([...back.core]).toEqual([...mapping.core]);
      expect([...back.pState]).toEqual([...mapping.pState]);
      expect(plan).toMatchObject({ goal: 'eo-mc', method: ROBUST_METHODS[0]!.name, instance: { name: 'name' } });
      for (const { node, core, tasks, pStates } of plan.cores) {
        expect(tasks.length).toBe(pStates.length);
        expect(tasks.length).toBeGreaterThan(0);
        expect(core).toBeLessThan(model.nodes.find(({ name }) => name === node)!.cores);
      }
    }
  });
});
