import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { Epoch } from '../../../../../src/families/reward-rate/instances/arrivals.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { type OpenedModel, modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { SHARING_RULES } from '../../../../../src/families/reward-rate/runs/sharing-rules.js';
import { type Solved, solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { prepareDay, runDay } from '../../../../../src/families/reward-rate/studies/day/run.js';
import type { SweepResult } from '../../../../../src/families/reward-rate/studies/sweep/run.js';
import {
  prepareSweep,
  runSweep,
  type SweepRequest,
} from '../../../../../src/families/reward-rate/studies/sweep/run.js';
import { type RunSummary, summaryOf } from '../../../../../src/families/reward-rate/studies/summary.js';
import { NO_PARTS, type PartStore } from '../../../../../src/runs/store/part-store.js';
import { standbyFaults } from '../../../../../src/facility/consistency-standby.js';
import { withSleep } from '../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** Rooms of an everyday run are few: each takes some twenty solves. */
const ROOMS = fuzzCount(100, 2);

const REQUEST: RunRequest = {
  method: methodNamed('config-lp')!,
  naive: false,
  seed: 1,
  engine: 'highs',
  withBound: true,
  leastPower: 'usual',
  limits: { timeLimitS: null, workLimit: null },
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
};

function roomOf(seed: number): OpenedModel | null {
  const plain = tinyRandom(seed, { mostPlans: 200, cracs: seed % 5 === 0 ? 2 : 1 });
  const { instance, matrix } = seed % 2 === 0 ? withSleep(plain, seed) : plain;
  return standbyFaults(instance.facility).length > 0 ? null : modelInMemory(instance, matrix);
}

async function sweep(opened: OpenedModel, over: string, changes: Partial<SweepRequest> = {}): Promise<SweepResult> {
  const prepared = prepareSweep(opened, 'room.json', [over]);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  return runSweep({ ...REQUEST, ...changes }, prepared);
}

/** What an answer is, of a point or a run. */
function answerOf(point: RunSummary): unknown {
  const { termination, objective, bound, gap, power, setPointsC, hottestInletC, leastPower, planFrom, binding } = point;
  return { termination, objective, bound, gap, power, setPointsC, hottestInletC, leastPower, planFrom, binding };
}

const FACTORS = [0.5, 1, 1.7];

describe('one plan per question', () => {
  it('points of a sweep in either order and epochs of a day have the very answer of a solve', async () => {
    const counted = { plans: 0, leaner: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const opened = roomOf(seed);
      if (opened === null) continue;
      const asked: RunRequest = { ...REQUEST, sharing: SHARING_RULES[seed % 3]! };
      const over = `arrivalRatePerS=${FACTORS.map((factor) => `x${factor}`).join()}`;
      const backwards = `arrivalRatePerS=${FACTORS.toReversed()
        .map((factor) => `x${factor}`)
        .join()}`;
      const { workload } = opened.instance;
      const instances = FACTORS.map((factor): RewardRateInstance => {
        const taskTypes = workload.taskTypes.map((one) => ({ ...one, arrivalRatePerS: factor * one.arrivalRatePerS }));
        return { ...opened.instance, workload: { ...workload, taskTypes } };
      });
      const solved: Solved[] = [];
      for (const instance of instances) {
        solved.push(await solveOpened(asked, modelInMemory(instance, opened.matrix)));
      }
      const answers = solved.map((one) => answerOf(summaryOf(one, [])));
      const there = await sweep(opened, over, asked);
      const back = await sweep(opened, backwards, asked);
      expect([seed, there.points.map(answerOf)]).toEqual([seed, answers]);
      expect([seed, back.points.map(answerOf).toReversed()]).toEqual([seed, answers]);
      const epochs = instances.map(({ workload }, n): Epoch => ({
        name: `e${n}`,
        epochS: 3600,
        arrivalRatePerS: workload.taskTypes.map(({ arrivalRatePerS }) => arrivalRatePerS),
      }));
      const ready = prepareDay(opened, '.', epochs, 'epochs');
      if (!ready.ok) throw new Error(JSON.stringify(ready.faults));
      const day = await runDay({ ...asked, arrivals: 'by hand', store: NO_PARTS }, ready);
      expect([seed, day.result.epochs.map(answerOf)]).toEqual([seed, answers]);
      const placed = (plan: Solved['plan']): unknown => [plan?.assignments, plan?.standby, plan?.setPointsC];
      const feasible = solved.map(({ plan, record }) => (record.result.feasible ? plan : null));
      expect([seed, day.plans.map(placed)]).toEqual([seed, feasible.map(placed)]);
      counted.plans += feasible.filter((plan) => plan !== null).length;
      counted.leaner += there.points.filter(({ leastPower }) => leastPower !== undefined).length;
    }
    expect(counted.plans).toBeGreaterThan(ROOMS);
    expect(counted.leaner).toBeGreaterThan(ROOMS);
  });

  it('parts kept by one choice are not taken for another, those of the same points in another grid are', async () => {
    const opened = roomOf(1)!;
    const kept = new Map<string, unknown>();
    let taken = 0;
    const store: PartStore = {
      read: (digest) => {
        if (kept.has(digest)) taken++;
        return kept.get(digest) ?? null;
      },
      keep: (digest, part) => void kept.set(digest, part),
    };
    const used = async (
      changes: Partial<SweepRequest>,
      over = 'arrivalRatePerS=x0.5,x1',
      from = opened,
    ): Promise<number> => {
      taken = 0;
      await sweep(from, over, { store, limits: { timeLimitS: null, workLimit: 5 }, ...changes });
      return taken;
    };
    expect([await used({}), await used({})]).toEqual([0, 2]);
    expect(await used({}, 'arrivalRatePerS=x2,x1,x0.5')).toBe(2);
    const prices = { rewardUsd: 1, energyUsdPerKWh: 1, carbonUsdPerT: 0, carbonGPerKWh: 0 };
    for (const changes of [
      { sharing: 'never' as const },
      { rewardTolerance: 0.01 },
      { prices },
      { prices: { ...prices, energyUsdPerKWh: 2 } },
      { leastPower: 'asked' as const },
      { method: methodNamed('lp')! },
      { method: methodNamed('lp')!, idleOnStandby: true },
    ])
      expect([changes, await used(changes)]).toEqual([changes, 0]);
    expect(await used({}, undefined, { ...opened, reserve: { powerW: 1 } })).toBe(0);
  });
});
