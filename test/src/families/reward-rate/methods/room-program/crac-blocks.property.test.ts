import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { separateProblem } from '../../../../../../src/families/reward-rate/methods/room-program/crac-blocks.js';
import { withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

describe('facility split by CRAC', () => {
  it('counts what waking a node draws in the greatest power of a zone above standby', () => {
    let waking = 0;
    for (let seed = 1; seed <= fuzzCount(20, 10); seed++) {
      const { instance, matrix } = withSleep(tinyRandom(seed, { mostPlans: 200, cracs: 2 }), seed);
      const model = withStandby(rewardRateModel(instance, matrix));
      const prices = { task: model.rewardPerTask, coupling: new Float64Array() };
      const { mostCoreKW } = separateProblem(
        model,
        oraclesOf(model),
        new Float64Array(model.cracs.length).fill(0.3),
        { prices, rows: [] },
        [],
      );
      for (const [b, { type, nodeCount, idleW }] of model.zones.entries()) {
        const { cores, tasks } = model.nodeTypes[type]!;
        // From the instance: idle power at the wall, of which the zone's floor may be less, and every core at its hungriest.
        const own = instance.facility.nodeTypes.find(({ name }) => name === matrix.zones[b]!.nodeType)!;
        const idleAtWallW = own.idlePowerW / (own.psuEfficiency ?? 1);
        const hungriestW = Math.max(0, ...tasks.flatMap(({ powerW }) => [...powerW]));
        const aboveFloorKW = (nodeCount * (idleAtWallW + cores * hungriestW) - idleW) / 1000;
        expect(Math.abs(mostCoreKW[b]! - aboveFloorKW)).toBeLessThanOrEqual(1e-9 * aboveFloorKW + 1e-12);
        if (nodeCount * idleAtWallW - idleW > 1) waking++;
      }
    }
    expect(waking).toBeGreaterThan(5);
  });
});
