import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../models/families/robust/evaluate.js';
import { normalCdf, normalCdfLog10, normalQuantile } from '../../../../../models/families/robust/normal.js';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../support/robust.js';
import { planOf, randomMapping } from './random-plan.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const CASES = fuzzCount(400, 200);

/** Infinite quantiles as they stand in JSON. */
const written = (z: number): number => Math.min(1e308, Math.max(-1e308, z));

function expectClose(value: number, known: number, scale: number): void {
  expect(Math.abs(value - known)).toBeLessThanOrEqual(1e-12 * scale);
}

describe('checker and models, which share no code', () => {
  it('agree on random plans, over both variances, steady plans and infeasible ones', () => {
    const seen = { printed: 0, correlated: 0, still: 0, infeasible: 0 };
    for (let seed = 1; seed <= CASES; seed++) {
      const { instance, times, model } = randomRobustModel(seed, { mostPlans: Infinity, tasks: 3 + (seed % 40) });
      const mapping = randomMapping(model, randomStream(seed, 'plan'));
      const known = evaluateMapping(model, mapping);
      const goal = seed % 2 === 0 ? 'mo-ec' : 'eo-mc';
      const found = checkRobustPlan(instance, times, planOf(model, mapping, goal));

      const sd = Math.sqrt(known.energyVarianceJ2);
      expectClose(found.energyMeanJ, known.energyMeanJ, known.energyMeanJ);
      expectClose(found.energySdJ, sd, sd);
      const { dynamicJ, staticJ, overheadJ } = found.energyByPart;
      expectClose(dynamicJ + staticJ + overheadJ, known.energyMeanJ, known.energyMeanJ);
      // A quantile is a difference of large numbers over a small one: that sets what rounding may do to it.
      const energyScale = 1 + known.energyMeanJ / Math.max(sd, 1e-300);
      expectClose(found.phi.z, written(known.energyZ), sd > 0 ? energyScale + Math.abs(known.energyZ) : 0);
      if (Number.isFinite(known.makespanZ)) {
        const node = model.nodes[model.nodeOfCore[known.leastCore]!]!;
        const sdS = found.nodes.find((one) => one.node === node.name)!.finishSdS[known.leastCore - node.firstCore]!;
        const scale = 1 + model.deadlineS / sdS + Math.abs(known.makespanZ);
        expectClose(found.psi.z, known.makespanZ, scale);
        expectClose(found.psi.probability, normalCdf(known.makespanZ), normalCdf(known.makespanZ) * scale * scale);
      } else expect(found.psi.z).toBe(written(known.makespanZ));
      const joint = found.nodes.flatMap(({ z }) => z).reduce((sum, z) => sum + normalCdfLog10(z), 0);
      if (joint > -1e300) expectClose(found.jointPsiLog10, joint, 1 + Math.abs(joint));
      else expect(found.jointPsiLog10).toBeLessThan(-1e300);

      const { energyRobustness, makespanRobustness } = instance.limits;
      const short =
        goal === 'mo-ec'
          ? normalQuantile(energyRobustness) - written(known.energyZ)
          : normalQuantile(makespanRobustness) - written(known.makespanZ);
      expect(found.violations).toHaveLength(short > 1e-9 ? 1 : 0);
      if (short > 1e-9) {
        const [violation] = found.violations;
        expect(violation).toMatchObject({ unit: 'z', where: '' });
        expect(violation!.constraint).toBe(goal === 'mo-ec' ? 'energyRobustness' : 'makespanRobustness');
        expect(Math.abs(violation!.amount / short - 1)).toBeLessThan(1e-9);
        seen.infeasible++;
      }
      seen[instance.energyVariance!]++;
      if (known.energyVarianceJ2 === 0) seen.still++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });
});
