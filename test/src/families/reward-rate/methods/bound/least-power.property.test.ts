import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { leastPowerProof } from '../../../../../../src/families/reward-rate/methods/bound/least-power.js';
import { configLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('least power', () => {
  it('is the same in other units of reward, however small or large they are', async () => {
    const engine = await loadHighs();
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(16, 16); seed++) {
      const { instance, matrix } = tinyRandom(seed, { mostPlans: 300, cracs: 1 });
      const base = rewardRateModel(instance, matrix);
      if (idleConflict(base) !== null) continue;
      const { powerCapW: powerW } = base.budget;
      const { next, claimedRewardPerS } = await configLp({ model: base, engine, control: UNLIMITED, ...UNSEEDED });
      if (next === undefined || claimedRewardPerS === null || claimedRewardPerS === 0) continue;
      const boundOf = async (unit: number): Promise<number> => {
        const model = { ...base, rewardPerTask: base.rewardPerTask.map((reward) => reward * unit) };
        const targetRewardPerS = 0.8 * claimedRewardPerS * unit;
        const { boundW } = await leastPowerProof({
          model,
          engine,
          control: UNLIMITED,
          start: next,
          targetRewardPerS,
          powerW,
        });
        return boundW;
      };
      const stated = await boundOf(1);
      for (const unit of [2 ** -60, 2 ** 80])
        expect([seed, Math.abs((await boundOf(unit)) - stated) <= 2.1e-4 * powerW]).toEqual([seed, true]);
      if (stated > 0) compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });
});
