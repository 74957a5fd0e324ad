import { describe, expect, it } from 'vitest';
import type { ColocationChoice } from '../../../../../models/facility/facility.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { type Solved, solveInstance, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { clusterRoom } from '../../../../oracle/clusters.js';
import type { TrajectoryPoint } from '../../../../../src/runs/result.js';
import { checked } from '../../../../oracle/checked.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const TOLERANCE = 1e-9;

function request(method: string, workLimit: number | null): RunRequest {
  return {
    method: methodNamed(method)!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit },
    engine: 'highs',
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
}

function solve({ instance, matrix }: TinyFacility, method: string, workLimit: number | null = null): Promise<Solved> {
  return solveOpened(request(method, workLimit), modelInMemory(instance, matrix));
}

/** What a sibling's plan earns; no bound is asked for, which nothing here looks at. */
async function earnedBy({ instance, matrix }: TinyFacility, method: string): Promise<number> {
  return earned(await solveOpened({ ...request(method, null), withBound: false }, modelInMemory(instance, matrix)));
}

const earned = ({ record: { result } }: Solved): number => (result.feasible ? result.objective! : -Infinity);

/** What holds of the default method's answer, stopped anywhere; returns how often a sibling's plan was the better one. */
async function holds(
  facility: TinyFacility,
  workLimits: readonly (number | null)[],
  counted = { plans: 0, bounds: 0 },
): Promise<number> {
  const siblings = [await earnedBy(facility, 'lp'), await earnedBy(facility, 'greedy-power')];
  let adopted = 0;
  for (const workLimit of workLimits) {
    const solved = await solve(facility, 'config-lp', workLimit);
    const { result } = solved.record;
    if (result.termination === 'infeasible') return adopted;
    const where = [facility.instance.name, workLimit];
    expect([...where, result.feasible]).toEqual([...where, true]);
    const { rewardPerS, violations } = checked(
      facility,
      facility.matrix.cracNames.map((name) => solved.plan!.setPointsC[name]!),
      solved.plan!.assignments,
    );
    expect([...where, violations, rewardPerS]).toEqual([...where, [], result.objective]);
    // Within the gap up to which siblings are not asked at all.
    const least = Math.max(...siblings) * (1 - (result.gap !== null && result.gap <= 1e-3 ? 1e-3 : TOLERANCE));
    expect([...where, result.objective! - least >= -TOLERANCE]).toEqual([...where, true]);
    counted.plans++;
    if (result.bound !== null) counted.bounds++;
    if (result.bound !== null) expect(result.objective!).toBeLessThanOrEqual(result.bound * (1 + 1e-9) + 1e-12);
    if (result.planFrom === 'lp') {
      adopted++;
      expect(result.objective! / siblings[0]!).toBeCloseTo(1, 9);
    }
    if (workLimit !== workLimits[0]) continue;
    const again = await solve(facility, 'config-lp', workLimit);
    expect(JSON.stringify([again.plan, again.record])).toBe(JSON.stringify([solved.plan, solved.record]));
  }
  return adopted;
}

