import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { setPointStepFaults } from '../../../../../src/families/reward-rate/instances/consistency-steps.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { standbyOracle, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import type { RunResult } from '../../../../../src/families/reward-rate/runs/result.js';
import { bound as boundOf, check } from '../../../../../src/library/index.js';
import { accepted, faultsOf, solvedAs } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const highs = loadHighs();
/** Rooms of an everyday run are few: each is planned several times, and every plan of it tried at every allowed set-point. */
const ROOMS = fuzzCount(300, 10);

/** Steps after which the searches of months end: what they return is a plan all the same. */
const WORK_LIMIT = 40;

async function solved(
  { instance, matrix }: TinyFacility,
  name = 'config-lp',
  more: Partial<RunRequest> = {},
): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      ...(name === 'config-lp' ? { leastPower: 'usual' as const } : {}),
      limits: { timeLimitS: null, workLimit: name === 'ga' || name === 'config-ls' ? WORK_LIMIT : null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
      ...more,
    },
    modelInMemory(instance, matrix),
  );
}

/** The room whose CRACs have this step; null where an instance file with it is refused. */
function withStepOf({ instance, matrix }: TinyFacility, setPointStepC: number): TinyFacility | null {
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointStepC }));
  const facility = { ...instance.facility, cracs };
  return setPointStepFaults(facility).length > 0 ? null : { matrix, instance: { ...instance, facility } };
}

/** The room with its CRACs held at one set-point. */
function heldAt({ instance, matrix }: TinyFacility, setPointC: number): TinyFacility {
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointMinC: setPointC, setPointMaxC: setPointC }));
  return { matrix, instance: { ...instance, facility: { ...instance.facility, cracs } } };
}

/** Multiples of a step in the range of the first CRAC, counted from 0 C. */
function multiplesOf({ facility }: RewardRateInstance, stepK: number): number[] {
  const { setPointMinC, setPointMaxC } = facility.cracs[0]!;
  const all: number[] = [];
  for (let n = Math.floor(setPointMinC / stepK) - 1; n * stepK <= setPointMaxC; n++) {
    if (n * stepK >= setPointMinC) all.push(n * stepK);
  }
  return all;
}

