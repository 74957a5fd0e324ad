import { expect, it } from 'vitest';
import { assignmentsFromFractions, coreLayout } from '../../../../../../models/families/reward-rate/core-fractions.js';
import { averagedPlanRates } from '../../../../../../models/families/reward-rate/averaged-rates.js';
import type { ConstantAssignment } from '../../../../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { geneticMethod, PRINTED_GA } from '../../../../../../src/families/reward-rate/methods/genetic/ga.js';
import {
  jointStates,
  judgeablePlan,
} from '../../../../../../src/families/reward-rate/methods/genetic/judgeable-plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { randomFractions } from '../../../../../oracle/random-fractions.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';

/** The same room with nodes of `cores` cores on which `types` task types can be mixed. */
function manyTypes(seed: number, types: number, cores: number): TinyFacility {
  const { instance, matrix } = tinyRandom(seed, { colocation: 'anchored', cracs: 1 });
  const { uniform } = randomStream(seed, 'many types');
  const [first] = instance.workload.taskTypes;
  const names = Array.from({ length: types }, (_, i) => `t${i}`);
  return {
    matrix,
    instance: {
      ...instance,
      facility: {
        ...instance.facility,
        nodeTypes: instance.facility.nodeTypes.map((type) => ({
          ...type,
          cores,
          tasks: names.map((taskType) => ({
            taskType,
            timeS: type.pStateFrequenciesGHz.map((_, p) => 5 * (p + 1) + uniform(0, 1)),
            corePowerW: type.pStateFrequenciesGHz.map((_, p) => 3 / (p + 1) + uniform(0, 0.1)),
            memoryIntensity: uniform(0, 0.03),
          })),
        })),
      },
      workload: {
        taskTypes: names.map((name) => ({
          ...first!,
          name,
          deadlineS: 500,
          rewardPerTask: uniform(1, 5),
          arrivalRatePerS: (cores / types / 10) * uniform(0.4, 0.9),
        })),
      },
    },
  };
}

const SEEDS = [2, 4, 7, 11];

it("puts time onto whole cores where a node has too many joint states: never more power, and the claim is the checker's", () => {
  let changed = 0;
  let hopeless = 0;
  for (const seed of SEEDS) {
    const facility = manyTypes(seed, 18, 12);
    const model = rewardRateModel(facility.instance, facility.matrix);
    const plan = randomFractions(coreLayout(model), randomStream(seed, 'plan'));
    const assignments = assignmentsFromFractions(model, plan);
    const states = (of: readonly ConstantAssignment[]): number =>
      Math.max(...of.map(({ cores }) => jointStates(cores)));
    if (states(assignments) > 5e6) hopeless++;
    const { ratePerS, zoneCoreW } = averagedPlanRates(model, plan);
    const judgeable = judgeablePlan(model, assignments, ratePerS);
    changed += judgeable.nodes;
    expect(states(judgeable.assignments)).toBeLessThanOrEqual(1e5);
    const { averagedRewardPerS, power } = checked(facility, model.setPointMinC, judgeable.assignments);
    expect(relativeDifference(judgeable.rewardPerS, averagedRewardPerS)).toBeLessThan(1e-9);
    const coresW = zoneCoreW.reduce((sum, powerW) => sum + powerW, 0);
    expect(power.coresW).toBeLessThanOrEqual(coresW * (1 + 1e-9));
    expect(power.coresW).toBeGreaterThan(0.7 * coresW);
  }
  expect(changed).toBeGreaterThan(3);
  expect(hopeless).toBeGreaterThan(1);
});

it('leaves alone what the checker can follow: alike cores, whole cores, few types', () => {
  const share = (taskType: string, fraction: number) => ({ taskType, pState: 0, fraction });
  const types = Array.from({ length: 20 }, (_, i) => `t${i}`);
  const whole = types.map((type) => ({ count: 2, slices: [share(type, 1)] }));
  expect(jointStates(whole)).toBe(1);
  // Twelve cores that all divide their time, each otherwise, over five types: 6,188 multisets of them and idling.
  const fives = Array.from({ length: 12 }, (_, core) => ({
    count: 1,
    slices: types.slice(0, 5).map((type, i) => share(type, (0.01 * (core + 1) * (i + 1)) / 3)),
  }));
  expect(jointStates(fives)).toBe(6188);
  // Two kinds of halved cores: 5 x 4 states.
  const halves = [
    { count: 4, slices: [share('a', 0.5)] },
    { count: 3, slices: [share('b', 0.5)] },
  ];
  expect(jointStates(halves)).toBe(20);
});

it('so ga plans what the checker can rate, and says what it changed', async () => {
  for (const seed of SEEDS.slice(0, 2)) {
    const facility = manyTypes(seed, 18, 12);
    const model = rewardRateModel(facility.instance, facility.matrix);
    const { plan, claimedRewardPerS, warnings } = await geneticMethod(
      { model, engine: {} as LpEngine, control: UNLIMITED, random: randomStream(seed, 'ga'), start: null },
      { ...PRINTED_GA, populationSize: 12, stallGenerations: 40, advancesPerStep: 10, mutationPerChromosome: 1 },
    );
    const { violations, averagedRewardPerS } = checked(facility, plan!.setPointsC, plan!.assignments);
    expect([seed, violations]).toEqual([seed, []]);
    expect(relativeDifference(claimedRewardPerS!, averagedRewardPerS)).toBeLessThan(1e-9);
    expect(warnings.join()).toContain('no checker could follow');
  }
});
