import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bound } from '../../../../../src/workbench/bound.js';
import { roomInfluenceMatrix } from '../../../../../models/physics/airflow/room-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import type { Epoch } from '../../../../../src/families/reward-rate/instances/arrivals.js';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { tinyInstances } from '../../../../support/bundled.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { type OpenedModel, modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { openedOnAirOf } from '../../../../../src/families/reward-rate/runs/standby-air.js';
import { type Day, prepareDay, runDay } from '../../../../../src/families/reward-rate/studies/day/run.js';
import { type RunSummary, summaryOf } from '../../../../../src/families/reward-rate/studies/summary.js';
import { prepareSweep, runSweep } from '../../../../../src/families/reward-rate/studies/sweep/run.js';
import { NO_PARTS } from '../../../../../src/runs/store/part-store.js';
import type { RunFrame } from '../../../../../src/studies/compare/certificates.js';
import { corridorBest, corridorRoom, drawnCorridor } from '../../../../oracle/corridor-room.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { simulate, solve } from '../../../../../src/library/index.js';
import { accepted } from '../../../../support/accepted.js';
import { comparedHere, compareOf } from '../../../../support/comparison.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** Rooms of an everyday run are few: each is solved some ten times, with all nodes on and off. */
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

/** The instance as a file of it is opened. */
function opened(written: RewardRateInstance): OpenedModel {
  const judged = rewardRateFiles.judge(written);
  if (!judged.ok) throw new Error(JSON.stringify(judged.faults));
  return modelInMemory(judged.instance, roomInfluenceMatrix(judged.instance.facility));
}

/** What an answer is, of a point, an epoch or a run. */
function answerOf(run: RunSummary): unknown {
  const { termination, objective, bound, gap, power, setPointsC, hottestInletC, leastPower, air, boundScope } = run;
  return { termination, objective, bound, gap, power, setPointsC, hottestInletC, leastPower, air, boundScope };
}

async function dayOf(room: OpenedModel, epochs: readonly Epoch[]): Promise<Day> {
  const ready = prepareDay(room, '.', epochs, 'epochs');
  if (!ready.ok) throw new Error(JSON.stringify(ready.faults));
  return runDay({ ...REQUEST, arrivals: 'by hand', store: NO_PARTS }, ready);
}

/** The corridor of two nodes, off without air, in which sleeping pays: with room for one node's work at night, for both by day. */
function wakingCorridor(): RewardRateInstance {
  const room = corridorRoom({
    nodes: 1,
    idlePowerW: 40,
    standbyPowerW: 0,
    airFlowM3PerS: 0.04,
    standbyFlowM3PerS: 0,
    cracFlowM3PerS: 0.2,
    states: [
      { powerW: 100, timeS: 10 },
      { powerW: 40, timeS: 16 },
    ],
    powerCapW: 1000,
    redLineC: 40,
  });
  const nodeTypes = room.facility.nodeTypes.map((type) => ({ ...type, wakeTimeS: 300, wakeEnergyJ: 1000 }));
  return { ...room, facility: { ...room.facility, nodeTypes } };
}

function night(name: string, ratePerS: number): Epoch {
  return { name, epochS: 3600, arrivalRatePerS: [ratePerS] };
}

describe('studies of rooms whose air depends on which nodes are on standby', () => {
  it('the bound alone is refused there, by the field that makes air depend on the plan', async () => {
    const answer = await bound({
      file: 'instances/reward-rate/tiny-still.json',
      words: {},
      timeLimitS: null,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    });
    expect(answer).toMatchObject({ ok: false, faults: [{ path: 'facility.nodeTypes[0].offAirFlowM3PerS', value: 0 }] });
  });

  it('points of a sweep and epochs of a day have the very answer of a solve, and each its own scope', async () => {
    const counted = { plans: 0, asleep: 0, scopes: new Set<string>() };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const corridor = drawnCorridor(seed);
      const room = opened(corridorRoom(corridor));
      const caps = [0.6, 1].map((factor) => corridor.powerCapW * factor);
      const prepared = prepareSweep(room, 'room.json', [`powerCapW=${caps.join()}`]);
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
      const solved = [];
      for (const { instance } of prepared.points) solved.push(await solveOpened(REQUEST, opened(instance)));
      const answers = solved.map((one) => answerOf(summaryOf(one, [])));
      const sweep = await runSweep(REQUEST, prepared);
      expect([seed, sweep.points.map(answerOf)]).toEqual([seed, answers]);
      expect(sweep.frontier).toBeUndefined();
      expect(sweep.points.flatMap(({ marginal }) => marginal).every(({ perUnit }) => perUnit === null)).toBe(true);
      const epochs = caps.map((powerCapW, n): Epoch => ({ ...night(`e${n}`, 1000), powerCapW }));
      const day = await dayOf(room, epochs);
      expect([seed, day.result.epochs.map(answerOf)]).toEqual([seed, answers]);
      for (const [n, { plan, record }] of solved.entries()) {
        const { bound } = record.result;
        if (plan === null || !record.result.feasible) continue;
        counted.plans++;
        if (plan.standby !== undefined) counted.asleep++;
        counted.scopes.add(sweep.points[n]!.boundScope!);
        const asleep = ['R1/L1', 'R1/L2'].map((zone) =>
          (plan.standby ?? []).reduce((sum, one) => (one.zone === zone ? sum + one.nodes : sum), 0),
        ) as [number, number];
        const best = corridorBest({ ...corridor, powerCapW: caps[n]! }, asleep);
        expect([seed, n, best! <= bound! * (1 + 1e-7)]).toEqual([seed, n, true]);
      }
    }
    expect(counted.plans).toBeGreaterThan(ROOMS);
    expect(counted.asleep).toBeGreaterThan(0);
    expect(counted.scopes.size).toBeGreaterThan(1);
  });

  it('a day puts other nodes on standby than an epoch by itself where waking costs more, checked in their air, without the bound of the others', async () => {
    const room = opened(wakingCorridor());
    // One node off for an hour between two busy ones saves more than to idle, but loses 300 s of 0.1 tasks/s at waking.
    const day = await dayOf(room, [night('busy', 10), night('quiet', 0.05), night('busy again', 10)]);
    const { epochs, ledger } = day.result;
    expect(epochs[1]!.alone!.onStandby).toBe(1);
    expect(epochs[1]!.onStandby).toBe(0);
    expect(ledger.oneByOne!.reward).toBeCloseTo(3600 * (0.2 + 0.05 + 0.2) - 300 * 0.1, 6);
    expect(ledger.reward).toBeCloseTo(3600 * (0.2 + 0.05 + 0.2), 6);
    expect([epochs[1]!.bound, epochs[1]!.gap, epochs[1]!.leastPower]).toEqual([null, null, undefined]);
    expect(epochs[1]!.gapReason).toMatch(/other nodes on standby/);
    expect([ledger.rewardBound, ledger.gap]).toEqual([null, null]);
    for (const [e, plan] of day.plans.entries()) {
      const { workload } = room.instance;
      const taskTypes = workload.taskTypes.map((type) => ({ ...type, arrivalRatePerS: [10, 0.05, 10][e]! }));
      const instance = { ...room.instance, workload: { ...workload, taskTypes } };
      const { matrix } = openedOnAirOf(room, plan!.standby ?? [])!;
      expect([e, checkPlan(instance, matrix, plan!).violations]).toEqual([e, []]);
    }
  });

  it('a comparison holds each run against the bound of its own nodes on standby', async () => {
    const room = opened(tinyInstances().find(({ name }) => name === 'tiny-still')!);
    const labels = ['config-lp', 'lp'];
    const file = 'instances/reward-rate/tiny-still.json';
    const { record } = await comparedHere(await compareOf('reward-rate'), {
      file,
      methods: labels,
      limits: REQUEST.limits,
    });
    for (const [n, name] of labels.entries()) {
      const { result } = (await solveOpened({ ...REQUEST, method: methodNamed(name)! }, room)).record;
      const run = record.runs[n] as RunFrame & { readonly boundScope: string };
      expect([run.method, run.objective, run.bound]).toEqual([name, result.objective, result.bound]);
      expect(run.boundScope).toBe(result.boundScope);
      expect(run.termination).not.toBe('failed');
    }
    expect(record.runs[0]!.objective).toBeGreaterThan(record.runs[1]!.bound!);
    expect(record.bounds[0]!.bound).toBeNull();
    expect(record.warnings.join()).toMatch(/gaps of methods .* do not compare/);
    expect(record.boundScope).toMatch(/^each only plans with exactly the nodes on standby/);
  });

  it('a simulation takes the air of the plan: it is feasible, and pays what the checker says', async () => {
    const out = temporaryDirectory();
    accepted(await solve('tiny-still', { sharing: 'never', out }));
    const { record } = accepted(await simulate('tiny-still', [join(out, 'plan.json')], { samples: 20 }));
    const { plans } = record.details as { readonly plans: readonly { readonly nominalRewardPerS: number }[] };
    expect(record.feasible).toBe(true);
    expect(plans[0]!.nominalRewardPerS).toBeCloseTo(1.25, 9);
  });
});