describe('the default method is never worse than the cheap ones', () => {
  it.each(['none', 'anchored', 'literal'] as const)(
    'small rooms, co-location "%s": stopped after any number of steps or not',
    async (colocation: ColocationChoice['model']) => {
      let adopted = 0;
      const counted = { plans: 0, bounds: 0 };
      const seeds = fuzzCount(10, 4);
      for (let seed = 1; seed <= seeds; seed++) {
        adopted += await holds(tinyRandom(seed, { colocation }), [1, 3, null], counted);
      }
      expect(counted.plans).toBeGreaterThan(2 * seeds);
      expect(counted.bounds).toBeGreaterThan(seeds);
      expect(adopted).toBeGreaterThan(0);
    },
  );

  it('a test bed of twelve clusters without co-location', async () => {
    expect(await holds(clusterRoom(2, 12, 1), [1, 3, null])).toBeGreaterThan(0);
  });

  it('a room of fifty nodes with a matrix of its own', async () => {
    expect(await holds(clusterRoom(4, 10, 5), [1, 4, null])).toBeGreaterThan(0);
    await holds(clusterRoom(5, 10, 5, 'anchored'), [1, 4]);
  });

  it.each([
    ['tiny-deadline', 0.8],
    ['tiny-two-node-types', 74 / 75],
  ])(
    '%s stopped after its first step earns what lp proves, and the result says whose plan it is',
    async (name, rewardPerS) => {
      const answer = await solveInstance({ ...request('config-lp', 1), file: `instances/reward-rate/${name}.json` });
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      const { result, trajectory } = answer.solved.record;
      expect(answer.solved.plan!.method).toBe('lp');
      expect(result).toMatchObject({ method: 'config-lp', planFrom: 'lp', feasible: true });
      expect(result.objective).toBeCloseTo(rewardPerS, 9);
      expect(trajectory.at(-1)).toMatchObject({ phase: 'lp', incumbent: result.objective });
    },
  );

  it('under a time limit it earns no less than lp does under the same, and takes at most twice as long', async () => {
    const facility = clusterRoom(2, 6, 1);
    // A clock that every look at it moves on by twenty seconds: two per step, and a few between them.
    const within = async (method: string, timeLimitS: number): Promise<{ rewardPerS: number; tookS: number }> => {
      let now = 0;
      const solved = await solveOpened(
        { ...request(method, null), withBound: false, limits: { timeLimitS, workLimit: null }, nowS: () => 20 * now++ },
        modelInMemory(facility.instance, facility.matrix),
      );
      return { rewardPerS: earned(solved), tookS: 20 * now };
    };
    const lpS = (await within('lp', 1e6)).tookS;
    expect(lpS).toBeGreaterThan(120);
    for (const timeLimitS of [1, lpS / 2, lpS, 2 * lpS, 1e6]) {
      const [own, sibling] = [await within('config-lp', timeLimitS), await within('lp', timeLimitS)];
      expect([timeLimitS, own.rewardPerS >= sibling.rewardPerS * (1 - 1e-9)]).toEqual([timeLimitS, true]);
      if (timeLimitS <= lpS) expect(own.tookS).toBeLessThanOrEqual(2 * timeLimitS + 240);
    }
    expect((await within('lp', lpS / 2)).rewardPerS).toBe(-Infinity);
    expect((await within('lp', lpS)).rewardPerS).toBeGreaterThan(0);
  });

  it('after half of the time limit its best plan is no worse than that of lp, which is asked within the run and only once', async () => {
    const facility = clusterRoom(2, 12, 1);
    const lpRewardPerS = await earnedBy(facility, 'lp');
    const run = async (timeLimitS: number | null, sharing?: 'never'): Promise<[Solved, readonly TrajectoryPoint[]]> => {
      let now = 0;
      const points: TrajectoryPoint[] = [];
      const solved = await solveOpened(
        {
          ...request('config-lp', null),
          limits: { timeLimitS, workLimit: null },
          nowS: () => now++,
          onProgress: (point) => points.push(point),
          ...(sharing === undefined ? {} : { sharing }),
        },
        modelInMemory(facility.instance, facility.matrix),
      );
      return [solved, points];
    };
    const [, whole] = await run(null);
    const timeLimitS = 2 * whole.at(-1)!.timeS;
    const [{ record }, points] = await run(timeLimitS / 3);
    const asked = points.findIndex(({ timeS }) => timeS >= timeLimitS / 6);
    const after = points.slice(asked + 1).map(({ incumbent }) => incumbent!);
    expect(after.length).toBeGreaterThan(0);
    expect(Math.min(...after) / lpRewardPerS).toBeGreaterThanOrEqual(1 - TOLERANCE);
    expect(points[asked]!.incumbent!).toBeLessThan(lpRewardPerS * (1 - 1e-3));
    expect(record.result.objective! / lpRewardPerS).toBeGreaterThanOrEqual(1 - TOLERANCE);
    const [never] = await run(timeLimitS / 3, 'never');
    expect(never.record.result.planFrom).not.toBe('lp');
  });

  it('a second Ctrl-C ends a sibling after its step, or keeps it from being asked; the plan so far is returned', async () => {
    const facility = clusterRoom(2, 12, 1);
    const askedTwice = async (
      from: number,
    ): Promise<[planFrom: string | undefined, looks: number, rewardPerS: number]> => {
      let looks = 0;
      const interruptedTwice = (): boolean => ++looks >= from;
      const solved = await solveOpened(
        { ...request('config-lp', null), interrupted: () => true, interruptedTwice },
        modelInMemory(facility.instance, facility.matrix),
      );
      const { feasible, planFrom, termination } = solved.record.result;
      // Also where the method itself had come to its end: whoever stores answers must not take it for a whole one.
      expect([from, feasible, termination]).toEqual([from, true, 'interrupted']);
      return [planFrom, looks, earned(solved)];
    };
    const [greedyS, lpS] = [await earnedBy(facility, 'greedy-power'), await earnedBy(facility, 'lp')];
    expect(greedyS).toBeLessThan(lpS);
    expect(await askedTwice(1)).toEqual(['greedy-power', 2, greedyS]);
    expect(await askedTwice(2)).toEqual(['greedy-power', 3, greedyS]);
    const [planFrom, looks, rewardPerS] = await askedTwice(Infinity);
    expect([planFrom, rewardPerS]).toEqual(['lp', lpS]);
    expect(looks).toBeGreaterThan(2);
  });

  it('with a gap of at most 1e-3 no sibling is asked; a greedy plan is named as such', async () => {
    const asked: string[] = [];
    const { instance, matrix } = clusterRoom(1, 6, 1);
    const method = methodNamed('config-lp')!;
    let certificate: Awaited<ReturnType<typeof method.solve>>['certificate'] = null;
    const run = async (bound: number): Promise<string | undefined> => {
      const { record } = await solveOpened(
        {
          ...request('config-lp', null),
          method: {
            ...method,
            solve: async (input) => {
              asked.push('own');
              const outcome = await methodNamed('greedy-power')!.solve(input);
              certificate ??= (await method.solve(input)).certificate!;
              const boundRewardPerS = outcome.claimedRewardPerS! * bound;
              return { ...outcome, certificate: { ...certificate, boundRewardPerS } };
            },
          },
        },
        modelInMemory(instance, matrix),
      );
      return record.result.planFrom;
    };
    expect(await run(1.0009)).toBeUndefined();
    expect(await run(1.0011)).toBe('lp');
    const stopped = await solve(tinyRandom(3, { colocation: 'anchored' }), 'config-lp', 1);
    expect(['greedy-power', 'lp']).toContain(stopped.record.result.planFrom);
  });
});
