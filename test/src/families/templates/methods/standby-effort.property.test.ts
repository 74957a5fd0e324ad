import { describe, expect, it } from 'vitest';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomTemplatesState } from '../../../../support/templates.js';
import { effectByNode, randomStandbyModel } from '../../../../support/templates-standby.js';

describe('the best effort of a state that is too hot at every set-point', () => {
  it.each([1, 1e5])(
    'is the coolest of all choices of nodes at the coolest set-point, running work alone (rises x %d)',
    (hot) => {
      let tried = 0;
      for (let seed = 1; seed <= fuzzCount(200); seed += 1) {
        const drawn = randomStandbyModel(seed);
        const model = {
          ...drawn,
          outletLimitC: drawn.setPointMinC + 3,
          outletRiseKPerW: drawn.outletRiseKPerW.map((rise) => rise.map((kPerW) => hot * kPerW)),
          blocks: drawn.blocks.map((block) => {
            const { standby } = block;
            const hotter = standby && { ...standby, ownRiseKPerW: hot * standby.ownRiseKPerW };
            return hotter === undefined ? block : { ...block, standby: hotter };
          }),
        };
        const state = { ...randomTemplatesState(model, seed), index: 0 };
        const effort = new TemplatesSolver(model).solveState(state);
        if (effort.binding !== 'infeasible-outlet') continue;
        tried += 1;
        const { blocks, quadrants, setPointMinC } = model;
        const utilisation = blocks.map(({ quadrant }) => state.runningCores[quadrant]! / quadrants[quadrant]!.cores);
        const coolestC = (vents: number, awake: readonly number[]): number => {
          const b = awake.length;
          if (b === blocks.length)
            return effectByNode(model, { vents, setPointC: setPointMinC, awake, utilisation }).hottestOutletC;
          const { nodeCount, standby } = blocks[b]!;
          const fewest =
            standby === undefined
              ? nodeCount
              : Math.max(standby.minimumOn, Math.ceil(nodeCount * utilisation[b]! - 1e-12));
          const choices = Array.from({ length: nodeCount - fewest + 1 }, (_, more) => fewest + more);
          return Math.min(...choices.map((nodes) => coolestC(vents, [...awake, nodes])));
        };
        const best = Math.min(...model.outletRiseKPerW.map((_, vents) => coolestC(vents, [])));
        expect([seed, effort.hottestOutletC <= best + Math.max(1e-6, 3e-9 * best)]).toEqual([seed, true]);
      }
      expect(tried).toBeGreaterThan(10);
    },
  );
});
