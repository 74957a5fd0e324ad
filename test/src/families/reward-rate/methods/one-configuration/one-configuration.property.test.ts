import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { solveConfigurationLp } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import {
  type OneConfiguration,
  ofOneConfiguration,
} from '../../../../../../src/families/reward-rate/methods/one-configuration/one-configuration.js';
import { placementOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { measure, setPointsFor } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { planRecord } from '../../../../../oracle/checked.js';
import { withReserve } from '../../../../../oracle/reserve-rooms.js';
import { bestWithMinimum, standbyOracle, withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Rooms of an everyday run are few: every plan of each is tried. */
const ROOMS = fuzzCount(10_000, 60);
const RELATIVE = 1e-9;

interface Tried {
  readonly seed: number;
  readonly best: number;
  readonly mixtures: number;
  readonly found: OneConfiguration;
  readonly violations: readonly unknown[];
  readonly rated: number;
}

/** A room with the best of all its plans of whole cores, by brute force; every fourth one sleeps, has minimums, or reserves. */
function drawn(seed: number): { readonly room: TinyFacility; readonly best: () => number | null } {
  const plain = tinyRandom(seed, { cracs: 1, mostPlans: seed % 4 === 0 ? 3000 : 300 });
  const reward = (one: ReturnType<typeof oracle>): number | null => bruteForce(one).best?.rewardPerS ?? null;
  if (seed % 4 === 1) {
    const room = withSleep(plain, seed);
    return { room, best: () => reward(standbyOracle(room)) };
  }
  if (seed % 4 === 2) {
    const room = withMinimum(withSleep(plain, seed), seed);
    return { room, best: () => bestWithMinimum(room) };
  }
  if (seed % 4 === 3) {
    const { reserved, lowered } = withReserve(plain, seed);
    return { room: reserved, best: () => reward(oracle(lowered.instance, lowered.matrix)) };
  }
  return { room: plain, best: () => reward(oracle(plain.instance, plain.matrix)) };
}

/** All that the search needs besides the reward of the best plan known; null where the LP has no answer. */
async function searchOf(model: RewardRateModel, engine: LpEngine, most: number) {
  const oracles = oraclesOf(model);
  const lp = await solveConfigurationLp({ model, oracles, engine, control: UNLIMITED, incumbent: null });
  return 'failure' in lp ? null : { model, oracles, bound: lp.bound, rows: lp.rows, engine, control: UNLIMITED, most };
}

async function tried(seed: number, engine: LpEngine, most: number): Promise<Tried | null> {
  const { room, best } = drawn(seed);
  if (standbyFaults(room.instance.facility).length > 0) return null;
  const stated = withStandby(rewardRateModel(room.instance, room.matrix));
  if (idleConflict(stated) !== null) return null;
  const model = withIdleRoom(stated);
  const input = await searchOf(model, engine, most);
  const greatest = best();
  if (input === null || greatest === null) return null;
  const { bound } = input;
  const found = await ofOneConfiguration({ ...input, incumbentRewardPerS: 0 });
  const { better } = found;
  const plan =
    better === null
      ? null
      : { ...planRecord(room, setPointsFor(model, better.nodes), []), ...placementOf(model, better.nodes) };
  const judged = plan === null ? null : checkPlan(room.instance, room.matrix, plan);
  return {
    seed,
    best: greatest,
    mixtures: bound.value,
    found,
    violations: judged?.violations ?? [],
    rated: judged?.rewardPerS ?? 0,
  };
}

describe('plans of one configuration per node, over every plan of whole cores', () => {
  const all: Tried[] = [];
  const seedsWhere = (test: (one: Tried) => boolean): number[] => all.filter(test).map(({ seed }) => seed);

  beforeAll(async () => {
    const engine = await loadHighs();
    for (let seed = 1; seed <= ROOMS; seed++) {
      const one = await tried(seed, engine, 2000);
      if (one !== null) all.push(one);
    }
  });

  it('earn no more than the bound of their class, which is never above the one over mixtures', () => {
    expect(all.length).toBeGreaterThan(0.6 * ROOMS);
    expect(seedsWhere(({ best, found }) => found.bound.boundRewardPerS < best * (1 - RELATIVE) - 1e-12)).toEqual([]);
    expect(seedsWhere(({ mixtures, found }) => found.bound.boundRewardPerS > mixtures)).toEqual([]);
  });

  it('are found and proven the best of all in nearly all rooms, P-states mixed within a node included', () => {
    const isProven = ({ best, found }: Tried): boolean => found.bound.boundRewardPerS <= best * (1 + RELATIVE) + 1e-12;
    expect(all.filter(isProven).length).toBeGreaterThan(0.97 * all.length);
    const unfound = ({ best, rated }: Tried): boolean => Math.abs(rated - best) > RELATIVE * best + 1e-12;
    expect(seedsWhere((one) => isProven(one) && unfound(one))).toEqual([]);
    expect(all.filter(({ best, mixtures }) => best < mixtures * 0.99).length).toBeGreaterThan(0.2 * all.length);
  });

  it('pass the checker and earn what the search claims', () => {
    expect(seedsWhere(({ violations }) => violations.length > 0)).toEqual([]);
    expect(
      seedsWhere(({ found, rated }) => Math.abs((found.better?.rewardPerS ?? 0) - rated) > RELATIVE * rated),
    ).toEqual([]);
  });

  it('have a valid bound after every number of programs, which falls', async () => {
    const engine = await loadHighs();
    for (const { seed, best, found } of all.filter(({ found: { programs } }) => programs > 6).slice(0, 5)) {
      let before = Infinity;
      for (const most of [1, 3, 5]) {
        const { boundRewardPerS } = (await tried(seed, engine, most))!.found.bound;
        expect([seed, most, boundRewardPerS >= best * (1 - RELATIVE)]).toEqual([seed, most, true]);
        expect([seed, most, boundRewardPerS <= before * (1 + RELATIVE)]).toEqual([seed, most, true]);
        before = boundRewardPerS;
      }
      expect([seed, found.bound.boundRewardPerS <= before * (1 + RELATIVE)]).toEqual([seed, true]);
    }
  });
});

it('the bound is never below a plan within the limits that is a little better than the one known', async () => {
  const engine = await loadHighs();
  let rooms = 0;
  for (let seed = 1; seed <= fuzzCount(60, 16); seed++) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 1, groupNodes: [3, 6], mostPlans: Infinity });
    const model = rewardRateModel(instance, matrix);
    const input = idleConflict(model) === null ? await searchOf(model, engine, 200) : null;
    if (input === null) continue;
    const { better } = await ofOneConfiguration({ ...input, incumbentRewardPerS: 0 });
    if (better === null) continue;
    rooms++;
    expect([seed, measure(model, better.nodes).feasible]).toEqual([seed, true]);
    for (const less of [1e-9, 1e-3]) {
      const incumbentRewardPerS = better.rewardPerS * (1 - less);
      const found = await ofOneConfiguration({ ...input, incumbentRewardPerS });
      const isValid = found.bound.boundRewardPerS >= better.rewardPerS * (1 - 1e-10);
      expect([seed, less, isValid]).toEqual([seed, less, true]);
    }
  }
  expect(rooms).toBeGreaterThan(6);
});
