import { describe, expect, it } from 'vitest';
import { TemplatesSolver } from '../../../../../src/families/templates/methods/solve-templates.js';
import { ceilingCores, safeCores } from '../../../../../src/families/templates/methods/whole-cores.js';
import { coresEffect } from '../../../../oracle/cores-effect.js';
import { randomTemplatesModel, randomTemplatesState } from '../../../../support/templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';

describe('whole cores', () => {
  it('keep every limit where rounding up breaks them', () => {
    const broken = { outlet: 0, power: 0, work: 0 };
    for (let seed = 1; seed <= fuzzCount(60, 30); seed += 1) {
      const model = randomTemplatesModel(seed, { setPointMinC: 10 });
      const state = randomTemplatesState(model, seed);
      const template = new TemplatesSolver(model).solveState({ index: 0, ...state });
      if (template.status === 'infeasible') continue;
      const { vents, setPointC, utilisation, allowableCores } = template;
      const safe = coresEffect(model, vents, setPointC, allowableCores);
      expect(safe.hottestOutletC, `seed ${seed}`).toBeLessThanOrEqual(model.outletLimitC + 1e-6);
      expect(safe.powerW, `seed ${seed}`).toBeLessThanOrEqual(state.powerLimitW * (1 + 1e-6));
      expect(safe.workPerS, `seed ${seed}`).toBeLessThanOrEqual(template.workPerS * (1 + 1e-6));
      model.blocks.forEach(({ nodeCount, coresPerNode }, b) => {
        const exact = utilisation[b]! * nodeCount * coresPerNode;
        expect(allowableCores[b]).toBeGreaterThanOrEqual(Math.floor(exact + 1e-7));
        expect(allowableCores[b]).toBeLessThanOrEqual(Math.min(nodeCount * coresPerNode, Math.floor(exact + 1e-7) + 1));
      });
      const ceiling = coresEffect(model, vents, setPointC, ceilingCores(model, utilisation));
      if (ceiling.hottestOutletC > model.outletLimitC + 1e-6) broken.outlet += 1;
      if (ceiling.powerW > state.powerLimitW * (1 + 1e-6)) broken.power += 1;
      if (ceiling.workPerS > template.workPerS * (1 + 1e-6)) broken.work += 1;
    }
    expect(broken.outlet).toBeGreaterThan(5);
    expect(broken.power).toBeGreaterThan(5);
    expect(broken.work).toBeGreaterThan(20);
  });

  it('rounds up node by node, not the block, where the thesis does', () => {
    const base = randomTemplatesModel(3, { blocks: 3, quadrants: 1, vents: 1 });
    const blocks = base.blocks.map((block) => ({ ...block, nodeCount: 3, coresPerNode: 4 }));
    // 1.2, 2 and 3.6 cores of each of three nodes; 3.6, 6 and 10.8 of the block.
    const cores = ceilingCores({ ...base, blocks }, Float64Array.from([0.3, 0.5, 0.9]));
    expect([...cores]).toEqual([6, 6, 12]);
  });

  it('gives cores lost back to the largest remainders, but not over the outlet limit', () => {
    const base = randomTemplatesModel(3, { blocks: 3, quadrants: 1, vents: 1 });
    const blocks = base.blocks.map((block) => ({
      ...block,
      type: 0,
      quadrant: 0,
      nodeCount: 1,
      coresPerNode: 10,
      idleW: 10,
      busyW: 100,
    }));
    // Each block heats itself only, 1 K per core.
    const outletRiseKPerW = [Float64Array.from([0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1])];
    const model = { ...base, blocks, outletRiseKPerW, outletLimitC: 30 };
    const utilisation = Float64Array.from([0.25, 0.49, 0.36]);
    // 11.0 cores in all: 2 + 4 + 3, and two for the remainders .9 and .6.
    expect([...safeCores(model, 0, 20, utilisation)]).toEqual([2, 5, 4]);
    // 1 K by idle power: 24 C + 5 cores is the limit.
    expect([...safeCores(model, 0, 24.5, utilisation)]).toEqual([3, 4, 4]);
    expect([...ceilingCores(model, utilisation)]).toEqual([3, 5, 4]);
  });

  it('does not lose a core to the last bits', () => {
    const base = randomTemplatesModel(3, { blocks: 1, quadrants: 1, vents: 1 });
    const blocks = base.blocks.map((block) => ({ ...block, nodeCount: 1, coresPerNode: 10 }));
    const model = { ...base, blocks, outletLimitC: 100 };
    expect([...safeCores(model, 0, 20, Float64Array.of(0.3 - 1e-13))]).toEqual([3]);
    expect([...ceilingCores(model, Float64Array.of(0.3 + 1e-13))]).toEqual([3]);
  });
});
