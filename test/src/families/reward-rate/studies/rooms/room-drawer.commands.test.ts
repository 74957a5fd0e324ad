import { describe, expect, it } from 'vitest';
import type { Uncertainty } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { scaledRanges } from '../../../../../../models/families/reward-rate/uncertainty.js';
import { inletRowSets } from '../../../../../../models/physics/thermal/inlet-row-sets.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { METHODS } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { drawRooms } from '../../../../../../src/families/reward-rate/studies/rooms/draw-rooms.js';
import type { PlannedRoom } from '../../../../../../src/families/reward-rate/studies/rooms/planned-room.js';
import { roomDrawer } from '../../../../../../src/families/reward-rate/studies/rooms/room-drawer.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { roomOf } from '../../../../../oracle/drawn-rooms.js';
import { withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom, type TinyOptions } from '../../../../../oracle/tiny-random.js';
import { denseOf } from '../../../../../support/dense-of.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const highs = loadHighs();
const ROOMS = fuzzCount(100);

/** Room of a seed with a plan of a cheap method; null where even the idle room breaks a limit. */
async function planned(seed: number, options: TinyOptions = {}): Promise<PlannedRoom | null> {
  const drawn = tinyRandom(seed, options);
  const { instance, matrix } = seed % 3 === 0 ? withSleep(drawn, seed) : drawn;
  const { plan, record } = await solveOpened(
    {
      method: METHODS.find(({ name }) => name === (seed % 2 === 0 ? 'greedy-power' : 'lp'))!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: false,
      started: await highs,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
  return plan === null ? null : { instance, matrix, plan, evaluation: record.evaluation! };
}

const POWERS_AND_TIMES: Uncertainty = { nodePower: { least: 0.8, most: 1.3 }, taskTime: { least: 0.7, most: 1.5 } };
/** Limits that the checker judges and rooms can break. */
const JUDGED = ['powerCap', 'redLine', 'rackPower', 'pduPower', 'coolingCapacity', 'deadline'];

/** Comparison of the first rooms drawn around a plan with the checker's word on each; the numbers of rooms and of broken ones. */
function compared(room: PlannedRoom, uncertainty: Uncertainty, seed: number): { rooms: number; broken: number } {
  const drawer = roomDrawer(room, scaledRanges(uncertainty), seed);
  let broken = 0;
  for (let n = 0; n < 3; n++) {
    const drawn = drawer.draw(n);
    const outcome = drawer.judge(drawn);
    const own = roomOf(room, drawn);
    const checked = checkPlan(own.instance, own.matrix, room.plan);
    expect([seed, n, checked.violations.filter(({ constraint }) => constraint === 'matrix')]).toEqual([seed, n, []]);
    const hottestC = Math.max(...checked.zoneInletC);
    expect(Math.abs(outcome.hottestInletC - hottestC), `seed ${seed}`).toBeLessThan(1e-7);
    expect(Math.abs(outcome.totalW / checked.power.totalW - 1), `seed ${seed}`).toBeLessThan(1e-8);
    expect(Math.abs(outcome.rewardPerS - checked.rewardPerS), `seed ${seed}`).toBeLessThan(
      1e-9 * (1 + checked.rewardPerS),
    );
    const constraints = new Set<string>(checked.violations.map(({ constraint }) => constraint));
    expect([seed, n, [...outcome.broken].sort()]).toEqual([
      seed,
      n,
      JUDGED.filter((constraint) => constraints.has(constraint)).sort(),
    ]);
    if (outcome.broken.length > 0) broken++;
  }
  return { rooms: 3, broken };
}

describe('a plan in drawn rooms', () => {
  it('has with rows as stated the inlets of the checker, whatever the set-points of several CRACs', async () => {
    let rooms = 0;
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const room = await planned(seed, { cracs: 2 });
      if (room === null) continue;
      const { instance, matrix } = room;
      const [first] = matrix.cracNames as [string];
      const plan = {
        ...room.plan,
        setPointsC: { ...room.plan.setPointsC, [first]: room.plan.setPointsC[first]! - 0.3 },
      };
      const evaluation = checkPlan(instance, matrix, plan);
      const { thermal } = rewardRateModel(instance, matrix);
      const inletRows = Float64Array.from(matrix.zones.flatMap((_, k) => [...thermal.inletRow(k)]));
      const drawer = roomDrawer(
        { instance, matrix, plan, evaluation },
        scaledRanges({ inletRise: { least: 1, most: 1 } }),
        1,
      );
      const powerFactor = new Float64Array(instance.facility.nodeTypes.length).fill(1);
      const timeFactor = new Float64Array(powerFactor.length * instance.workload.taskTypes.length).fill(1);
      const { hottestInletC } = drawer.judge({ powerFactor, timeFactor, inletRows });
      expect(Math.abs(hottestInletC - Math.max(...evaluation.zoneInletC)), `seed ${seed}`).toBeLessThan(1e-7);
      rooms++;
    }
    expect(rooms).toBeGreaterThan(0);
  });

  it('is judged as the checker judges it on an instance with the drawn powers, times and rows of M', async () => {
    const total = { rooms: 0, broken: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = await planned(seed, { cracs: 1 });
      if (room === null) continue;
      const inletRise = { least: 0.5, most: 1.6, ...(seed % 2 === 0 ? { deviating: 1.5 } : { supplyShare: 0.1 }) };
      const { rooms, broken } = compared(room, { ...POWERS_AND_TIMES, inletRise }, seed);
      total.rooms += rooms;
      total.broken += broken;
    }
    expect(total.rooms).toBeGreaterThan(ROOMS);
    expect(total.broken).toBeGreaterThan(0.3 * total.rooms);
    expect(total.broken).toBeLessThan(total.rooms);
  });

  it('is judged as the checker judges it with the drawn influence matrix, whatever the number of CRACs', async () => {
    const total = { rooms: 0, broken: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = await planned(seed);
      if (room === null) continue;
      const { rooms, broken } = compared(room, { ...POWERS_AND_TIMES, influence: { least: 0.6, most: 1.5 } }, seed);
      total.rooms += rooms;
      total.broken += broken;
    }
    expect(total.broken).toBeGreaterThan(0.3 * total.rooms);
    expect(total.broken).toBeLessThan(total.rooms);
  });

  it('earns and draws in all of them what the checker says where nothing is uncertain', async () => {
    for (let seed = 1; seed <= fuzzCount(6); seed++) {
      const room = await planned(seed);
      if (room === null) continue;
      const { instance, evaluation } = room;
      const { within, rewardPerS, worstOverCapW } = drawRooms(
        { ...room, instance: { ...instance, uncertainty: {} } },
        5,
        1,
      );
      expect([seed, within.probability]).toEqual([seed, evaluation.violations.length === 0 ? 1 : 0]);
      expect(rewardPerS.least).toBeCloseTo(evaluation.rewardPerS, 9);
      expect(worstOverCapW).toBeCloseTo(evaluation.power.totalW - instance.limits.powerCapW, 6);
    }
  });

  it('is judged the same whenever the seed is, and in each room whichever were drawn before', async () => {
    const room = (await planned(2))!;
    expect(drawRooms(room, 20, 7)).toEqual(drawRooms(room, 20, 7));
    const ranges = scaledRanges({ ...POWERS_AND_TIMES, influence: { least: 0.6, most: 1.5 } });
    const [early, late] = [roomDrawer(room, ranges, 7), roomDrawer(room, ranges, 7)];
    for (let n = 0; n < 4; n++) late.draw(n);
    expect(early.draw(4)).toEqual(late.draw(4));
    expect(roomDrawer(room, ranges, 8).draw(4)).not.toEqual(early.draw(4));
  });

  it('says in which share of the rooms all limits hold, and which limits the others break', async () => {
    const room = (await planned(2))!;
    const { evaluation, instance } = room;
    // Powers rise by up to 10 %, the cap is 5 % above: only it can break.
    const uncertainty: Uncertainty = { nodePower: { least: 1, most: 1.1 } };
    const facility = {
      ...instance.facility,
      cracs: instance.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: 1e9 })),
    };
    const limits = { powerCapW: 1.05 * evaluation.power.totalW, redLineC: 1000 };
    const drawn = drawRooms({ ...room, instance: { ...instance, facility, limits, uncertainty } }, 400, 1);
    const { within, broken, worstOverCapW } = drawn;
    expect(within.probability).toBeCloseTo(1 - (broken['powerCap'] ?? 0) / 400, 12);
    expect(Object.keys(broken)).toEqual(['powerCap']);
    expect(within.low).toBeLessThan(within.probability);
    expect(worstOverCapW).toBeGreaterThan(0);
    expect(worstOverCapW).toBeLessThan(0.05 * evaluation.power.totalW);
    expect(drawn.worstOverRedLineK).toBeLessThan(0);
  });
});

