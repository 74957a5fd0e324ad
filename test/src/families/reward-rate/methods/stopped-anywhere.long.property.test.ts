import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { checked } from '../../../../oracle/checked.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

const highs = loadHighs();
/** Work counts up to 200, every one of the first. */
const STOPS = [1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 40, 75, 130, 200];
/** Rooms in which `lp` alone plans what the literal form gives no positive time for, and others. */
const SEEDS = [2, 5, 7, 8, 9, 11, 13, 35].slice(0, fuzzCount(8, 3));
const MODELS = ['literal', 'anchored'] as const;

async function stopped(
  method: (typeof METHODS)[number],
  seed: number,
  colocation: (typeof MODELS)[number],
  most: number,
) {
  const facility = tinyRandom(seed, { colocation });
  const control = runDriver({
    limits: { timeLimitS: null, workLimit: most },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  const model = rewardRateModel(facility.instance, facility.matrix);
  const outcome = await method.solve({ model, engine: await highs, control, ...UNSEEDED });
  return { outcome, facility, isWhole: control.stopReason === null };
}

describe('a run under co-location stopped after any number of steps', () => {
  it.each(METHODS.map(({ name }) => name))('%s: returns plans that pass the checker, below the bound', async (name) => {
    const method = METHODS.find((one) => one.name === name)!;
    const counted = { plans: 0, bounds: 0 };
    for (const seed of SEEDS) {
      for (const colocation of MODELS) {
        const { instance, matrix } = tinyRandom(seed, { colocation });
        if (idleConflict(rewardRateModel(instance, matrix)) !== null) continue;
        const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? 0;
        for (const most of STOPS) {
          const { outcome, facility, isWhole } = await stopped(method, seed, colocation, most);
          const where = [name, seed, colocation, most];
          if (outcome.plan !== null) {
            counted.plans++;
            const { violations } = checked(facility, outcome.plan.setPointsC, outcome.plan.assignments);
            expect([...where, violations]).toEqual([...where, []]);
          }
          const bound = outcome.certificate?.boundRewardPerS;
          if (bound !== undefined) {
            counted.bounds++;
            expect([...where, bound >= best * (1 - 1e-9) - 1e-12]).toEqual([...where, true]);
          }
          if (isWhole) break;
        }
      }
    }
    expect(counted.plans).toBeGreaterThanOrEqual(SEEDS.length);
    if (name === 'config-lp') expect(counted.bounds).toBeGreaterThan(2 * SEEDS.length);
  });
});
