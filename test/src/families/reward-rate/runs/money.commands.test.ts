import { describe, expect, it } from 'vitest';
import type { Words } from '../../../../../src/families/options.js';
import { moneyBound } from '../../../../../src/families/reward-rate/methods/bound/money.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { Prices } from '../../../../../src/families/reward-rate/runs/result.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { judgedSolve } from '../../../../support/reward-rate/judged-words.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { type Oracle, oracle } from '../../../../oracle/brute-force.js';
import { standbyOracle, withSleep } from '../../../../oracle/standby-rooms.js';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
const ROOMS = fuzzCount(1000, 12);

/** Greatest money of all plans of one configuration per node, USD/h; -Infinity where none is feasible. */
function greatestUsdPerH({ zones, operate, rewardPerS }: Oracle, usdPerReward: number, usdPerKWh: number): number {
  let plans: { ratePerS: readonly number[]; zoneW: readonly number[] }[] = [{ ratePerS: [], zoneW: [] }];
  for (const { idleW, zone } of zones) {
    plans = plans.flatMap(({ ratePerS, zoneW }) =>
      zone.map((option) => ({
        ratePerS: option.ratePerS.map((rate, i) => rate + (ratePerS[i] ?? 0)),
        zoneW: [...zoneW, idleW + option.coreW],
      })),
    );
  }
  return plans.reduce((greatest, { ratePerS, zoneW }) => {
    const operation = operate(zoneW);
    if (!operation.feasible) return greatest;
    const energyUsdPerH = (usdPerKWh * operation.totalW(operation.warmestC)) / 1000;
    return Math.max(greatest, 3600 * usdPerReward * rewardPerS(ratePerS) - energyUsdPerH);
  }, -Infinity);
}

function roomOf(seed: number): TinyFacility {
  const room = tinyRandom(seed, { mostPlans: 200, cracs: seed % 5 === 0 ? 2 : 1 });
  return seed % 2 === 0 ? withSleep(room, seed) : room;
}

function oracleOf(room: TinyFacility): Oracle {
  const mayBeOff = room.instance.facility.nodeGroups.some((group) => group.mayBeOff === true);
  return mayBeOff ? standbyOracle(room) : oracle(room.instance, room.matrix);
}

