import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { fixesBy } from '../../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { movablesOf } from '../../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { planRecord } from '../../../../../oracle/checked.js';
import { brokenRooms } from '../../../../../oracle/broken-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const STEP_C = 1;

/** All multiples of the step in the ranges of all CRACs, C. */
function multiples({ facility }: RewardRateInstance): number[][] {
  return facility.cracs.reduce<number[][]>(
    (some, { setPointMinC, setPointMaxC }) => {
      const own: number[] = [];
      for (let T = Math.ceil(setPointMinC); T <= setPointMaxC; T += STEP_C) own.push(T);
      return some.flatMap((before) => own.map((T) => [...before, T]));
    },
    [[]],
  );
}

it('fixes of a room whose two CRACs have steps let the checker accept idling at set-points that are multiples of them', () => {
  let fixes = 0;
  for (let seed = 2; seed <= 1 + fuzzCount(5); seed++) {
    for (const { instance, matrix } of brokenRooms(seed, 2)
      .filter(({ instance: { facility } }) =>
        facility.nodeTypes.every((type) => type.sleepPowerW === undefined && type.offPowerW === undefined),
      )
      .slice(0, 2)) {
      const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointStepC: STEP_C }));
      const stepped = { ...instance, facility: { ...instance.facility, cracs } };
      const opened = modelInMemory(stepped, matrix);
      const idle = idleConflict(withStandby(opened.model));
      if (idle === null) continue;
      for (const { changes, message } of fixesBy(opened, idle, movablesOf(stepped))) {
        const all = movablesOf(stepped);
        const mended = changes.reduce<RewardRateInstance>(
          (sum, { constraint, where, to }) =>
            all.find((one) => one.kind === constraint && one.where === where)!.moved(sum, to),
          stepped,
        );
        const isKept = multiples(mended).some((setPointsC) => {
          return (
            checkPlan(mended, matrix, planRecord({ instance: mended, matrix }, setPointsC, [])).violations.length === 0
          );
        });
        fixes++;
        expect([seed, message, isKept]).toEqual([seed, message, true]);
      }
    }
  }
  expect(fixes).toBeGreaterThan(2);
});
