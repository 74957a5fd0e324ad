import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStep } from '../../../../../../models/families/reward-rate/set-point-steps.js';
import { gridConflict, gridFixes } from '../../../../../../src/families/reward-rate/runs/explain/grid.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { isKeptByIdling, type Room } from '../../../../../../src/families/reward-rate/runs/explain/trial.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom, type TinyFacility } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function roomOf({ instance, matrix }: TinyFacility): Room {
  return { instance, matrix, model: rewardRateModel(instance, matrix) };
}

/** Set-points at which the room idles by the oracle, C; none where the first is above the second. */
function idleWindowC({ instance, matrix }: TinyFacility): readonly [number, number] {
  const { zones, operate } = oracle(instance, matrix);
  const { limitsHold, coldestC, warmestC } = operate(zones.map(({ idleW }) => idleW));
  return limitsHold ? [coldestC, warmestC] : [Infinity, -Infinity];
}

/** Multiples of a step within a range. */
function multiplesOf(stepK: number, { facility }: RewardRateInstance): number[] {
  const [{ setPointMinC, setPointMaxC }] = facility.cracs as readonly [(typeof facility.cracs)[number]];
  const [first, last] = [Math.ceil(setPointMinC / stepK - 1e-9), Math.floor(setPointMaxC / stepK + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n) * stepK);
}

describe('a room that idles, but at no set-point that its CRAC accepts', () => {
  it('is found exactly where no multiple of the step lies between the coldest and the warmest set-point of idling, and fixes mend it', () => {
    let [without, within, fixes] = [0, 0, 0];
    for (let seed = 1; seed <= fuzzCount(300); seed++) {
      const drawn = tinyRandom(seed, { cracs: 1, mostPlans: 500 });
      const stepK = [3, 5, 1.5][seed % 3]!;
      const stepped = { ...drawn, instance: withStep(drawn.instance, stepK) };
      const [coldestC, warmestC] = idleWindowC(drawn);
      const all = multiplesOf(stepK, drawn.instance);
      const near = all.some((one) => Math.min(Math.abs(one - coldestC), Math.abs(one - warmestC)) < 1e-5);
      if (!(warmestC - coldestC > 1e-5) || near || all.length === 0) continue;
      const room = roomOf(stepped);
      const found = gridConflict(room);
      const accepted = all.filter((one) => one >= coldestC && one <= warmestC);
      expect([seed, found !== null]).toEqual([seed, accepted.length === 0]);
      if (found === null) {
        within++;
        continue;
      }
      without++;
      expect(found.idle).toMatchObject({ constraint: 'setPointStep', where: drawn.matrix.cracNames[0], proven: true });
      const missedK = all.map((one) => (one < coldestC ? coldestC - one : one - warmestC));
      expect(found.idle.amount).toBeCloseTo(Math.min(...missedK), 5);
      for (const { changes } of gridFixes(room, found, movablesOf(stepped.instance))) {
        fixes++;
        const changed = changes.reduce((sum, { constraint, where, to }) => {
          return movablesOf(stepped.instance)
            .find((one) => one.kind === constraint && one.where === where)!
            .moved(sum, to);
        }, stepped.instance);
        expect([seed, all.some((one) => isKeptByIdling(room, changed, one))]).toEqual([seed, true]);
      }
    }
    expect(Math.min(without, within, fixes)).toBeGreaterThan(0);
  });

  it('is none where the CRAC takes any set-point', () => {
    expect(gridConflict(roomOf(tinyRandom(3, { cracs: 1 })))).toBeNull();
  });
});
