import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { groupByZone } from '../../../../../../src/families/reward-rate/methods/room-program/grouping.js';
import { RoomLp } from '../../../../../../src/families/reward-rate/methods/room-program/room-lp.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { initialCapRows } from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

describe('the LP of a room while rows come and go', () => {
  it('counts no price of a row that is switched off, and then earns no less', async () => {
    const engine = await loadHighs();
    let priced = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const lp = new RoomLp({ model, oracles: oraclesOf(model), engine, grouping: groupByZone(model) });
      try {
        lp.seedFirst();
        lp.add([...powerLimitRows(model), ...airRows(lpRooms(model, 'common')), ...initialCapRows(model, 4)]);
        const answer = lp.solve();
        if ('failure' in answer) continue;
        const binding = [...answer.prices.coupling.keys()].filter((r) => answer.prices.coupling[r]! > 1e-6);
        if (binding.length === 0) continue;
        priced++;
        lp.switchOff(binding);
        const { prices } = lp.boundAt(answer);
        expect(binding.map((r) => prices.coupling[r])).toEqual(binding.map(() => 0));
        const freed = lp.solve();
        if ('failure' in freed) throw new Error(freed.failure);
        expect(freed.objective).toBeGreaterThanOrEqual(answer.objective * (1 - 1e-9));
      } finally {
        lp.dispose();
      }
    }
    expect(priced).toBeGreaterThan(5);
  });
});
