import { describe, expect, it } from 'vitest';
import { rewardRateModel, type RewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  assignmentsOfPlan,
  type DiscretePlan,
  type JudgedPlan,
  repaired,
} from '../../../../../../src/families/reward-rate/methods/nlp/discrete-plan.js';
import type { Share } from '../../../../../../src/families/reward-rate/methods/node-shares.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { draftSetPoints } from '../../../../../../src/families/reward-rate/methods/nlp/nlp.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Every node at full speed, its busy cores in equal parts of its task types. */
function atFullSpeed(model: RewardRateModel, busyShare: number): DiscretePlan {
  return {
    classes: model.zones.map(({ nodeCount, type: index }, zone) => {
      const type = model.nodeTypes[index]!;
      const { tasks, cores } = type;
      const shares = tasks.map((_, task): Share => ({ task, choice: 0, cores: (busyShare * cores) / tasks.length }));
      return { zone, type, nodes: nodeCount, shares };
    }),
    setPointsC: [model.setPointMinC],
  };
}

function checkedPlan(facility: TinyFacility, model: RewardRateModel, { plan }: JudgedPlan) {
  return checked(facility, draftSetPoints(model, plan.setPointsC), assignmentsOfPlan(model, plan));
}

const feasible = (colocation: 'anchored' | 'literal') =>
  Array.from({ length: fuzzCount(120, 60) }, (_, n) => ({
    seed: n + 1,
    facility: tinyRandom(n + 1, { cracs: 1, colocation }),
  }))
    .map((one) => ({ ...one, model: rewardRateModel(one.facility.instance, one.facility.matrix) }))
    .filter(({ model }) => idleConflict(model) === null);

describe('Algorithm 3 after rounding', () => {
  it.each(['anchored', 'literal'] as const)(
    'a plan at full speed is slowed down until the checker finds nothing wrong, and claims its time-sliced reward (%s)',
    (colocation) => {
      let slowed = 0;
      let mended = 0;
      let told = 0;
      for (const { seed, facility, model } of feasible(colocation)) {
        const full = atFullSpeed(model, 0.9);
        const plan = repaired(model, full, randomStream(seed, 'repair'));
        if (plan === null) continue;
        mended++;
        const { violations, rewardPerS, averagedRewardPerS, power } = checkedPlan(facility, model, plan);
        expect([seed, violations]).toEqual([seed, []]);
        expect([seed, relativeDifference(plan.rewardPerS, rewardPerS) < 1e-9]).toEqual([seed, true]);
        if (relativeDifference(rewardPerS, averagedRewardPerS) > 1e-3) told++;
        const fullW = full.classes.reduce((sum, { shares }, z) => {
          const { type, nodeCount } = model.zones[z]!;
          const { tasks } = model.nodeTypes[type]!;
          return sum + nodeCount * shares.reduce((w, { task, cores }) => w + cores * tasks[task]!.powerW[0]!, 0);
        }, 0);
        if (power.coresW < fullW * (1 - 1e-9)) slowed++;
      }
      expect(mended).toBeGreaterThan(40);
      expect(slowed).toBeGreaterThan(15);
      // The averaged reward would have been another number.
      expect(told).toBeGreaterThan(10);
    },
  );

  it('gives up a literal plan in which some moment has no positive time', () => {
    let given = 0;
    for (const { facility } of feasible('literal').slice(0, 40)) {
      const { instance, matrix } = facility;
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        interference: Object.fromEntries(
          Object.entries(type.interference!).map(([name, of]) => [name, { ...of, constantS: of.constantS! - 4 }]),
        ),
      }));
      const short: TinyFacility = { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes } } };
      const model = rewardRateModel(short.instance, matrix);
      const plan = repaired(model, atFullSpeed(model, 0.9), randomStream(1, 'repair'));
      if (plan === null) given++;
      else expect(checkedPlan(short, model, plan).violations).toEqual([]);
    }
    expect(given).toBeGreaterThan(2);
  });
});
