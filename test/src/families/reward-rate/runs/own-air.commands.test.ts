import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { boundOfRewardRate } from '../../../../../src/families/reward-rate/bound.js';
import { checkOfRewardRate } from '../../../../../src/families/reward-rate/check.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { tinyInstances } from '../../../../support/bundled.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveInstance, solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { airWithStandby } from '../../../../../src/families/reward-rate/runs/standby-air.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { type Corridor, corridorBest, corridorRoom, drawnCorridor } from '../../../../oracle/corridor-room.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is solved several times. */
const ROOMS = fuzzCount(200, 16);

const UNHURRIED = {
  limits: { timeLimitS: null, workLimit: null },
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
};

async function solved(instance: RewardRateInstance, name: string): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,

      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      leastPower: 'usual' as const,
      ...UNHURRIED,
    },
    modelInMemory(instance, roomInfluenceMatrix(instance.facility)),
  );
}

/** Corridor of two nodes that draw nothing and move no air when off; together they draw more than the CRAC gives. */
const STILL_AIR: Corridor = {
  nodes: 1,
  idlePowerW: 40,
  standbyPowerW: 0,
  airFlowM3PerS: 0.04,
  standbyFlowM3PerS: 0,
  cracFlowM3PerS: 0.05,
  states: [
    { powerW: 100, timeS: 10 },
    { powerW: 40, timeS: 16 },
  ],
  powerCapW: 1000,
  redLineC: 11.2,
};

/** Nodes on standby by level in a plan of a corridor room. */
function asleepIn({ plan }: Solved): [number, number] {
  const of = (zone: string): number =>
    (plan!.standby ?? []).reduce((sum, one) => (one.zone === zone ? sum + one.nodes : sum), 0);
  return [of('R1/L1'), of('R1/L2')];
}

