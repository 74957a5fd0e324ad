import { describe, expect, it } from 'vitest';
import { minEnergyMapping } from '../../../../../../src/families/robust/methods/greedy/min-energy.js';
import { ROBUST_NODE_TYPES, tinyRobust } from '../../../../../support/robust.js';

describe('Min-Energy', () => {
  it('gives a task of equal energy on two kinds of nodes to the core that is more certain to be in time', () => {
    const [, slow] = ROBUST_NODE_TYPES;
    const { model } = tinyRobust({
      facility: {
        nodeTypes: [slow!, { ...slow!, name: 'T' }],
        nodes: [
          { name: 'first', nodeType: 'S' },
          { name: 'second', nodeType: 'T' },
        ],
      },
      tasks: ['t1', 't2', 't3', 't4'].map((name) => ({
        name,
        taskType: 'compute',
        meanS: { S: 40, T: 40 },
        varianceS2: { S: 16, T: 16 },
      })),
    });
    // One core each: the busy one is less certain, so they take turns.
    expect(Array.from(minEnergyMapping(model).core)).toEqual([0, 1, 0, 1]);
  });
});
