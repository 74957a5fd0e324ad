import { describe, expect, it } from 'vitest';
import type { Uncertainty } from '../../../../../models/families/reward-rate/instance.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { hottestZone, inletExplanation } from '../../../../../src/families/reward-rate/runs/explain/inlet.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { drawRooms } from '../../../../../src/families/reward-rate/studies/rooms/draw-rooms.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, type NodeOption, oracle, sumRates } from '../../../../oracle/brute-force.js';
import { greatestRoom, robustOracle, tinyUncertain, withUncertainty } from '../../../../oracle/robust-rooms.js';
import { standbyOracle, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved, every plan of it tried, and its plan judged in many rooms. */
const ROOMS = fuzzCount(1000, 24);

async function solved(
  { instance, matrix }: TinyFacility,
  name = 'config-lp',
  sharing: 'auto' | 'always' | 'never' = 'auto',
  asked: Pick<RunRequest, 'leastPower' | 'start'> = {},
  like?: RewardRateModel,
): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      sharing,
      ...asked,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix, like),
  );
}

function withSet({ instance, matrix }: TinyFacility, uncertainty: Uncertainty | undefined): TinyFacility {
  return { matrix, instance: { ...instance, uncertainty } };
}

const SHARING = ['auto', 'always', 'never'] as const;

