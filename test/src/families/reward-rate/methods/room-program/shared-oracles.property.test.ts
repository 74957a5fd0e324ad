import { describe, expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { naiveModel } from '../../../../../../models/families/reward-rate/naive.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { configLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { sharedOracles } from '../../../../../../src/families/reward-rate/methods/room-program/warm-start.js';
import type { MethodRequest, WarmStart } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const highs = loadHighs();

function withCap(instance: RewardRateInstance, factor: number): RewardRateInstance {
  return { ...instance, limits: { ...instance.limits, powerCapW: factor * instance.limits.powerCapW } };
}

describe('pricing of a chain of rooms with nodes on standby', () => {
  it('is shared between rooms that differ in limits alone, and the answers are those without sharing', async () => {
    let shared = 0;
    for (let seed = 1; seed <= fuzzCount(60, 24); seed++) {
      const { instance, matrix } = withMinimum(
        withSleep(tinyRandom(seed, { cracs: 1, colocation: 'anchored' }), seed),
        seed,
      );
      const opened = rewardRateModel(instance, matrix);
      const first = withStandby(opened);
      const second = withStandby(rewardRateModel(withCap(instance, 1.1), matrix, opened));
      if (first === opened || idleConflict(first) !== null || idleConflict(second) !== null) continue;
      const run = async (model: typeof first, start: WarmStart | null): ReturnType<typeof configLp> => {
        const random = randomStream(1, 'chain');
        const input: MethodRequest = {
          model: withIdleRoom(model),
          engine: await highs,
          control: UNLIMITED,
          random,
          start,
        };
        return configLp(input);
      };
      const { next } = await run(first, null);
      if (next === undefined) continue;
      expect([seed, sharedOracles(second, next) === next.pricing!.oracles]).toEqual([seed, true]);
      const unshared: WarmStart = { assignments: next.assignments, plan: next.plan };
      const [warm, cold] = [await run(second, next), await run(second, unshared)];
      expect([seed, warm.plan, warm.certificate!.boundRewardPerS]).toEqual([
        seed,
        cold.plan,
        cold.certificate!.boundRewardPerS,
      ]);
      shared++;
    }
    expect(shared).toBeGreaterThan(5);
  });

  it('is not shared where nodes draw something else on standby, run other tasks, or are not slowed by company', () => {
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const { instance, matrix } = withSleep(tinyRandom(seed, { colocation: 'anchored' }), seed);
      const opened = rewardRateModel(instance, matrix);
      const first = withStandby(opened);
      if (first === opened) continue;
      const start: WarmStart = {
        assignments: new Map(),
        plan: null,
        pricing: { nodeTypes: first.nodeTypes, oracles: [] },
      };
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        sleepPowerW: undefined,
        offPowerW: 0.01 * type.idlePowerW,
      }));
      const other = { ...instance, facility: { ...instance.facility, nodeTypes } };
      expect(sharedOracles(first, start)).toEqual([]);
      expect(sharedOracles(withStandby(rewardRateModel(other, matrix, opened)), start)).toBeNull();
      expect(sharedOracles(opened, start)).toBeNull();
      expect(sharedOracles(naiveModel(first), start)).toBeNull();
      expect(sharedOracles(withStandby(rewardRateModel(instance, matrix)), start)).toBeNull();
    }
  });
});
