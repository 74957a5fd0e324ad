import { describe, expect, it } from 'vitest';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bestSurviving, bestSurvivingReset, survivingRoom } from '../../../../../oracle/surviving-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const ROOMS = fuzzCount(10_000, 24);
/** LPs after which a bound is taken as it is then: with three CRACs the search goes on for long, and every bound on its way holds. */
const MAX_STEPS = 25;

describe('bounds on plans that survive failures, against every plan on a grid', () => {
  it('no surviving plan earns more than the bound, and rooms with one are not said to have none', async () => {
    const engine = await loadHighs();
    const above: string[] = [];
    let met = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const resets = seed % 8 >= 4;
      const room = survivingRoom(seed, 60, resets ? 'any-crac-reset' : 'any-crac');
      const steps = seed % 4 === 3 ? 4 : 7;
      const best = (resets ? bestSurvivingReset : bestSurviving)(room, steps)?.rewardPerS;
      if (best === undefined) continue;
      met++;
      const model = withStandby(rewardRateModel(room.facility.instance, room.facility.matrix));
      const conflict = idleConflict(model);
      let left = MAX_STEPS;
      const control = { step: async () => Promise.resolve(left-- <= 0) };
      const certificate =
        conflict === null
          ? await configurationBound({ model: withIdleRoom(model), engine, control, start: null }, null)
          : null;
      const bound = certificate?.boundRewardPerS ?? -Infinity;
      if (best > bound * (1 + 1e-9) + 1e-12) above.push(`seed ${seed}: a plan earns ${best}, the bound is ${bound}`);
    }
    expect(above).toEqual([]);
    expect(met).toBeGreaterThan(ROOMS / 4);
  });

  it('are close to a mixture where the cap binds after the failure of one of three CRACs', async () => {
    const engine = await loadHighs();
    for (const seed of [63, 91]) {
      const { instance, matrix } = survivingRoom(seed, 60).facility;
      const model = rewardRateModel(instance, matrix);
      const certificate = await configurationBound({ model, engine, control: UNLIMITED, start: null }, null);
      expect([seed, certificate!.relaxationGap! < 5e-4]).toEqual([seed, true]);
    }
  });
});