describe('rooms whose CRAC accepts set-points in steps', () => {
  it('have plans at multiples of the step, under a bound that no plan at any multiple exceeds', async () => {
    const counted = { feasible: 0, dearer: 0, tighter: 0, worstGap: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = tinyRandom(seed, { mostPlans: 200, cracs: 1 });
      const stepK = [0.5, 2, 5, 9][seed % 4]!;
      const stepped = withStepOf(room, stepK);
      if (stepped === null) continue;
      const best = multiplesOf(room.instance, stepK)
        .map((setPointC) => heldAt(room, setPointC))
        .map((held) => bruteForce(oracle(held.instance, held.matrix)).best?.rewardPerS ?? null)
        .reduce((most, one) => (one === null ? most : Math.max(most ?? one, one)), null);
      const { plan, record } = await solved(stepped);
      const { bound, objective, violations, termination, setPointSteps, leastPower } = record.result;
      expect([seed, plan !== null]).toEqual([seed, best !== null]);
      if (plan === null) {
        expect([seed, termination]).toEqual([seed, 'infeasible']);
        continue;
      }
      counted.feasible++;
      expect([seed, termination === 'failed', violations]).toEqual([seed, false, []]);
      const [setPointC] = Object.values(plan.setPointsC);
      expect([seed, Math.abs(setPointC! / stepK - Math.round(setPointC! / stepK)) < 1e-9]).toEqual([seed, true]);
      expect([seed, bound! >= best! * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, bound! >= objective! * (1 - 1e-9)]).toEqual([seed, true]);
      const { withoutStep, lost } = setPointSteps!;
      expect([seed, bound! <= Math.max(withoutStep.bound!, objective!) * (1 + 1e-9)]).toEqual([seed, true]);
      expect(lost).toBeCloseTo(Math.max(0, withoutStep.objective - objective!), 12);
      if (leastPower !== undefined) expect([seed, leastPower.boundW <= leastPower.powerW]).toEqual([seed, true]);
      const free = await solved(room);
      expect([seed, withoutStep.objective]).toEqual([seed, free.record.result.objective]);
      if (lost > 1e-6 * withoutStep.objective) counted.dearer++;
      if (bound! < withoutStep.bound! * (1 - 1e-6)) counted.tighter++;
      counted.worstGap = Math.max(counted.worstGap, best! > 0 ? 1 - objective! / best! : 0);
    }
    if (process.env['SHOW'] !== undefined) console.log(counted);
    expect(counted.feasible).toBeGreaterThan(0.3 * ROOMS);
    expect(counted.dearer).toBeGreaterThan(0);
    expect(counted.tighter).toBeGreaterThan(0);
  });

  it('with one configuration per node have the bound of that kind, which no plan exceeds, and mostly its best plan', async () => {
    const counted = { feasible: 0, proven: 0, best: 0, closer: 0 };
    const closer: string[] = [];
    const ofSteps: string[] = [];
    for (let seed = 1; seed <= ROOMS; seed++) {
      const plain = tinyRandom(seed, { mostPlans: 200, cracs: 1 });
      const room = seed % 2 === 0 ? withSleep(plain, seed) : plain;
      const stepK = [0.5, 2, 5, 9][seed % 4]!;
      const stepped = withStepOf(room, stepK);
      if (stepped === null) continue;
      const allOf = seed % 2 === 0 ? standbyOracle : (one: TinyFacility) => oracle(one.instance, one.matrix);
      const best = multiplesOf(room.instance, stepK)
        .map((setPointC) => heldAt(room, setPointC))
        .map((held) => bruteForce(allOf(held)).best?.rewardPerS ?? null)
        .reduce((most, one) => (one === null ? most : Math.max(most ?? one, one)), null);
      const { plan, record } = await solved(stepped, 'config-lp', { sharing: 'never' });
      const { bound, objective, boundScope, boundWithSharing = bound, termination } = record.result;
      expect([seed, plan !== null, termination === 'failed']).toEqual([seed, best !== null, false]);
      if (best === null) continue;
      counted.feasible++;
      expect([seed, bound! >= best * (1 - 1e-9) - 1e-12]).toEqual([seed, true]);
      expect([seed, objective! <= best * (1 + 1e-9)]).toEqual([seed, true]);
      const ofAnyKind = (await solved(stepped, 'config-lp', { sharing: 'auto' })).record.result;
      for (const one of [record.result, ofAnyKind]) {
        const isOfSteps = one.bound! < one.setPointSteps!.withoutStep.bound! * (1 - 1e-9);
        if (isOfSteps) ofSteps.push(one.boundScope);
      }
      if (objective! >= best * (1 - 1e-9)) counted.best++;
      if (bound! <= objective! * (1 + 1e-9) + 1e-12) counted.proven++;
      if (bound! >= boundWithSharing! * (1 - 1e-6)) continue;
      counted.closer++;
      closer.push(boundScope);
    }
    if (process.env['SHOW'] !== undefined) console.log(counted);
    expect(counted.feasible).toBeGreaterThan(0.3 * ROOMS);
    expect(counted.proven).toBeGreaterThan(0.5 * counted.feasible);
    expect(counted.closer).toBeGreaterThan(0.1 * counted.feasible);
    expect(closer.filter((scope) => !scope.includes('for good, one configuration each'))).toEqual([]);
    expect(ofSteps.filter((scope) => !scope.includes('set-point that is a multiple of'))).toEqual([]);
    expect(ofSteps.length).toBeGreaterThan(0);
  });

  it.each(METHODS.map(({ name }) => name))(
    '%s returns plans at multiples of the step, with one CRAC and with two',
    async (name) => {
      let feasible = 0;
      for (const [seed, cracs] of [
        [3, 1],
        [5, 2],
        [8, 2],
      ] as const) {
        const stepped = withStepOf(tinyRandom(seed, { mostPlans: 200, cracs }), 1.5);
        if (stepped === null) continue;
        const { plan, record } = await solved(stepped, name);
        if (plan === null) continue;
        const { violations, setPointSteps, bound, objective } = record.result;
        expect([seed, violations]).toEqual([seed, []]);
        const atWork = setPointSteps!.cracs.map(({ setPointC }) => setPointC / 1.5);
        for (const times of atWork) expect([seed, Math.abs(times - Math.round(times)) < 1e-9]).toEqual([seed, true]);
        if (bound !== null) expect([seed, objective! <= bound * (1 + 1e-9)]).toEqual([seed, true]);
        feasible++;
      }
      expect(feasible).toBeGreaterThan(1);
    },
  );

  it('have no plan where the idle facility breaks the cap at one multiple and the red line at the next', async () => {
    // At 16 C the CRAC draws 40 W / 2.21 = 18 W for the idle node, above the cap of 57 W; at 32 C the red line of 20 C is passed.
    const file = join(temporaryDirectory(), 'room.json');
    const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-red-line.json', 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...instance, limits: { powerCapW: 57, redLineC: 20 } }));
    const { ended, record } = await solvedAs<RunResult>(file, { setPointStep: 16 });
    const { message, proven } = record.infeasibility!;
    expect([ended, record.termination, proven]).toEqual(['noFeasiblePlan', 'infeasible', true]);
    expect(message).toMatch(/at 16 C, .*; at 32 C, /);
    expect((await solvedAs<RunResult>(file)).ended).toBe('solved');
  });

  it("have the best plan above the relaxation's set-point where the allowed one below is far", async () => {
    // Inlets at T + P / 60.56. At 18.4 C 96.9 W keep the red line of 20 C: 40 W idle, a core at 2 GHz (30 W, 0.1 tasks/s) and one at 1 GHz
    // (20 W, 0.025 tasks/s). At 9.2 C, CoP 1.04, 137 W at the meter are 69.9 W: one core at 1 GHz. Each task earns 5.
    const file = join(temporaryDirectory(), 'room.json');
    const instance = JSON.parse(readFileSync('instances/reward-rate/tiny-red-line.json', 'utf8')) as RewardRateInstance;
    const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointMinC: 9 }));
    writeFileSync(file, JSON.stringify({ ...instance, facility: { ...instance.facility, cracs } }));
    const { record } = await solvedAs<RunResult>(file, { setPointStep: 9.2, sharing: 'never' });
    expect(record.termination).toBe('optimal');
    expect([record.objective, record.bound]).toEqual([expect.closeTo(0.625, 9), expect.closeTo(0.625, 9)]);
    expect(record.setPointSteps).toMatchObject({ cracs: [{ setPointC: 18.4 }] });
    expect(record.boundScope).toContain('set-point that is a multiple of 9.2 K');
  });

  it('keep the step that is asked for in the plan, by which check judges unless it is told another', async () => {
    const { record, plan } = await solvedAs<RunResult>('tiny-red-line', { setPointStep: 2 });
    expect(record.boundScope).toContain('any set-point that is a multiple of 2 K of the CRAC');
    expect(accepted(await check('tiny-red-line', plan!)).record.violations).toEqual([]);
    const other = accepted(await check('tiny-red-line', plan!, { setPointStep: 5 })).record;
    expect(other.violations).toMatchObject([{ constraint: 'setPointStep', limit: 20 }]);
    const wide = faultsOf(await boundOf('tiny-red-line', { setPointStep: 30 }));
    expect(wide).toMatchObject([{ path: 'setPointStep', value: 30 }]);
  });
});
