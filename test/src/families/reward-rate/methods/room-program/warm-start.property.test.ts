import { beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { configLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import type { MethodOutcome, WarmStart } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { firstColumns, firstPlan } from '../../../../../../src/families/reward-rate/methods/room-program/warm-start.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { tinyRandom, type TinyFacility } from '../../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const SEEDS = Array.from({ length: fuzzCount(40) }, (_, n) => n + 1);

/** Other arrivals, cap, red line and, now and then, deadlines: a neighbouring problem. */
function neighbour({ instance, matrix }: TinyFacility, seed: number): TinyFacility {
  const { uniform } = randomStream(seed, 'neighbour');
  const { workload, limits } = instance;
  const shortens = uniform() < 0.3;
  const changed: RewardRateInstance = {
    ...instance,
    workload: {
      taskTypes: workload.taskTypes.map((type) => ({
        ...type,
        arrivalRatePerS: type.arrivalRatePerS * uniform(0.2, 1.8),
        deadlineS: shortens ? type.deadlineS * uniform(0.7, 1.2) : type.deadlineS,
      })),
    },
    limits: { ...limits, powerCapW: limits.powerCapW * uniform(0.97, 1.1), redLineC: limits.redLineC + uniform(-1, 2) },
  };
  return { instance: changed, matrix };
}

interface Pair {
  readonly seed: number;
  readonly facility: TinyFacility;
  readonly cold: MethodOutcome;
  readonly warm: MethodOutcome;
}

describe('a run started from a neighbouring problem', () => {
  const pairs: Pair[] = [];
  let engine: LpEngine;

  beforeAll(async () => {
    engine = await loadHighs();
    for (const seed of SEEDS) {
      const first = tinyRandom(seed, { mostPlans: 400, cracs: 1 });
      const facility = neighbour(first, seed);
      const [before, after] = [first, facility].map(({ instance, matrix }) => rewardRateModel(instance, matrix));
      if (idleConflict(before!) !== null || idleConflict(after!) !== null) continue;
      const input = { engine, control: UNLIMITED, ...UNSEEDED };
      const { next } = await configLp({ ...input, model: before! });
      const like = rewardRateModel(facility.instance, facility.matrix, before);
      const warm = await configLp({ ...input, model: like, start: next ?? null });
      pairs.push({ seed, facility, cold: await configLp({ ...input, model: after! }), warm });
    }
  });

  const seedsWhere = (wrong: (pair: Pair) => boolean): number[] => pairs.filter(wrong).map(({ seed }) => seed);

  it('has no other bound than one started from nothing', () => {
    expect(pairs.length).toBeGreaterThan(0.6 * SEEDS.length);
    const bound = ({ certificate }: MethodOutcome): number => certificate!.boundRewardPerS;
    expect(seedsWhere(({ cold, warm }) => relativeDifference(bound(cold), bound(warm)) > 1e-9)).toEqual([]);
  });

  it('has a bound no plan passes, by brute force', () => {
    const passed = seedsWhere(({ facility: { instance, matrix }, warm }) => {
      const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? 0;
      return best > warm.certificate!.boundRewardPerS * (1 + 1e-9) + 1e-12;
    });
    expect(passed).toEqual([]);
  });

  it('has no plan that the checker refuses or that earns other than claimed', () => {
    const wrong = seedsWhere(({ facility, warm: { plan, claimedRewardPerS } }) => {
      const { rewardPerS, violations } = checked(facility, plan!.setPointsC, plan!.assignments);
      return violations.length > 0 || relativeDifference(rewardPerS, claimedRewardPerS!) > 1e-9;
    });
    expect(wrong).toEqual([]);
  });

  it('does not depend on what the pricing tables were used for before', async () => {
    const { instance, matrix } = tinyRandom(3, { cracs: 1 });
    const model = rewardRateModel(instance, matrix);
    const input = { model, engine, control: UNLIMITED, ...UNSEEDED };
    const { next } = await configLp(input);
    const without = { assignments: next!.assignments, plan: next!.plan };
    const [shared, own] = [await configLp({ ...input, start: next! }), await configLp({ ...input, start: without })];
    expect(shared.plan).toEqual(own.plan);
    expect(shared.certificate?.boundRewardPerS).toBe(own.certificate?.boundRewardPerS);
    expect(shared.work).toEqual(own.work);
  });

  it('takes nothing from a start that does not fit', async () => {
    const { instance, matrix } = tinyRandom(2, { cracs: 1 });
    const model = rewardRateModel(instance, matrix);
    const zone = model.zones[0]!.name;
    const slice = { taskType: 'unknown', pState: 0, fraction: 1 };
    const known = { taskType: model.taskNames[0]!, pState: 99, fraction: 1 };
    const assignments = [slice, known, { ...known, pState: 0, fraction: 0.5 }].map((one) => ({
      zone,
      nodes: 1,
      cores: [{ count: 1, slices: [one] }],
    }));
    const tooMany = { zone, nodes: 1, cores: [{ count: 200, slices: [{ ...known, pState: 0 }] }] };
    const plan = { setPointsC: [], assignments: [{ ...tooMany, nodes: 1000 }] };
    const start: WarmStart = {
      assignments: new Map([
        [zone, [...assignments, tooMany]],
        ['nowhere', assignments],
      ]),
      plan,
    };
    expect(firstColumns(model, start)).toBeNull();
    expect(firstPlan(model, start)).toEqual(firstPlan(model, null));
    const input = { model, engine, control: UNLIMITED, ...UNSEEDED };
    expect((await configLp({ ...input, start })).plan).toEqual((await configLp(input)).plan);
  });
});
