import { describe, expect, it } from 'vitest';
import { lagrangianBound } from '../../../../../../src/families/reward-rate/methods/room-program/bound.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { minimumsOf } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { bestWithMinimum, withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import {
  commonSetPointColumn,
  initialCapRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

describe('the bound of rooms of which some nodes must be on', () => {
  it('holds at any prices, also of the minimums', () => {
    let tight = 0;
    let priced = 0;
    for (let seed = 1; seed <= fuzzCount(100, 40); seed++) {
      const options = { mostPlans: 200, groupNodes: [2, 3], cracs: 1 } as const;
      const room = withMinimum(withSleep(tinyRandom(seed, options), seed), seed);
      const best = bestWithMinimum(room);
      const model = withStandby(rewardRateModel(room.instance, room.matrix));
      if (best === null || minimumsOf(model).length === 0) continue;
      const rows = [...powerLimitRows(model), ...airRows(lpRooms(model, 'common')), ...initialCapRows(model, 8)];
      for (const b of model.zones.keys()) rows.push(redLineRow(lpRooms(model, 'common')[0], b));
      const draw = randomStream(seed, 'prices').uniform;
      const oracles = oraclesOf(model);
      const side = commonSetPointColumn(model);
      for (let n = 0; n < 8; n++) {
        const size = 10 ** draw(-4, 1);
        const prices = {
          task: model.rewardPerTask.map((reward) => reward * draw(0, 1)),
          coupling: Float64Array.from(rows, () => (draw(0, 1) < 0.7 ? 0 : size * draw(0, 1))),
          on: Float64Array.from(minimumsOf(model), () => (draw(0, 1) < 0.2 ? 0 : size * draw(0, 0.3))),
        };
        const { value } = lagrangianBound(model, oracles, { rows, prices, side });
        expect([seed, n, value >= best * (1 - 1e-12)]).toEqual([seed, n, true]);
        const without = lagrangianBound(model, oracles, {
          rows,
          prices: { ...prices, on: prices.on.map(() => 0) },
          side,
        });
        if (value < without.value) tight++;
        priced++;
      }
    }
    expect(tight).toBeGreaterThan(0.05 * priced);
    expect(priced).toBeGreaterThan(50);
  });
});
