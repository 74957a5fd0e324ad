import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import { tinyInstances } from '../../../../support/bundled.js';
import { plainText } from '../../../../../src/reports/html/markup.js';
import { allOnText } from '../../../../../src/families/reward-rate/report/wording.js';
import { type AllOn, allOnBound } from '../../../../../src/families/reward-rate/runs/all-on.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { withSleep } from '../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();

/** Proof on the plans of a tiny instance with all nodes on, under another cap. */
async function tinyAllOn(name: string, powerCapW: number): Promise<AllOn | null> {
  const instance = tinyInstances().find((one) => one.name === name)!;
  const capped = { ...instance, limits: { ...instance.limits, powerCapW } };
  const matrix = roomInfluenceMatrix(instance.facility);
  return allOnBound(rewardRateModel(capped, matrix), await highs, UNLIMITED);
}

describe('plans that keep all nodes on', () => {
  it('earn what the cap leaves beyond two idle nodes', async () => {
    // 52.5 / 1.25 - 40 = 2 W for cores that do 1 / 16 tasks/s of 5 each for 4 W.
    const found = await tinyAllOn('tiny-sleep', 52.5);
    expect(found!.bound).toBeCloseTo((2 / 4 / 16) * 5, 6);
    expect(plainText(allOnText(found!))).toBe('with all nodes on no plan earns more than 0.1563 reward/s');
  });

  it('do not exist where two idle nodes and their cooling pass the cap', async () => {
    const found = await tinyAllOn('tiny-sleep', 49);
    expect(found).toEqual({ bound: null });
    expect(plainText(allOnText(found!))).toBe('with all nodes on there is no plan');
  });

  it('are all plans where none may be on standby, and no matter where the air changes with those that are', async () => {
    expect(await tinyAllOn('tiny-power-cap', 100)).toBeNull();
    expect(await tinyAllOn('tiny-still', 100)).toBeNull();
  });

  it('never earn more than is proven of them, of all plans of drawn rooms', async () => {
    let counted = 0;
    for (let seed = 1; seed <= fuzzCount(100); seed++) {
      const room = withSleep(tinyRandom(seed, { mostPlans: 500, cracs: 1 }), seed);
      const found = await allOnBound(rewardRateModel(room.instance, room.matrix), await highs, UNLIMITED);
      if (found === null) continue;
      counted++;
      const { best } = bruteForce(oracle(room.instance, room.matrix));
      expect([seed, best === null]).toEqual([seed, found.bound === null]);
      if (best !== null) {
        expect([seed, found.bound! >= best.rewardPerS * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      }
    }
    expect(counted).toBeGreaterThan(fuzzCount(100) / 4);
  });
});
