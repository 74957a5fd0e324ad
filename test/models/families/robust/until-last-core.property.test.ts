import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../models/families/robust/evaluate.js';
import { meanTimeS, type RobustModel, timeVarianceS2 } from '../../../../models/families/robust/model.js';
import { energyUntilLastCore } from '../../../../models/families/robust/until-last-core.js';
import type { Mapping } from '../../../../models/families/robust/mapping.js';
import { randomStream } from '../../../../src/random/stream.js';
import { randomRobustModel, tinyRobust } from '../../../support/robust.js';
import { randomMapping } from '../../../src/families/robust/check/random-plan.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** Means and variances of the energy by drawing task times themselves: no formula of core sums, no law of maxima. */
function drawn(
  model: RobustModel,
  mapping: Mapping,
  seed: number,
  samples: number,
): { readonly meanJ: number; readonly meanErrorJ: number; readonly varianceJ2: number } {
  const normal = randomStream(seed, 'energies').normal;
  const energies = new Float64Array(samples);
  for (let s = 0; s < samples; s++) {
    const finishS = new Float64Array(model.coreCount);
    for (let task = 0; task < model.taskCount; task++) {
      const core = mapping.core[task]!;
      const pState = mapping.pState[task]!;
      const node = model.nodes[model.nodeOfCore[core]!]!;
      const timeS =
        meanTimeS(model, node, task, pState) + Math.sqrt(timeVarianceS2(model, node, task, pState)) * normal();
      finishS[core]! += timeS;
      energies[s]! += node.powerW[pState]! * timeS;
    }
    for (const { firstCore, cores, overheadW } of model.nodes) {
      energies[s]! += overheadW * Math.max(...finishS.subarray(firstCore, firstCore + cores));
    }
  }
  const meanJ = energies.reduce((sum, energy) => sum + energy, 0) / samples;
  const varianceJ2 = energies.reduce((sum, energy) => sum + (energy - meanJ) ** 2, 0) / (samples - 1);
  return { meanJ, meanErrorJ: Math.sqrt(varianceJ2 / samples), varianceJ2 };
}

describe('energy until the last core of every node is done', () => {
  it('has the mean and variance of energies drawn task by task', () => {
    const samples = 40_000;
    let covered = 0;
    for (let seed = 1; seed <= fuzzCount(12, 6); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: Infinity,
        tasks: 4 + seed,
        cores: 3,
        zeroVariance: false,
        zeroOverhead: false,
      });
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const found = energyUntilLastCore(model, mapping);
      const sampled = drawn(model, mapping, seed, samples);
      expect(Math.abs(found.energyMeanJ - sampled.meanJ)).toBeLessThan(4.5 * sampled.meanErrorJ + 1e-9);
      // The variance of a sample of n has a relative error of sqrt(2 / n) or little more.
      expect(Math.abs(sampled.varianceJ2 / found.energyVarianceJ2 - 1)).toBeLessThan(6 * Math.sqrt(2 / samples));
      const eq9 = evaluateMapping(model, mapping);
      if (found.excessJ > 10 * sampled.meanErrorJ) covered++;
      expect(found.energyMeanJ - found.excessJ).toBeCloseTo(eq9.energyMeanJ, 6);
    }
    // Else Eq. 9 would have passed as well.
    expect(covered).toBeGreaterThan(4);
  });

  it('takes a core and the overhead that waits for it as dependent', () => {
    // One core: E = (50 + 11) T exactly.
    const { model } = tinyRobust({
      facility: {
        nodeTypes: [
          {
            name: 'F',
            cores: 1,
            idlePowerW: 51,
            overheadPowerW: 50,
            pStates: [{ frequencyGHz: 1, dynamicPowerW: 10 }],
          },
        ],
        nodes: [{ name: 'n', nodeType: 'F' }],
      },
      tasks: [{ name: 'a', taskType: 'compute', meanS: { F: 100 }, varianceS2: { F: 100 } }],
      limits: { energyBudgetJ: 61 * 115 },
    });
    const found = energyUntilLastCore(model, { core: Int32Array.of(0), pState: Uint8Array.of(0) });
    expect(found.energyMeanJ).toBeCloseTo(6100, 9);
    expect(found.energyVarianceJ2).toBeCloseTo(610 ** 2, 6);
    expect(found.energyZ).toBeCloseTo(1.5, 10);
    expect(found.excessJ).toBeCloseTo(0, 9);
    expect(found.overheadJ).toBeCloseTo(5000, 9);
  });

  it('without overhead is that of Eqs. 9 and 10 with correlated powers', () => {
    for (let seed = 1; seed <= fuzzCount(50); seed++) {
      const { model } = randomRobustModel(seed, { zeroOverhead: true, energyVariance: 'correlated' });
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const found = energyUntilLastCore(model, mapping);
      const known = evaluateMapping(model, mapping);
      expect(found.energyMeanJ).toBeCloseTo(known.energyMeanJ, 8);
      expect(found.energyVarianceJ2 / Math.max(known.energyVarianceJ2, 1e-9)).toBeCloseTo(
        known.energyVarianceJ2 > 0 ? 1 : 0,
        10,
      );
      expect(found.excessJ).toBe(0);
    }
  });

  it('where nothing varies is that of Eq. 9, and certain', () => {
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const { model } = randomRobustModel(seed, { zeroVariance: true });
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const found = energyUntilLastCore(model, mapping);
      const known = evaluateMapping(model, mapping);
      expect(found).toMatchObject({ excessJ: 0, energyVarianceJ2: 0, energyZ: known.energyZ });
      expect(found.energyMeanJ).toBeCloseTo(known.energyMeanJ, 8);
    }
  });
});