describe('plans that must hold in every room of an uncertainty set', () => {
  it('hold in all rooms drawn, with nodes that share time or sleep too, and no better one exists where nodes do not share', async () => {
    const counted = { feasible: 0, shared: 0, best: 0, single: 0, asleep: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const drawn = tinyUncertain(seed, seed % 5 === 0 ? 2 : 1, 300);
      const sleeps = seed % 4 === 0;
      const robust = withUncertainty(sleeps ? withSleep(drawn, seed) : drawn, seed);
      const greatest = greatestRoom(robust);
      const truth = robustOracle(robust, sleeps ? standbyOracle(greatest) : oracle(greatest.instance, greatest.matrix));
      const { best, bestUniform } = bruteForce(truth);
      const sharing = SHARING[seed % 3]!;
      const { record, plan } = await solved(robust, 'config-lp', sharing);
      const { bound, objective, violations, feasible, robust: robustness } = record.result;
      expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) continue;
      counted.feasible++;
      expect([seed, feasible, violations]).toEqual([seed, true, []]);
      expect([seed, bound! >= best!.rewardPerS * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, bound! >= objective! * (1 - 1e-9)]).toEqual([seed, true]);
      const evaluation = checkPlan(robust.instance, robust.matrix, plan);
      expect(robustness!.asStated!.rewardPerS).toBeGreaterThanOrEqual(objective! * (1 - 1e-9));
      expect(robustness!.asStated!.hottestInletC).toBeLessThanOrEqual(Math.max(...evaluation.zoneInletC) + 1e-9);
      const rooms = drawRooms({ ...robust, plan, evaluation }, 50, seed);
      expect([seed, rooms.within.probability, rooms.broken]).toEqual([seed, 1, {}]);
      expect(rooms.rewardPerS.least).toBeGreaterThanOrEqual(objective! * (1 - 1e-9));
      if (plan.standby !== undefined) {
        // What standby saves is the worst room's as all figures are: idle power with all nodes on less that of the plan.
        const allOn = checkPlan(robust.instance, robust.matrix, { ...plan, standby: [] });
        const savedW = allOn.power.idleW - evaluation.power.idleW;
        expect([seed, Math.abs(record.result.standby!.savedW - savedW) < 1e-9 * (1 + savedW)]).toEqual([seed, true]);
        if (savedW > 0 && robust.instance.uncertainty!.nodePower !== undefined) counted.asleep++;
      }
      if (plan.assignments.some(({ shares }) => shares !== undefined)) counted.shared++;
      if (sharing === 'never' && bestUniform !== null) {
        counted.single++;
        if (objective! >= bestUniform.rewardPerS * (1 - 1e-7)) counted.best++;
      }
    }
    expect(counted.feasible).toBeGreaterThan(0.5 * ROOMS);
    expect(counted.shared).toBeGreaterThan(0);
    expect(counted.asleep).toBeGreaterThan(0);
    expect(counted.best).toBeGreaterThan(0.9 * counted.single);
  });

  it('are those of the stated room where the set has no size, and a set that plans need not hold in changes none', async () => {
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const robust = withUncertainty(tinyRandom(seed, { cracs: 1, mostPlans: 300 }), seed);
      const { uncertainty } = robust.instance;
      const stated = await solved(withSet(robust, undefined));
      const drawnOnly = await solved(withSet(robust, { ...uncertainty, robust: false }));
      const noSize = await solved(withSet(robust, { ...uncertainty, scale: 0 }));
      for (const other of [drawnOnly, noSize]) {
        expect([seed, other.plan?.assignments]).toEqual([seed, stated.plan?.assignments]);
        expect([seed, other.plan?.setPointsC]).toEqual([seed, stated.plan?.setPointsC]);
        expect([seed, other.record.result.bound]).toEqual([seed, stated.record.result.bound]);
      }
      expect(drawnOnly.record.result.boundScope).toBe(stated.record.result.boundScope);
      expect(drawnOnly.record.result.robust).toBeUndefined();
    }
  });

  it('draw no less in their worst room than is proven of all that earn as much', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(10, 5); seed++) {
      const robust = withUncertainty(tinyRandom(seed, { cracs: 1, mostPlans: 300 }), seed);
      const { record } = await solved(robust, 'config-lp', 'auto', { leastPower: 'asked' });
      const { leastPower, violations } = record.result;
      if (leastPower === undefined) continue;
      expect([seed, violations, leastPower.powerW]).toEqual([seed, [], record.evaluation!.power.totalW]);
      const greatest = greatestRoom(robust);
      const truth = robustOracle(robust, oracle(greatest.instance, greatest.matrix));
      const plans = truth.zones.reduce<NodeOption[][]>(
        (partial, { zone }) => partial.flatMap((chosen) => zone.map((option) => [...chosen, option])),
        [[]],
      );
      for (const plan of plans) {
        if (truth.rewardPerS(sumRates(plan)) < leastPower.rewardPerS) continue;
        const at = truth.operate(plan.map(({ coreW }, b) => coreW + truth.zones[b]!.idleW));
        if (!at.feasible) continue;
        expect(at.totalW(at.warmestC), `seed ${seed}`).toBeGreaterThanOrEqual(leastPower.boundW * (1 - 1e-9));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('are with several CRACs those of the room with the greatest powers and times, where only these are uncertain', async () => {
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const drawn = tinyRandom(seed, { cracs: 2, mostPlans: 300 });
      const uncertainty = { robust: true, nodePower: { least: 0.9, most: 1.05 }, taskTime: { least: 0.7, most: 1.2 } };
      const robust = withSet(drawn, uncertainty);
      const one = await solved(robust);
      const other = await solved(greatestRoom(robust));
      expect([seed, one.plan?.assignments]).toEqual([seed, other.plan?.assignments]);
      expect([seed, one.record.result.bound]).toEqual([seed, other.record.result.bound]);
      expect([seed, one.record.result.violations]).toEqual([seed, []]);
    }
  });

  it('have with several CRACs one set-point common to all, and the bound says so; with another the checker refuses them', async () => {
    let [plans, spread] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const robust = withUncertainty(tinyUncertain(seed, 2, 300), seed);
      const { plan, record } = await solved(robust);
      if (plan === null) continue;
      plans++;
      const [first, second] = robust.matrix.cracNames as [string, string];
      expect([seed, plan.setPointsC[first]]).toEqual([seed, plan.setPointsC[second]]);
      expect(record.result.boundScope).toContain('one set-point common to all 2 CRACs');
      expect(record.result.warnings.join(' ')).toContain('as all plans that are robust');
      const colder = { ...plan, setPointsC: { ...plan.setPointsC, [first]: plan.setPointsC[first]! - 0.25 } };
      const { violations } = checkPlan(robust.instance, robust.matrix, colder);
      const own = violations.filter(({ constraint }) => constraint === 'setPointShared');
      expect(own).toMatchObject([
        { where: `${second} (${first} has another)`, amount: expect.closeTo(0.25, 9) as number },
      ]);
      spread++;
    }
    expect([plans, spread]).toEqual([spread, plans]);
    expect(plans).toBeGreaterThan(0);
  });

  it('have the same bound whether a run starts from that of a smaller set or from nothing', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(8); seed++) {
      const larger = withUncertainty(tinyRandom(seed, { cracs: 1, mostPlans: 300 }), seed);
      const smaller = withSet(larger, { ...larger.instance.uncertainty, scale: 0.3 });
      const before = await solved(smaller);
      const cold = await solved(larger);
      if (before.next === null || cold.plan === null) continue;
      const like = rewardRateModel(smaller.instance, smaller.matrix);
      const warm = await solved(larger, 'config-lp', 'auto', { start: before.next }, like);
      const [one, other] = [warm.record.result.bound!, cold.record.result.bound!];
      expect(Math.abs(one - other), `seed ${seed}`).toBeLessThan(1e-6 * Math.max(1, other));
      expect([seed, warm.record.result.violations]).toEqual([seed, []]);
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });

  it.each(METHODS.map(({ name }) => name))(
    '%s breaks no limit in the worst room, or says that it makes no such plans',
    async (name) => {
      let feasible = 0;
      let refused = 0;
      for (let seed = 1; seed <= fuzzCount(8); seed++) {
        const robust = withUncertainty(tinyUncertain(seed, seed % 4 === 0 ? 2 : 1, 300), seed);
        const { plan, record } = await solved(robust, name);
        if (record.result.warnings.some((warning) => warning.includes('makes no robust plans'))) refused++;
        if (plan === null || !record.result.feasible) continue;
        feasible++;
        const evaluation = checkPlan(robust.instance, robust.matrix, plan);
        expect([seed, evaluation.violations]).toEqual([seed, []]);
        expect(drawRooms({ ...robust, plan, evaluation }, 10, 1).within.probability).toBe(1);
      }
      expect(refused > 0).toBe(['config-ls', 'nlp', 'ga'].includes(name));
      expect(feasible + refused).toBeGreaterThan(0);
    },
  );

  it('are explained by the worst row of the inlet: the rises by rack add up to its temperature in the worst room', async () => {
    for (let seed = 1; seed <= fuzzCount(8); seed++) {
      const robust = withUncertainty(tinyRandom(seed, { cracs: 1, mostPlans: 300 }), seed);
      const { plan } = await solved(robust, 'greedy-power');
      if (plan === null) continue;
      const { instance, matrix } = robust;
      const evaluation = checkPlan(instance, matrix, plan);
      const room = { instance, matrix, plan, evaluation, model: rewardRateModel(instance, matrix) };
      const { racks, inletC, suppliedC, moves } = inletExplanation(room, hottestZone(room));
      const riseK = racks.reduce((sum, rack) => sum + rack.riseK, 0);
      expect(Math.abs(inletC - suppliedC - riseK), `seed ${seed}`).toBeLessThan(1e-7);
      for (const { inletK } of moves) expect(inletK).toBeLessThan(0);
    }
  });
});
