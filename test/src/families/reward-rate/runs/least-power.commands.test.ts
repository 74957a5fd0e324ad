import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { leastPowerProof } from '../../../../../src/families/reward-rate/methods/bound/least-power.js';
import { withIdleRoom } from '../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { Words } from '../../../../../src/families/options.js';
import { judgedSolve } from '../../../../support/reward-rate/judged-words.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, type Oracle, oracle } from '../../../../oracle/brute-force.js';
import { standbyOracle, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each takes some ten solves. */
const ROOMS = fuzzCount(1000, 15);

async function solved(
  { instance, matrix }: Pick<TinyFacility, 'instance' | 'matrix'>,
  leastPower: boolean,
  workLimit?: number,
): Promise<Solved> {
  return solveOpened(
    {
      method: methodNamed('config-lp')!,

      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      ...(leastPower ? { leastPower: 'asked' } : {}),
      started: await highs,
      limits: { timeLimitS: null, workLimit: workLimit ?? null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

function roomOf(seed: number): TinyFacility {
  const room = tinyRandom(seed, { mostPlans: 200, cracs: 1 });
  return seed % 2 === 0 ? withSleep(room, seed) : room;
}

/** Room whose cap is higher by what it reserves below it: the same plans keep it. */
function withReserve({ instance, matrix }: TinyFacility): Pick<TinyFacility, 'instance' | 'matrix'> {
  const { limits } = instance;
  const powerW = 0.1 * limits.powerCapW;
  const reserved = { ...limits, powerCapW: limits.powerCapW + powerW, reserve: { powerW } };
  return { instance: { ...instance, limits: reserved }, matrix };
}

function oracleOf(room: TinyFacility): Oracle {
  const mayBeOff = room.instance.facility.nodeGroups.some((group) => group.mayBeOff === true);
  return mayBeOff ? standbyOracle(room) : oracle(room.instance, room.matrix);
}

/** Least power at the meter of all plans of one configuration per node that earn this much, W; Infinity where none does. */
function leastPowerW({ zones, operate, rewardPerS }: Oracle, leastRewardPerS: number): number {
  let plans: { ratePerS: readonly number[]; zoneW: readonly number[] }[] = [{ ratePerS: [], zoneW: [] }];
  for (const { idleW, zone } of zones) {
    plans = plans.flatMap(({ ratePerS, zoneW }) =>
      zone.map((option) => ({
        ratePerS: option.ratePerS.map((rate, i) => rate + (ratePerS[i] ?? 0)),
        zoneW: [...zoneW, idleW + option.coreW],
      })),
    );
  }
  return plans.reduce((least, { ratePerS, zoneW }) => {
    if (rewardPerS(ratePerS) < leastRewardPerS) return least;
    const operation = operate(zoneW);
    return operation.feasible ? Math.min(least, operation.totalW(operation.warmestC)) : least;
  }, Infinity);
}

describe('least power among plans of the same reward', () => {
  it('is proven below no plan of all of them; the plan earns as much, breaks nothing and draws no more', async () => {
    const counted = { plans: 0, tight: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = roomOf(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const asked = seed % 3 === 0 ? withReserve(room) : room;
      const first = (await solved(asked, false)).record;
      const { record } = await solved(asked, true);
      if (first.evaluation === null) continue;
      const { leastPower, termination, violations, bound } = record.result;
      expect([seed, termination === 'failed', violations, bound]).toEqual([seed, false, [], first.result.bound]);
      const { boundW, powerW, gap } = leastPower!;
      const target = first.evaluation.rewardPerS * (1 - 1e-6);
      expect([seed, record.evaluation!.rewardPerS >= target]).toEqual([seed, true]);
      expect([seed, powerW]).toEqual([seed, record.evaluation!.power.totalW]);
      expect([seed, powerW <= first.evaluation.power.totalW]).toEqual([seed, true]);
      expect([seed, boundW <= leastPowerW(oracleOf(room), target) * (1 + 1e-9)]).toEqual([seed, true]);
      counted.plans++;
      if (gap < 1e-3) counted.tight++;
    }
    expect(counted.plans).toBeGreaterThan(0.5 * ROOMS);
    expect(counted.tight).toBeGreaterThan(0.1 * ROOMS);
  });

  it('is proven below every plan of a lower reward, too, by a cap that rises in one LP as by bisection, and often near the least of them', async () => {
    const counted = { targets: 0, near: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = roomOf(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const model = withStandby(rewardRateModel(room.instance, room.matrix));
      if (idleConflict(model) !== null) continue;
      const plain = oracleOf(room);
      const best = bruteForce(plain).best;
      if (best === null || best.rewardPerS === 0) continue;
      const { next } = await solved(room, false);
      for (const share of [0.3, 0.6, 0.9]) {
        const targetRewardPerS = share * best.rewardPerS;
        const leastW = leastPowerW(plain, targetRewardPerS);
        const powerW = room.instance.limits.powerCapW;
        const input = { model: withIdleRoom(model), engine: await highs, control: UNLIMITED };
        const { boundW } = await leastPowerProof({ ...input, start: null, targetRewardPerS, powerW });
        expect([seed, share, boundW <= leastW * (1 + 1e-9)]).toEqual([seed, share, true]);
        for (const capBinds of [true, false]) {
          const rising = await leastPowerProof({ ...input, start: next, targetRewardPerS, powerW, capBinds });
          expect([seed, share, rising.boundW <= leastW * (1 + 1e-9)]).toEqual([seed, share, true]);
          // Both end within the precision of the least power that mixtures have.
          expect([seed, share, Math.abs(rising.boundW - boundW) <= 1.001e-4 * powerW]).toEqual([seed, share, true]);
        }
        counted.targets++;
        if (boundW >= 0.9 * leastW) counted.near++;
      }
    }
    expect(counted.targets).toBeGreaterThan(ROOMS);
    expect(counted.near).toBeGreaterThan(0.3 * counted.targets);
  });

  it('meets the plan where the cap is concave, which no row of it holds', async () => {
    const cooling = { quadraticPerC2: 0.02, linearPerC: 0.0016, constant: 0.458 };
    const { instance, matrix } = tinyRandom(311, { cracs: 1, mostPlans: 200, cooling });
    const { zones, thermal, setPointMinC, setPointMaxC } = rewardRateModel(instance, matrix);
    const idleRiseC = Math.max(...thermal.inletRiseC(Float64Array.from(zones, ({ idleW }) => idleW)));
    for (const share of [0.05, 0.1]) {
      const redLineC = setPointMinC + share * (setPointMaxC - setPointMinC) + 1.3 * idleRiseC;
      const limits = { ...instance.limits, redLineC, powerCapW: 1.5 * instance.limits.powerCapW };
      const room = { instance: { ...instance, limits }, matrix };
      const { boundW, powerW, rewardPerS } = (await solved(room, true)).record.result.leastPower!;
      expect(boundW).toBeLessThanOrEqual(leastPowerW(oracleOf(room), rewardPerS) * (1 + 1e-9));
      expect(powerW).toBeLessThanOrEqual(boundW * (1 + 3e-4));
    }
  });

  it('asks nothing more once it is told to stop, and what was proven before holds', async () => {
    for (const seed of [1, 4, 7, 9]) {
      const room = tinyRandom(seed, { mostPlans: 200, cracs: 1 });
      const model = rewardRateModel(room.instance, room.matrix);
      const { next, record } = await solved(room, false);
      if (next === null || record.evaluation === null || record.evaluation.rewardPerS === 0) continue;
      const targetRewardPerS = 0.6 * record.evaluation.rewardPerS;
      const leastW = leastPowerW(oracleOf(room), targetRewardPerS);
      for (let last = 1; last <= 4; last++) {
        let steps = 0;
        const { boundW } = await leastPowerProof({
          model: withIdleRoom(model),
          engine: await highs,
          start: next,
          capBinds: false,
          targetRewardPerS,
          powerW: record.evaluation.power.totalW,
          control: { step: () => Promise.resolve(++steps >= last) },
        });
        expect(steps).toBeLessThanOrEqual(last);
        expect(boundW).toBeLessThanOrEqual(leastW * (1 + 1e-9));
      }
    }
  });

  it('is left with a reason, and the plan as it was, when the run was stopped before', async () => {
    const records = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) => solved(tinyRandom(seed, { cracs: 1 }), true, 1)),
    );
    const { result } = records.map(({ record }) => record).find(({ evaluation }) => evaluation !== null)!;
    expect(result.termination).toBe('workLimit');
    expect(result.leastPower).toBeUndefined();
    expect(result.warnings.join()).toContain('The least power was not looked for: the run had been stopped before.');
  });

  it('is refused for methods that keep to their own plans, and with --naive; a tolerance is refused without it', () => {
    const refusal = (words: Words): unknown => {
      const read = judgedSolve(words);
      return read.ok === false ? read.faults : null;
    };
    expect(refusal({ method: 'ga', objective: 'reward,power' })).toMatchObject([
      {
        path: '--objective',
        value: 'reward,power, with ga',
        allowed: 'reward,power only with --method config-lp; with ga: reward',
      },
    ]);
    expect(refusal({ method: 'config-lp', objective: 'reward,power', naive: true })).toMatchObject([
      { path: '--objective', value: 'reward,power, with --naive' },
    ]);
    for (const [words, beside] of [
      [{ objective: 'reward' }, '--objective reward'],
      [{ method: 'ga' }, 'ga'],
      [{ naive: true }, '--naive'],
    ] as const)
      expect(refusal({ method: 'config-lp', rewardTolerance: 0.01, ...words })).toMatchObject([
        { path: '--reward-tolerance', value: `0.01, with ${beside}` },
      ]);
    expect(refusal({ method: 'config-lp', rewardTolerance: 0.01 })).toBeNull();
  });
});
