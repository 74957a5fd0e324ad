import { describe, expect, it } from 'vitest';
import { candidateMoves } from '../../../../../../src/families/reward-rate/runs/explain/moves.js';
import { inletExplanation } from '../../../../../../src/families/reward-rate/runs/explain/inlet.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import type { RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { planRecord } from '../../../../../oracle/checked.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Random rooms of one or two CRACs with the first plan of each that draws some power for work, all nodes of a zone alike. */
function* plannedRooms(count: number) {
  for (let seed = 1; seed <= count; seed++) {
    const { instance, matrix } = tinyRandom(seed, { mostPlans: 1e9, cracs: 1 + (seed % 2) });
    const limits = { powerCapW: 1e6, redLineC: 95 };
    const cracs = instance.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: undefined }));
    const opened = modelInMemory({ ...instance, limits, facility: { ...instance.facility, cracs } }, matrix);
    const assignments = matrix.zones.slice(0, 2).map(({ name, nodeType }) => {
      const type = instance.facility.nodeTypes.find((one) => one.name === nodeType)!;
      const slices = [{ taskType: type.tasks[0]!.taskType, pState: 0, fraction: 1 }];
      return { zone: name, nodes: 1, cores: [{ count: type.cores, slices }] };
    });
    const setPointsC = cracs.map(({ setPointMinC, setPointMaxC }) => (setPointMinC + 2 * setPointMaxC) / 3);
    const plan: RewardRatePlan = planRecord(opened, setPointsC, assignments);
    yield { seed, room: { ...opened, plan, evaluation: checkPlan(opened.instance, matrix, plan) } };
  }
}

describe('the heat of an inlet', () => {
  it("is what the CRACs supply and what each rack adds: together the checker's temperature", () => {
    for (const { seed, room } of plannedRooms(fuzzCount(30, 12))) {
      for (const zone of room.matrix.zones.keys()) {
        const { inletC, suppliedC, racks } = inletExplanation(room, zone);
        const sumC = racks.reduce((sum, { riseK }) => sum + riseK, suppliedC);
        expect([seed, zone, Math.abs(sumC - inletC) < 1e-6]).toEqual([seed, zone, true]);
        expect(inletC).toBe(room.evaluation.zoneInletC[zone]);
      }
    }
  });

  it('is less after each move named, by as much as the checker says of the plan moved, the cheapest first', () => {
    const kinds = new Set<string>();
    for (const { seed, room } of plannedRooms(fuzzCount(30, 12))) {
      const { inletC, moves } = inletExplanation(room, 0);
      const plans = new Map(candidateMoves(room, 0).map(({ message, plan }) => [message, plan]));
      for (const { kind, message, inletK, rewardPerS } of moves) {
        const after = checkPlan(room.instance, room.matrix, plans.get(message)!);
        expect([seed, message, inletK < 0]).toEqual([seed, message, true]);
        expect(after.zoneInletC[0]! - inletC).toBeCloseTo(inletK, 9);
        expect(after.rewardPerS - room.evaluation.rewardPerS).toBeCloseTo(rewardPerS, 9);
        // Work taken elsewhere is the same work.
        if (kind === 'exchange')
          expect(after.ratePerS).toEqual(room.evaluation.ratePerS.map((rate) => expect.closeTo(rate, 9) as number));
        kinds.add(kind);
      }
      const costs = moves.map(({ rewardPerS, inletK }) => (rewardPerS > -1e-9 ? 0 : rewardPerS / inletK));
      expect([seed, costs]).toEqual([seed, [...costs].sort((a, b) => a - b)]);
    }
    expect([...kinds].sort()).toEqual(['exchange', 'setPoint', 'stop']);
  });
});