describe('plans on the air that they cause', () => {
  it('have beside them what all plans with all nodes on earn at most, in their own air', async () => {
    const still = tinyInstances().find(({ name }) => name === 'tiny-still')!;
    const { result } = (await solved(still, 'config-lp')).record;
    expect(result.standby!.nodes).toBe(1);
    // 52 / 1.25 - 40 = 1.6 W for cores that do 1 / 16 tasks/s of 5 each for 4 W.
    expect(result.standby!.allOn!.bound).toBeCloseTo((1.6 / 4 / 16) * 5, 6);
    const { record } = await solved({ ...still, limits: { ...still.limits, powerCapW: 49 } }, 'config-lp');
    expect(record.result.standby!.allOn).toEqual({ bound: null });
  });

  it('keep all limits on it; no plan of their nodes on standby is above the bound, nor is theirs above the best of all', async () => {
    const counted = { feasible: 0, asleep: 0, still: 0, best: 0, settled: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = drawnCorridor(seed);
      const instance = corridorRoom(room);
      const found = await solved(instance, 'config-lp');
      const { result } = found.record;
      const best = corridorBest(room);
      if (found.plan === null || !result.feasible) {
        // With all nodes on there is none; other sets were tried, not all of them.
        expect([seed, corridorBest(room, [0, 0])]).toEqual([seed, null]);
        expect([seed, result.infeasibility?.proven]).toEqual([seed, false]);
        continue;
      }
      counted.feasible++;
      const asleep = asleepIn(found);
      const bestOfSet = corridorBest(room, asleep)!;
      const { allOn } = result.standby ?? {};
      const bestAllOn = corridorBest(room, [0, 0]);
      if (result.standby !== undefined) expect([seed, allOn !== undefined]).toEqual([seed, true]);
      if (allOn?.bound === null || (allOn !== undefined && bestAllOn !== null)) {
        expect([seed, (bestAllOn ?? 0) <= (allOn.bound ?? 0) * (1 + 1e-7)]).toEqual([seed, true]);
      }
      // Nodes that share time as a whole are the bound's too, and earn no more than it.
      expect([seed, result.objective! <= result.bound! * (1 + 1e-9)]).toEqual([seed, true]);
      expect([seed, bestOfSet <= result.bound! * (1 + 1e-7)]).toEqual([seed, true]);
      const whole = result.withoutSharing?.objective ?? (result.sharing === undefined ? result.objective! : null);
      if (whole !== null) expect([seed, whole <= best! * (1 + 1e-9)]).toEqual([seed, true]);
      expect([seed, result.objective! >= (corridorBest(room, [0, 0]) ?? 0) * (1 - 1e-3)]).toEqual([seed, true]);
      const air = airWithStandby(
        { instance, matrix: roomInfluenceMatrix(instance.facility) },
        found.plan.standby ?? [],
      );
      expect(checkPlan(instance, air.ok ? air.matrix : found.matrix, found.plan).violations).toEqual([]);
      expect(result.boundScope).toMatch(asleep[0] + asleep[1] > 0 ? /exactly the \d+ nodes/ : /all nodes stay on/);
      if (asleep[0] + asleep[1] > 0) counted.asleep++;
      if (found.matrix.airFlowM3PerS.includes(0)) counted.still++;
      if (result.objective! >= best! * (1 - 1e-6)) counted.best++;
      if (result.air!.settled) counted.settled++;
    }
    expect(counted.feasible).toBeGreaterThan(5);
    expect(counted.asleep).toBeGreaterThan(2);
    expect(counted.still).toBeGreaterThan(0);
    expect(counted.best).toBeGreaterThan(3);
    expect(counted.settled).toBeGreaterThan(3);
  });

  it('find work that is possible only where one level stands still, and prove that this set allows no more', async () => {
    // Both on: the upper inlet is 0.6 (r1 + r2) above the set-point, 1.2 K leave 16.9 W for cores. One off: it is at the set-point.
    const found = await solved(corridorRoom(STILL_AIR), 'config-lp');
    const { result, evaluation } = found.record;
    expect(corridorBest(STILL_AIR, [0, 0])).toBe(0);
    expect(result.objective).toBeCloseTo(0.1, 9);
    expect(result.bound).toBeCloseTo(0.1, 9);
    const asleep = asleepIn(found);
    expect([...asleep].sort()).toEqual([0, 1]);
    expect(evaluation!.zoneInletC[asleep[0]]! - found.plan!.setPointsC['C1']!).toBeCloseTo(0, 9);
  });

  it('with impossible nodes on standby beside possible ones count those as idle, in the air of the others', async () => {
    const counted = { asleep: 0, unlike: 0 };
    for (let seed = 1; seed <= fuzzCount(200, 40); seed++) {
      const room = drawnCorridor(seed);
      const { uniform } = randomStream(seed, 'impossible-standby');
      const instance = corridorRoom(room);
      const opened = modelInMemory(instance, roomInfluenceMatrix(instance.facility));
      const off = Math.floor(uniform(0, room.nodes + 1));
      const possible = off === 0 ? [] : [{ zone: 'R1/L1', nodes: off, state: 'off' as const }];
      const impossible = [
        { zone: 'R1/L1', nodes: room.nodes - off + 1 + Math.floor(uniform(0, 99)), state: 'off' as const },
        { zone: 'R1/L2', nodes: 1, state: 'sleep' as const },
      ].slice(0, uniform(0, 1) < 0.5 ? 1 : 2);
      const plan = {
        format: 'plenum.reward-rate-plan' as const,
        formatVersion: 1 as const,
        method: 'hand',
        claimedRewardPerS: 0,
        instance: { name: 'corridor', sha256: '0'.repeat(64) },
        setPointsC: { C1: 12 },
        assignments: [
          { zone: 'R1/L2', nodes: 1, cores: [{ count: 1, slices: [{ taskType: 'a', pState: 0, fraction: 1 }] }] },
        ],
      };
      const air = airWithStandby(opened, possible);
      if (!air.ok) continue;
      const alone = checkPlan(instance, air.matrix, { ...plan, standby: possible });
      const judged = await checkOfRewardRate.judge(
        { ...opened, constraints: [], prices: null },
        { ...plan, standby: uniform(0, 1) < 0.5 ? [...possible, ...impossible] : [...impossible, ...possible] },
        'plan.json',
        {},
      );
      if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
      const { objective, violations, details } = judged;
      const faults = violations.filter(({ constraint }) => constraint === 'standby');
      // A part that asks for more nodes than are left makes none of the parts behind it impossible.
      expect([seed, faults.length]).toEqual([seed, impossible.length]);
      expect([seed, violations.filter((one) => !faults.includes(one))]).toEqual([seed, alone.violations]);
      expect([seed, objective]).toEqual([seed, 1 / room.states[0]!.timeS]);
      expect([seed, details['power']]).toEqual([seed, alone.power]);
      if (off > 0) counted.asleep++;
      if (air.matrix !== opened.matrix) counted.unlike++;
    }
    expect(Math.min(counted.asleep, counted.unlike)).toBeGreaterThan(5);
  });

  it('of another set of nodes, or of all nodes on, have no air in common: the checker refuses the matrix', () => {
    const instance = corridorRoom(STILL_AIR);
    const on = roomInfluenceMatrix(instance.facility);
    const standby = [{ zone: 'R1/L1', nodes: 1, state: 'off' as const }];
    const still = airWithStandby({ instance, matrix: on }, standby);
    const plan = {
      format: 'plenum.reward-rate-plan' as const,
      formatVersion: 1 as const,
      method: 'hand',
      claimedRewardPerS: 0,
      instance: { name: 'corridor', sha256: '' },
      setPointsC: { C1: 10 },
      assignments: [],
    };
    const faults = (matrix: typeof on, more: object): number =>
      checkPlan(instance, matrix, { ...plan, ...more }).violations.filter(({ constraint }) => constraint === 'matrix')
        .length;
    expect(still.ok).toBe(true);
    if (!still.ok) return;
    expect(faults(on, {})).toBe(0);
    expect(faults(still.matrix, { standby })).toBe(0);
    expect(faults(on, { standby })).toBeGreaterThan(0);
    expect(faults(still.matrix, {})).toBeGreaterThan(0);
  });

  it('are made by methods that keep all nodes on in the air of all nodes on, and bounded there', async () => {
    const { record, plan } = await solved(corridorRoom({ ...STILL_AIR, redLineC: 40 }), 'lp');
    expect(plan!.standby).toBeUndefined();
    expect(record.result.air).toEqual({ sets: 1, settled: true });
    expect(record.result.boundScope).toMatch(/all nodes stay on .*not covered/);
    expect(record.result.bound).toBeCloseTo(0.2, 6);
  });

  it('where none is found are said not to be excluded: other sets of nodes were not all tried', async () => {
    // Idle nodes draw 40 W each, and no node that is off draws nothing here.
    const { record } = await solved(corridorRoom({ ...STILL_AIR, standbyPowerW: 39, powerCapW: 1 }), 'config-lp');
    const { infeasibility, gapReason, termination, air, timeS } = record.result;
    expect(infeasibility).toMatchObject({ constraint: 'powerCap', proven: false, fixes: [] });
    expect(infeasibility!.message).toMatch(
      /^No feasible plan found \(other sets of nodes on standby were not all tried\)/,
    );
    expect(infeasibility!.others!.every(({ proven }) => !proven)).toBe(true);
    expect([gapReason, termination]).toEqual(['no feasible plan was found', 'infeasible']);
    expect(air!.sets).toBe(1);
    expect(Object.keys(timeS)).toEqual(['airs', 'check', 'total']);
  });

  it('have the times of the best search, and those beside it as one phase', async () => {
    const { result } = (await solved(corridorRoom(STILL_AIR), 'config-lp')).record;
    expect(result.air!.sets).toBeGreaterThan(1);
    const ofSearch = ['method', 'siblings', 'check', 'leastPower', 'total'];
    expect(Object.keys(result.timeS)).toEqual(['airs', ...ofSearch]);
    const [method] = METHODS;
    const asked = { method: method!, naive: false, seed: 1, engine: 'highs' as const, withBound: true };
    const answer = await solveInstance({
      ...asked,
      leastPower: 'usual',
      ...UNHURRIED,
      file: 'instances/reward-rate/tiny-still.json',
    });
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    const { timeS } = answer.solved.record.result;
    expect(Object.keys(timeS)).toEqual(['load', 'airflow', 'model', 'airs', ...ofSearch]);
  });

  it('have no bound over all sets of nodes', async () => {
    const instance = corridorRoom(STILL_AIR);
    const opened = modelInMemory(instance, roomInfluenceMatrix(instance.facility));
    const { bound, reason } = await boundOfRewardRate.prove(opened, runDriver(UNHURRIED), {});
    expect(bound).toBeNull();
    expect(reason).toMatch(/depends on which nodes are on standby/);
  });
});