describe('money: revenue less the price of energy', () => {
  it('of no plan of all of them is more than proven; that of the plan found is often the greatest, and its sum is right', async () => {
    const counted = { rooms: 0, best: 0, idle: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = roomOf(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const { uniform } = randomStream(seed, 'prices');
      const plain = oracleOf(room);
      const mostUsdPerH = greatestUsdPerH(plain, 1, 0);
      if (!(mostUsdPerH > 0)) continue;
      // An energy price at which all of the reward is worth between a tenth and ten times the energy of the cap.
      const wattsWorth = mostUsdPerH / (room.instance.limits.powerCapW / 1000);
      const prices: Prices = {
        rewardUsd: 1,
        energyUsdPerKWh: wattsWorth * 10 ** uniform(-1, 1),
        carbonUsdPerT: 1e6 * wattsWorth,
        carbonGPerKWh: uniform(),
      };
      const usdPerKWh = prices.energyUsdPerKWh + (prices.carbonUsdPerT / 1e6) * prices.carbonGPerKWh;
      const { record } = await solveOpened(
        {
          method: methodNamed('config-lp')!,
          naive: false,
          seed: 1,
          engine: 'highs',
          withBound: true,
          started: await highs,
          prices,
          limits: { timeLimitS: null, workLimit: null },
          sharing: 'never',
          nowS: () => 0,
          interrupted: () => false,
          onProgress: () => undefined,
        },
        modelInMemory(room.instance, room.matrix),
      );
      const { result, evaluation } = record;
      if (evaluation === null || result.money === undefined) continue;
      const { money } = result;
      expect([seed, result.termination === 'failed', result.violations]).toEqual([seed, false, []]);
      const greatest = greatestUsdPerH(plain, 1, usdPerKWh);
      const scale = 3600 * evaluation.rewardPerS + (usdPerKWh * evaluation.power.totalW) / 1000;
      const itsOwn = 3600 * evaluation.rewardPerS - (usdPerKWh * evaluation.power.totalW) / 1000;
      expect(Math.abs(money.usdPerH - itsOwn)).toBeLessThanOrEqual(1e-9 * scale);
      expect([seed, money.boundUsdPerH >= greatest - 1e-6 * scale]).toEqual([seed, true]);
      counted.rooms++;
      if (money.usdPerH >= greatest - 1e-4 * scale) counted.best++;
      if (evaluation.rewardPerS === 0) counted.idle++;
    }
    expect(counted.rooms).toBeGreaterThan(0.4 * ROOMS);
    expect(counted.best).toBeGreaterThan(0.5 * counted.rooms);
    // Energy is so dear in some that it is best to do nothing.
    expect(counted.idle).toBeGreaterThan(0);
    expect(counted.idle).toBeLessThan(counted.rooms);
  });

  it('is made by nodes that share time only where they do so for reward alone', async () => {
    let plain = 0;
    for (let seed = 1; plain < fuzzCount(100, 6); seed++) {
      const room = tinyRandom(seed, { mostPlans: 200, cracs: 1 });
      const run = async (prices?: Prices) =>
        solveOpened(
          {
            method: methodNamed('config-lp')!,
            naive: false,
            seed: 1,
            engine: 'highs',
            withBound: true,
            started: await highs,
            ...(prices === undefined ? {} : { prices }),
            limits: { timeLimitS: null, workLimit: null },
            nowS: () => 0,
            interrupted: () => false,
            onProgress: () => undefined,
          },
          modelInMemory(room.instance, room.matrix),
        );
      const alone = await run();
      const { objective } = alone.record.result;
      const sharesTime = ({ plan }: typeof alone): boolean =>
        plan!.assignments.some(({ shares }) => shares !== undefined);
      if (objective === null || objective === 0 || sharesTime(alone)) continue;
      // The energy of the whole cap is worth half of all reward.
      const energyUsdPerKWh = (1800 * objective) / (room.instance.limits.powerCapW / 1000);
      const paid = await run({ rewardUsd: 1, energyUsdPerKWh, carbonUsdPerT: 0, carbonGPerKWh: 0 });
      expect([seed, paid.record.result.money !== undefined, sharesTime(paid)]).toEqual([seed, true, false]);
      plain++;
    }
  });

  it('is bounded, with lines and without, by the greatest of what points prove, found on a fine grid', () => {
    for (let seed = 1; seed <= fuzzCount(300); seed++) {
      const { uniform, integer } = randomStream(seed, 'points');
      const capsW = Array.from({ length: integer(1, 5) }, () => uniform(10, 100)).sort((a, b) => a - b);
      const points = capsW.map((capW) => ({
        capW,
        boundRewardPerS: Math.sqrt(capW) * uniform(1, 1.3),
        belowPerW: uniform() < 0.5 ? null : uniform(0, 0.2),
        abovePerW: uniform() < 0.5 ? null : uniform(0, 0.2),
      }));
      const rate = { usdPerReward: uniform(), usdPerWs: uniform(0, 0.2) };
      const floorW = 5;
      const { usdPerS } = moneyBound(points, floorW, rate);
      let most = -Infinity;
      for (let n = 0; n <= 2000; n++) {
        const powerW = floorW + ((capsW.at(-1)! - floorW) * n) / 2000;
        const proven = points.flatMap(({ capW, boundRewardPerS, belowPerW, abovePerW }) => {
          if (powerW > capW) return abovePerW === null ? [] : [boundRewardPerS + abovePerW * (powerW - capW)];
          return [boundRewardPerS, ...(belowPerW === null ? [] : [boundRewardPerS + belowPerW * (powerW - capW)])];
        });
        most = Math.max(most, rate.usdPerReward * Math.max(0, Math.min(...proven)) - rate.usdPerWs * powerW);
      }
      expect(usdPerS).toBeGreaterThanOrEqual(most - 1e-12);
      expect(usdPerS - most).toBeLessThan(0.03);
    }
  });

  it('is refused without both prices, with a method that has no such proof, and prices are refused without it', () => {
    const refusal = (words: Words): unknown => {
      const read = judgedSolve({ method: 'config-lp', ...words });
      return read.ok === false ? read.faults : null;
    };
    const prices = { rewardUsd: 1, energyUsd: 0.1 };
    expect(refusal({ objective: 'money', ...prices })).toBeNull();
    expect(refusal({ objective: 'money', rewardUsd: 1 })).toMatchObject([{ path: '--energy-usd' }]);
    expect(refusal({ objective: 'money', energyUsd: 1 })).toMatchObject([{ path: '--reward-usd' }]);
    expect(refusal({ objective: 'money', ...prices, carbonUsd: 1 })).toMatchObject([{ path: '--carbon-intensity' }]);
    expect(refusal({ objective: 'money', ...prices, method: 'ga' })).toMatchObject([
      { path: '--objective', value: 'money, with ga' },
    ]);
    expect(refusal({ objective: 'money', ...prices, naive: true })).toMatchObject([{ path: '--objective' }]);
    for (const words of [{ rewardUsd: 1 }, { energyUsd: 1 }, { carbonUsd: 1 }, { carbonIntensity: 1 }])
      expect(refusal(words)).toMatchObject([
        { path: expect.stringContaining('--') as string, allowed: 'only with --objective money' },
      ]);
  });
});
