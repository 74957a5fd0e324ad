import { describe, expect, it } from 'vitest';
import {
  assignmentsFromFractions,
  type CoreFractions,
  coreLayout,
  copyFractions,
  idleFractions,
} from '../../../../../../models/families/reward-rate/core-fractions.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import {
  createState,
  planTables,
  setPointOf,
} from '../../../../../../src/families/reward-rate/methods/genetic/plan-state.js';
import { createRepair } from '../../../../../../src/families/reward-rate/methods/genetic/repair.js';
import { type RandomStream, randomStream } from '../../../../../../src/random/stream.js';
import { algorithm3 } from '../../../../../oracle/algorithm-3.js';
import { checked } from '../../../../../oracle/checked.js';
import { randomFractions } from '../../../../../oracle/random-fractions.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Slows the cores of a plan down in place; the common set-point of what is left comes with it. */
function repairByPStates(model: RewardRateModel, plan: CoreFractions, random: RandomStream, mostIterations: number) {
  const tables = planTables(model);
  const state = { ...createState(tables), plan };
  const outcome = createRepair(tables, mostIterations)(state, new Set(tables.layout.nodeType.keys()), random);
  return { ...outcome, setPointC: setPointOf(tables, state) };
}

describe('Algorithm 3', () => {
  it('takes the steps of the loop in which everything is recomputed after every step', () => {
    let compared = 0;
    let unmet = 0;
    for (let seed = 1; seed <= fuzzCount(160, 160); seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const model = rewardRateModel(instance, matrix);
      const plan = randomFractions(coreLayout(model), randomStream(seed, 'plan'));
      const plain = idleFractions(plan.layout);
      copyFractions(plain, plan);
      const mostIterations = seed % 3 === 0 ? 3 : 200;
      const own = repairByPStates(model, plan, randomStream(seed, 'draws'), mostIterations);
      const slow = algorithm3(model, plain, randomStream(seed, 'draws'), mostIterations);
      expect([seed, own.met, own.iterations]).toEqual([seed, slow.met, slow.iterations]);
      expect([seed, ...plan.choice]).toEqual([seed, ...plain.choice]);
      expect(own.setPointC).toBeCloseTo(slow.setPointC, 9);
      if (own.steps > 0) compared++;
      if (!own.met) unmet++;
    }
    expect(compared).toBeGreaterThan(40);
    expect(unmet).toBeGreaterThan(15);
  });

  it('a plan it calls met keeps every limit by the checker; it fails only where idling does too', () => {
    let met = 0;
    for (let seed = 1; seed <= fuzzCount(200, 200); seed++) {
      const facility = tinyRandom(seed, { colocation: 'anchored' });
      const model = rewardRateModel(facility.instance, facility.matrix);
      const plan = randomFractions(coreLayout(model), randomStream(seed, 'plan'));
      const before = plan.fraction.slice();
      const faster = plan.choice.slice();
      const { met: kept, setPointC } = repairByPStates(model, plan, randomStream(seed, 'draws'), 10_000);
      expect(plan.fraction).toEqual(before);
      for (const [g, choice] of plan.choice.entries()) expect(choice).toBeGreaterThanOrEqual(faster[g]!);
      const idle = repairByPStates(model, idleFractions(plan.layout), randomStream(seed, 'draws'), 10_000);
      expect([seed, kept || !idle.met]).toEqual([seed, true]);
      if (!kept) continue;
      met++;
      expect([seed, checked(facility, setPointC, assignmentsFromFractions(model, plan)).violations]).toEqual([
        seed,
        [],
      ]);
    }
    expect(met).toBeGreaterThan(100);
  });

  it('leaves a plan within all limits as it is', () => {
    const { instance, matrix } = tinyRandom(4);
    const model = rewardRateModel({ ...instance, limits: { powerCapW: 1e9, redLineC: 1000 } }, matrix);
    const loose = { ...model, coolingLimits: [], setPointMaxC: 40 };
    const plan = randomFractions(coreLayout(loose), randomStream(4, 'plan'));
    const choice = plan.choice.slice();
    const outcome = repairByPStates(loose, plan, randomStream(4, 'draws'), 10);
    expect([outcome.met, outcome.steps, plan.choice]).toEqual([true, 0, choice]);
  });
});