describe('drawn rows and weights', () => {
  it('lie in their set: factors in range, deviations within the budget, the sum that conservation asks for', async () => {
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = await planned(seed, { cracs: 1 });
      if (room === null) continue;
      const inletRise = { least: 0.5, most: 2, deviating: 1.5, ...(seed % 2 === 0 ? { supplyShare: 0.05 } : {}) };
      const { thermal, workingAir } = rewardRateModel(room.instance, room.matrix);
      const { inletRows } = roomDrawer(room, scaledRanges({ inletRise }), seed).draw(0);
      const zones = workingAir.zones.length;
      const weights = denseOf(workingAir.weights);
      for (let k = 0; k < zones; k++) {
        const stated = thermal.inletRow(k);
        let spent = 0;
        let sum = weights[(1 + k) * (1 + zones)]!;
        for (let b = 0; b < zones; b++) {
          const entry = inletRows![k * zones + b]!;
          const factor = stated[b] === 0 ? 1 : entry / stated[b]!;
          spent += factor > 1 ? factor - 1 : (1 - factor) / 0.5;
          expect(factor).toBeGreaterThanOrEqual(0.5 - 1e-12);
          expect(factor).toBeLessThanOrEqual(2 + 1e-12);
          sum += (entry * weights[(1 + b) * (1 + zones)]!) / thermal.risePerW[b]!;
        }
        expect(spent).toBeLessThanOrEqual(1.5 + 1e-9);
        const share = seed % 2 === 0 ? 0.05 : 0;
        expect(sum).toBeGreaterThanOrEqual(1 / (1 + share) - 1e-9);
        expect(sum).toBeLessThanOrEqual(1 / (1 - share) + 1e-9);
      }
    }
  });

  it('keep row sums and air flows, each weight within its factors', async () => {
    let moved = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = await planned(seed);
      if (room === null) continue;
      const { airFlowM3PerS: flow, weights: stated } = room.matrix;
      const { weights } = roomDrawer(room, scaledRanges({ influence: { least: 0.7, most: 1.2 } }), seed).draw(0);
      const size = flow.length;
      const [before, after] = [denseOf(stated), denseOf(weights!)];
      const carried = new Float64Array(size);
      for (let k = 0; k < size; k++) {
        let sum = 0;
        for (let j = 0; j < size; j++) {
          const [old, now] = [before[k * size + j]!, after[k * size + j]!];
          sum += now;
          carried[j]! += flow[k]! * now;
          expect(now).toBeGreaterThanOrEqual(0.7 * old - 1e-12);
          expect(now).toBeLessThanOrEqual(1.2 * old + 1e-12);
          if (Math.abs(now - old) > 0.05 * old) moved++;
        }
        expect(Math.abs(sum - 1)).toBeLessThan(1e-9);
      }
      for (let j = 0; j < size; j++) expect(Math.abs(carried[j]! / flow[j]! - 1)).toBeLessThan(1e-9);
    }
    expect(moved).toBeGreaterThan(ROOMS);
  });

  it('the law on rows holds for every matrix with the same shares of supplied air', () => {
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { instance, matrix } = tinyRandom(seed, { cracs: 1 });
      const { thermal, workingAir } = rewardRateModel(instance, matrix);
      const sets = inletRowSets(workingAir, thermal, { least: 1, most: 1 });
      const { balance } = sets;
      const weights = denseOf(workingAir.weights);
      const size = workingAir.airFlowM3PerS.length;
      for (let k = 0; k < thermal.zoneCount; k++) {
        const sum = sets.stated(k).reduce((total, entry, b) => total + entry * balance!.weight[b]!, 0);
        // 1 less the share of air that the zone draws from the CRAC.
        expect(sum).toBeCloseTo(1 - weights[(1 + k) * size]!, 9);
      }
      expect([balance!.least, balance!.most]).toEqual([0, 0]);
    }
  });
});
