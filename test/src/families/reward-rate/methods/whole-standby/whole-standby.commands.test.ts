import { beforeAll, describe, expect, it } from 'vitest';
import { minimumsOf } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../../../models/families/reward-rate/standby-air.js';
import { hasStandby, idleOnStandby, withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { configurationBound, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { awakeBound } from '../../../../../../src/families/reward-rate/methods/whole-standby/awake-bound.js';
import {
  allRanges,
  awakeSetsOf,
  isPossible,
} from '../../../../../../src/families/reward-rate/methods/whole-standby/awake-sets.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveInstance, solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount, triesAll } from '../../../../../support/fuzz.js';
import { initialCapRows } from '../../../../../../src/families/reward-rate/methods/room-program/cap-rows.js';
import {
  airRows,
  lpRooms,
  powerLimitRows,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';

/** Number of rooms: few every day, for every number of nodes on standby of each zone is tried. */
const ROOMS = fuzzCount(500, 10);
/** Relative difference of two certified bounds of the same plans: each is solved to 1e-7. */
const RELATIVE = 1e-6;
/** Reward/s that is rounding of sums of order 1. */
const ZERO = 1e-12;

/** Room of up to three zones of one to four nodes that may be on standby, every second one with minimums. */
function sleepyRoom(seed: number): TinyFacility {
  const cooling = { quadraticPerC2: 0.0005, linearPerC: 0.1, constant: 1 };
  const room = withSleep(tinyRandom(seed, { cracs: 1, cooling, groupNodes: [1, 4], mostPlans: Infinity }), seed);
  return seed % 2 === 0 ? withMinimum(room, seed) : room;
}

/** The best bound over every whole number of nodes on standby in every zone, each settled beforehand: of as many problems in which no node chooses. */
async function bestOfAll(room: TinyFacility, engine: LpEngine): Promise<number> {
  const model = rewardRateModel(room.instance, room.matrix);
  let best = -Infinity;
  const descend = async (asleep: readonly number[]): Promise<void> => {
    const zone = model.zones[asleep.length];
    if (zone !== undefined) {
      for (let nodes = 0; nodes <= zone.nodeCount; nodes++) await descend([...asleep, nodes]);
      return;
    }
    const standby = idleOnStandby(model, asleep);
    // Others that must be on, or may not be on standby, are another choice.
    if (standby.reduce((sum, { nodes }) => sum + nodes, 0) < asleep.reduce((sum, nodes) => sum + nodes, 0)) return;
    const settled = withAsleep(model, standby);
    if (idleConflict(settled) !== null) return;
    const input = { model: withIdleRoom(settled), engine, control: UNLIMITED, start: null };
    best = Math.max(best, (await configurationBound(input, null))!.boundRewardPerS);
  };
  await descend([]);
  return best;
}

async function always({ instance, matrix }: TinyFacility, workLimit: number | null = null): Promise<Solved> {
  return solveOpened(
    {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      sharing: 'always',
      limits: { timeLimitS: null, workLimit },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

describe('plans whose nodes are on standby or on for good, and share time while on', () => {
  let engine: LpEngine;
  beforeAll(async () => {
    engine = await loadHighs();
  });

  it('have the best bound over every set of nodes on standby, and attain it, by the checker', async () => {
    const counted = { rooms: 0, tighter: 0, shared: 0, minimums: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = sleepyRoom(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const model: RewardRateModel = withStandby(rewardRateModel(room.instance, room.matrix));
      if (!hasStandby(model) || idleConflict(model) !== null) continue;
      const best = await bestOfAll(room, engine);
      const { record, plan } = await always(room);
      const { bound, objective, work } = record.result;
      const { violations, rewardPerS } = checkPlan(room.instance, room.matrix, plan!);
      expect([seed, violations, rewardPerS]).toEqual([seed, [], objective]);
      expect([seed, Math.abs(bound! - best) <= RELATIVE * best + ZERO, bound, best]).toEqual([seed, true, bound, best]);
      expect([seed, bound! - objective! <= RELATIVE * best + ZERO]).toEqual([seed, true]);
      counted.rooms++;
      if (minimumsOf(model).length > 0) counted.minimums++;
      if (plan!.assignments.some(({ shares }) => shares !== undefined)) counted.shared++;
      const input = { model: withIdleRoom(model), engine, control: UNLIMITED, start: null };
      const mixtures = (await configurationBound(input, null))!.boundRewardPerS;
      if ((work['wholeStandbyPrograms'] ?? 0) > 1 && bound! < mixtures * (1 - 1e-4)) counted.tighter++;
    }
    expect(counted.rooms).toBeGreaterThan(0.4 * ROOMS);
    expect(counted.shared).toBeGreaterThan(0.2 * ROOMS);
    expect(counted.tighter).toBeGreaterThan(0.1 * ROOMS);
    expect(counted.minimums).toBeGreaterThan(0.1 * ROOMS);
  });

  it('have as many nodes on as must be, idle where little work arrives', async () => {
    let idle = 0;
    for (const seed of Array.from({ length: ROOMS > 100 ? 60 : 16 }, (_, n) => 2 * n + 2)) {
      const drawn = sleepyRoom(seed);
      const { instance } = drawn;
      if (standbyFaults(instance.facility).length > 0) continue;
      const taskTypes = instance.workload.taskTypes.map((type) => ({
        ...type,
        arrivalRatePerS: type.arrivalRatePerS / 10,
      }));
      const workload = { ...instance.workload, taskTypes };
      const room = { ...drawn, instance: { ...instance, workload } };
      const model = withStandby(rewardRateModel(room.instance, room.matrix));
      if (!minimumsOf(model).some(({ nodes }) => nodes > 0) || idleConflict(model) !== null) continue;
      const { record, plan } = await always(room);
      const { bound, objective, feasible } = record.result;
      expect([seed, feasible, bound! - objective! <= RELATIVE * bound! + ZERO]).toEqual([seed, true, true]);
      const runs = plan!.assignments.reduce((sum, { nodes }) => sum + nodes, 0);
      const asleep = (plan!.standby ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
      if (runs + asleep < model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0)) idle++;
    }
    expect(idle).toBeGreaterThan(0);
  });

  it('have a valid bound and a feasible plan after any number of steps, and the same ones again', async () => {
    for (const seed of triesAll() ? [2, 3, 5, 7, 8, 9, 10] : [2, 3]) {
      const room = sleepyRoom(seed);
      const whole = (await always(room)).record.result;
      for (let workLimit = 3; workLimit < whole.work['steps']!; workLimit += 5) {
        const stopped = await always(room, workLimit);
        const { result } = stopped.record;
        expect([seed, workLimit, result.feasible]).toEqual([seed, workLimit, true]);
        if (result.bound !== null) {
          const isValid = result.bound >= whole.objective! * (1 - 1e-9);
          expect([seed, workLimit, isValid]).toEqual([seed, workLimit, true]);
        }
        const again = await always(room, workLimit);
        expect(JSON.stringify([again.plan, again.record])).toBe(JSON.stringify([stopped.plan, stopped.record]));
      }
    }
  });

  it('tiny-sleep earns 1.40625: of 21 W one node on spends 1/6 of its time on four slow cores, the rest on one fast and three slow', async () => {
    const answer = await solveInstance({
      file: 'instances/reward-rate/tiny-sleep.json',
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    });
    if (!answer.ok) throw new Error('tiny-sleep was refused');
    const { record, plan } = answer.solved;
    // 16 W do 4 / 16 tasks/s, 22 W do 1 / 10 + 3 / 16: 5/6 of the way from one to the other, 5 reward each.
    expect(record.result.objective).toBeCloseTo(5 * (0.25 + (5 / 6) * 0.0375), 9);
    expect(record.result.bound).toBeCloseTo(1.40625, 9);
    expect(record.result.withoutSharing?.objective).toBeCloseTo(1.25, 9);
    expect(plan!.standby).toEqual([{ zone: 'R1/L1', nodes: 1, state: 'off' }]);
  });
});

describe('the bound of a branch', () => {
  it('is above a plan whose numbers of nodes that are on lie in its ranges, at any prices', async () => {
    let below = 0;
    let several = 0;
    for (let seed = 1; several < (ROOMS > 100 ? 60 : 4); seed++) {
      const room = sleepyRoom(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const stated = withStandby(rewardRateModel(room.instance, room.matrix));
      const sets = awakeSetsOf(stated);
      // Zones of one type on their own have no price of a set.
      if (!sets.some(({ parts }) => parts.length > 1) || idleConflict(stated) !== null) continue;
      several++;
      const model = withIdleRoom(stated);
      const { plan, record } = await always(room);
      const onOf = model.zones.map(({ name, nodeCount }) =>
        (plan!.standby ?? []).reduce((sum, { zone, nodes }) => sum - (zone === name ? nodes : 0), nodeCount),
      );
      const rows = [...powerLimitRows(model), ...airRows(lpRooms(model, 'common')), ...initialCapRows(model, 8)];
      const oracles = oraclesOf(model);
      const draw = randomStream(seed, 'prices').uniform;
      const worth = record.result.objective!;
      for (let n = 0; n < 20; n++) {
        const on = sets.map(({ zones }) => zones.reduce((sum, b) => sum + onOf[b]!, 0));
        const ranges = {
          lower: Float64Array.from(sets, ({ least }, k) => Math.max(least, on[k]! - Math.floor(draw(0, 3)))),
          upper: Float64Array.from(sets, ({ most }, k) => Math.min(most, on[k]! + Math.floor(draw(0, 3)))),
        };
        const prices = {
          task: model.rewardPerTask.map((reward) => draw(0, 1.2) * reward),
          coupling: Float64Array.from(rows, () => (draw(0, 1) < 0.8 ? 0 : draw(0, 1) * worth)),
          count: Float64Array.from(sets, () => draw(-1, 1) * worth),
        };
        const { value } = awakeBound(model, oracles, sets, ranges, { rows, prices });
        expect([seed, n, value >= worth * (1 - 1e-9) - ZERO, value, worth]).toEqual([seed, n, true, value, worth]);
        if (value < 2 * worth) below++;
      }
    }
    expect(below).toBeGreaterThan(0);
  });
});

describe('sets of zones whose nodes that are on are counted together', () => {
  it('are possible in ranges just where some whole numbers lie in them', () => {
    let possible = 0;
    let impossible = 0;
    for (let seed = 1; seed <= fuzzCount(300, 300); seed++) {
      const room = sleepyRoom(seed);
      if (standbyFaults(room.instance.facility).length > 0) continue;
      const sets = awakeSetsOf(withStandby(rewardRateModel(room.instance, room.matrix)));
      const draw = randomStream(seed, 'ranges').uniform;
      const { lower, upper } = allRanges(sets);
      for (let n = 0; n < sets.length; n++) {
        const [one, other] = [draw(lower[n], upper[n]! + 1), draw(lower[n], upper[n]! + 1)].map(Math.floor);
        lower[n] = Math.min(one!, other!, upper[n]!);
        upper[n] = Math.min(Math.max(one!, other!), upper[n]!);
      }
      const zones = sets.flatMap(({ zones: ofSet, parts }) => (parts.length === 0 ? ofSet : []));
      const isSome = (on: ReadonlyMap<number, number>): boolean => {
        const zone = zones[on.size];
        if (zone === undefined) {
          return sets.every(({ zones: ofSet }, n) => {
            const sum = ofSet.reduce((total, b) => total + on.get(b)!, 0);
            return sum >= lower[n]! && sum <= upper[n]!;
          });
        }
        return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].some((nodes) => isSome(new Map([...on, [zone, nodes]])));
      };
      const is = isPossible(sets, { lower, upper });
      expect([seed, is]).toEqual([seed, isSome(new Map())]);
      if (is) possible++;
      else impossible++;
    }
    expect(Math.min(possible, impossible)).toBeGreaterThan(10);
  });
});
