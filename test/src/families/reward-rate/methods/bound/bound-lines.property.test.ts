import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { slopeAlong } from '../../../../../../src/families/reward-rate/studies/sweep/slopes.js';
import { sweepGrid } from '../../../../../../src/families/reward-rate/studies/sweep/grid.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** The thesis' CoP, the steep convex kind, and none that depends on T. */
const COOLINGS = [
  { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
  { quadraticPerC2: 0, linearPerC: 0.2, constant: 1 },
  { quadraticPerC2: 0, linearPerC: 0, constant: 4 },
];
const FIELDS = ['powerCapW', 'redLineC', 'otherLoadW', 'arrivalRatePerS'];

/** The field's values as multiples of a typical size of it. */
function valuesOf(field: string, { limits }: RewardRateInstance): number[] {
  if (field === 'redLineC') return [-6, -2, -0.5, 0.5, 2, 6].map((step) => limits.redLineC + step);
  if (field === 'powerCapW') return [0.8, 0.95, 0.99, 1.01, 1.05, 1.3].map((factor) => limits.powerCapW * factor);
  if (field === 'otherLoadW') return [0, 0.01, 0.05, 0.2].map((factor) => limits.powerCapW * factor);
  return [0.3, 0.9, 1.1, 3];
}

describe('proven lines from one bound', () => {
  it('no plan and no bound at another value of the field lies above them', async () => {
    const engine = await loadHighs();
    const above: unknown[] = [];
    const tried = new Map<string, number>();
    const turned = { below: 0, above: 0 };
    for (let seed = 1; seed <= fuzzCount(27, 27); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 150, cracs: 1, cooling: COOLINGS[seed % 3]! });
      const model = rewardRateModel(instance, matrix);
      if (idleConflict(model) !== null) continue;
      const input = { engine, control: UNLIMITED, ...UNSEEDED };
      const certificate = await configurationBound({ ...input, model }, null);
      for (const field of FIELDS) {
        const factors = field === 'arrivalRatePerS';
        const values = valuesOf(field, instance).map((value) => (factors ? `x${value}` : String(value)));
        const answer = sweepGrid([`${field}=${values.join()}`], instance, 'room.json');
        if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
        const slope = slopeAlong(answer.axes[0]!, instance, certificate, null);
        if (slope.below === null || slope.above === null) continue;
        if (field === 'powerCapW' && slope.perUnit! > 0) {
          if (slope.below < slope.perUnit!) turned.below++;
          if (slope.above > slope.perUnit!) turned.above++;
        }
        const here = factors
          ? 1
          : field === 'otherLoadW'
            ? (instance.facility.otherLoadW ?? 0)
            : field === 'redLineC'
              ? instance.limits.redLineC
              : instance.limits.powerCapW;
        for (const {
          values: [value],
          instance: changed,
        } of answer.points) {
          const step = value! - here;
          const line = certificate!.boundRewardPerS + (step < 0 ? slope.below : slope.above) * step;
          const other = rewardRateModel(changed, matrix);
          if (idleConflict(other) !== null) continue;
          const best = bruteForce(oracle(changed, matrix)).best?.rewardPerS ?? 0;
          const bound = (await configurationBound({ ...input, model: other }, null))!.boundRewardPerS;
          tried.set(field, (tried.get(field) ?? 0) + 1);
          if (best > line * (1 + 1e-9) + 1e-9 || bound > line * (1 + 1e-6) + 1e-9)
            above.push({ seed, field, value, line, best, bound });
        }
      }
    }
    expect(above).toEqual([]);
    expect(FIELDS.filter((field) => (tried.get(field) ?? 0) <= 20)).toEqual([]);
    expect(Math.min(turned.below, turned.above)).toBeGreaterThan(2);
  });
});
