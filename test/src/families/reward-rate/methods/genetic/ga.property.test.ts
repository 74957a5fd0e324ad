import { describe, expect, it } from 'vitest';
import { totalPowerW } from '../../../../../../models/facility/power-budget.js';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { assignmentsFromFractions } from '../../../../../../models/families/reward-rate/core-fractions.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../../../src/methods/control.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import {
  ga,
  type GaOptions,
  geneticMethod,
  planSearch,
  PRINTED_GA,
} from '../../../../../../src/families/reward-rate/methods/genetic/ga.js';
import { planTables, setPointOf } from '../../../../../../src/families/reward-rate/methods/genetic/plan-state.js';
import type { Population } from '../../../../../../src/families/reward-rate/methods/genetic/populations.js';
import { greedy } from '../../../../../../src/families/reward-rate/methods/greedy.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import { idleNodes, measure } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { commonSetPoint, type MethodOutcome } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked, relativeDifference } from '../../../../../oracle/checked.js';
import { rangesApart } from '../../../../../oracle/ranges-apart.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const NO_ENGINE = {
  name: 'none',
  open: () => {
    throw new Error('no LP expected');
  },
} as unknown as LpEngine;

const SHORT: Partial<GaOptions> = { populationSize: 20, stallGenerations: 60, advancesPerStep: 10 };

function inputOf({ instance, matrix }: TinyFacility, seed = 1, control: RunControl = UNLIMITED) {
  const model = rewardRateModel(instance, matrix);
  return { model, engine: NO_ENGINE, control, random: randomStream(seed, 'ga'), start: null, constraints: [] };
}

const solve = (facility: TinyFacility, options: Partial<GaOptions> = {}, seed = 1): Promise<MethodOutcome> =>
  geneticMethod(inputOf(facility, seed), { ...PRINTED_GA, ...SHORT, ...options });

/** Feasible by the checker, and its claim is the checker's time-averaged reward. */
function expectHonest(facility: TinyFacility, { plan, claimedRewardPerS }: MethodOutcome): number {
  const { violations, averagedRewardPerS } = checked(facility, plan!.setPointsC, plan!.assignments);
  expect([facility.instance.name, violations]).toEqual([facility.instance.name, []]);
  expect(relativeDifference(claimedRewardPerS!, averagedRewardPerS)).toBeLessThan(1e-12);
  return claimedRewardPerS!;
}

function changed(facility: TinyFacility, change: Partial<RewardRateInstance>): TinyFacility {
  return { ...facility, instance: { ...facility.instance, ...change } };
}

function withTasks(facility: TinyFacility, change: object): TinyFacility {
  const taskTypes = facility.instance.workload.taskTypes.map((type) => ({ ...type, ...change }));
  return changed(facility, { workload: { taskTypes } });
}

describe('ga', () => {
  it('where the ranges of two CRACs share no temperature gives each its own set-point, or says that a limit breaks', async () => {
    let kept = 0;
    for (let seed = 1; seed <= fuzzCount(14, 14); seed++) {
      const facility = rangesApart(tinyRandom(seed, { cracs: 2 }));
      const { plan, warnings } = await solve(facility);
      if (plan === null) continue;
      const { violations } = checked(facility, plan.setPointsC, plan.assignments);
      if (violations.length === 0) kept++;
      expect([seed, violations.length > 0]).toEqual([seed, warnings.join().includes('one set-point for all CRACs')]);
    }
    expect(kept).toBeGreaterThan(5);
  });

  it('earns at least what greedy does, feasibly, and claims what the checker finds', async () => {
    let better = 0;
    let plans = 0;
    for (let seed = 1; seed <= fuzzCount(60, 60); seed++) {
      const facility = tinyRandom(seed);
      const outcome = await solve(facility, {}, seed);
      if (outcome.plan === null) continue;
      plans++;
      const rewardPerS = expectHonest(facility, outcome);
      const seedPlan = await greedy(inputOf(facility));
      if (seedPlan.plan === null) continue;
      expect([seed, rewardPerS >= seedPlan.claimedRewardPerS! * (1 - 1e-12)]).toEqual([seed, true]);
      if (rewardPerS > seedPlan.claimedRewardPerS! * (1 + 1e-9)) better++;
    }
    expect(plans).toBeGreaterThan(40);
    expect(better).toBeGreaterThan(15);
  });

  it('every option gives honest plans', async () => {
    const variants: Partial<GaOptions>[] = [
      { repairIterations: 0 },
      { repairsFounders: true },
      { repairsFounders: true, duplicates: 'drop' },
      { bias: 2, mutationPerChromosome: 1, mutationPerGene: 1 },
    ];
    for (const options of variants) {
      let plans = 0;
      for (let seed = 1; seed <= fuzzCount(8, 8); seed++) {
        const facility = tinyRandom(seed);
        const outcome = await solve(facility, options, seed);
        if (outcome.plan === null) continue;
        expectHonest(facility, outcome);
        plans++;
      }
      expect(plans).toBeGreaterThan(4);
    }
  });

  it('without a greedy plan it starts from idle nodes and repaired random ones', async () => {
    let found = 0;
    for (let seed = 1; seed <= fuzzCount(150, 150) && found < 3; seed++) {
      const facility = tinyRandom(seed);
      if ((await greedy(inputOf(facility))).plan !== null) continue;
      const outcome = await solve(facility, {}, seed);
      if (outcome.plan === null || outcome.claimedRewardPerS === 0) continue;
      found++;
      expectHonest(facility, outcome);
    }
    expect(found).toBeGreaterThan(0);
  });

  it('the same seed gives the same bytes, another seed another search', async () => {
    const facility = tinyRandom(7);
    const bytes = async (seed: number): Promise<string> => JSON.stringify(await solve(facility, {}, seed));
    expect(await bytes(1)).toBe(await bytes(1));
    expect(await bytes(1)).not.toBe(await bytes(2));
  });

  it('stopped after any number of steps it has a plan, and the number of steps repeats it', async () => {
    const facility = tinyRandom(7);
    const after = async (steps: number): Promise<MethodOutcome> => {
      let left = steps;
      const control: RunControl = { step: () => Promise.resolve(--left <= 0) };
      return geneticMethod(inputOf(facility, 1, control), { ...PRINTED_GA, ...SHORT });
    };
    for (const steps of [1, 2, 5]) {
      const outcome = await after(steps);
      expect(outcome.stoppedEarly).toBe(true);
      expectHonest(facility, outcome);
      expect(JSON.stringify(await after(steps))).toBe(JSON.stringify(outcome));
    }
  });

  it('starts from the plan of a neighbouring problem and loses nothing of it', async () => {
    const facility = tinyRandom(7);
    const first = await solve(facility, { stallGenerations: 300 });
    const again = await geneticMethod(
      { ...inputOf(facility, 5), start: first.next! },
      { ...PRINTED_GA, ...SHORT, stallGenerations: 10 },
    );
    expect(again.claimedRewardPerS).toBeGreaterThanOrEqual(first.claimedRewardPerS! * (1 - 1e-12));
  });

  it('a population of the greedy seed alone is the greedy plan, or better by mutation', async () => {
    const facility = tinyRandom(7);
    const seedPlan = await greedy(inputOf(facility));
    const alone = await solve(facility, { populationSize: 1, mutationPerChromosome: 0 });
    expect(alone.claimedRewardPerS).toBeCloseTo(seedPlan.claimedRewardPerS!, 12);
    expectHonest(facility, alone);
  });
});

describe('ga, the population', () => {
  /** Members of the search on a tiny room after a number of founders and generations, best first, as the checker sees them. */
  function members(
    seed: number,
    options: Partial<GaOptions>,
    advances: number,
  ): { rewardPerS: number; isFeasible: boolean }[] {
    const facility = tinyRandom(seed, { colocation: 'anchored' });
    const input = inputOf(facility, seed);
    const tables = planTables(input.model);
    const work = { repairIterations: 0, repairSteps: 0 };
    const search = planSearch(input, tables, { ...PRINTED_GA, populationSize: 12, ...options }, work);
    for (let n = 0; n < advances; n++) search.advance();
    return search.ranked.map(({ genome }) => {
      const setPointsC = commonSetPoint(input.model, setPointOf(tables, genome));
      const judged = checked(facility, setPointsC, assignmentsFromFractions(input.model, genome.plan));
      return { rewardPerS: judged.averagedRewardPerS, isFeasible: judged.violations.length === 0 };
    });
  }
  const SEEDS = [2, 3, 4, 5, 7, 8];
  const REPAIRED = { repairsFounders: true };
  const DIVERSE = { repairsFounders: true, duplicates: 'drop' } as const;

  it('repaired founders keep the limits and are ranked by the reward that they then earn', () => {
    let brokenBefore = 0;
    for (const seed of SEEDS) {
      const drawn = members(seed, {}, 12);
      const repaired = members(seed, REPAIRED, 12);
      const rewards = repaired.map(({ rewardPerS }) => rewardPerS);
      const places = rewards.slice(1).map((reward, n) => reward <= rewards[n]! * (1 + 1e-12));
      expect([seed, places]).toEqual([seed, places.map(() => true)]);
      brokenBefore += drawn.filter(({ isFeasible }) => !isFeasible).length;
      expect([seed, repaired.filter(({ isFeasible }) => !isFeasible)]).toEqual([seed, []]);
    }
    expect(brokenBefore).toBeGreaterThan(0);
  });

  it('a plan that earns exactly what a member does is turned away where the population is diverse', () => {
    const alike = (options: Partial<GaOptions>): number =>
      SEEDS.reduce((sum, seed) => {
        const rewards = members(seed, { ...options, mutationPerChromosome: 0 }, 200).map(
          ({ rewardPerS }) => rewardPerS,
        );
        return sum + rewards.length - new Set(rewards).size;
      }, 0);
    expect(alike(REPAIRED)).toBeGreaterThan(0);
    expect(alike(DIVERSE)).toBe(0);
  });

  it('the named rules are these settings, and printed is what runs without one', async () => {
    const facility = tinyRandom(7);
    const stopAfter = (steps: number): RunControl => ({ step: () => Promise.resolve(--steps <= 0) });
    const named = async (population?: Population): Promise<string> =>
      JSON.stringify(await ga({ ...inputOf(facility, 1, stopAfter(9)), ...(population && { population }) }));
    const set = async (options: Partial<GaOptions>): Promise<string> =>
      JSON.stringify(await geneticMethod(inputOf(facility, 1, stopAfter(9)), { ...PRINTED_GA, ...options }));
    expect(await named()).toBe(await set({}));
    expect(await named('printed')).toBe(await set({}));
    expect(await named('repaired')).toBe(await set(REPAIRED));
    expect(await named('diverse')).toBe(await set(DIVERSE));
    expect(new Set([await named('printed'), await named('repaired')]).size).toBe(2);
  });
});

describe('ga, edge cases', () => {
  const facility = tinyRandom(7, { colocation: 'anchored' });

  it('no arrivals or no reward: earns 0 and is feasible', async () => {
    for (const nothing of [{ arrivalRatePerS: 0 }, { rewardPerTask: 0 }]) {
      const changedFacility = withTasks(facility, nothing);
      expect(expectHonest(changedFacility, await solve(changedFacility))).toBe(0);
    }
  });

  it('no task type meets its deadline anywhere, or on one node type', async () => {
    const idle = withTasks(facility, { deadlineS: 1e-9 });
    expect(expectHonest(idle, await solve(idle))).toBe(0);
    const two = tinyRandom(2);
    expect(two.instance.facility.nodeTypes).toHaveLength(2);
    expect(two.instance.facility.colocation.model).not.toBe('literal');
    const nodeTypes = two.instance.facility.nodeTypes.map((type, t) => (t === 0 ? { ...type, tasks: [] } : type));
    const barren = changed(two, { facility: { ...two.instance.facility, nodeTypes } });
    const outcome = await solve(barren);
    if (outcome.plan !== null) expectHonest(barren, outcome);
  });

  it('one task type, identical task types, one node', async () => {
    const [type] = facility.instance.workload.taskTypes;
    const one = changed(facility, { workload: { taskTypes: [type!] } });
    expectHonest(one, await solve(one));
    const single = tinyRandom(3);
    expect(single.matrix.zones.map(({ nodeCount }) => nodeCount)).toEqual([1]);
    const outcome = await solve(single);
    if (outcome.plan !== null) expectHonest(single, outcome);
    const twin = { ...type!, name: 'twin' };
    const nodeTypes = facility.instance.facility.nodeTypes.map((nodeType) => ({
      ...nodeType,
      tasks: nodeType.tasks.flatMap((task) =>
        task.taskType === type!.name ? [task, { ...task, taskType: 'twin' }] : [task],
      ),
    }));
    const twins = changed(facility, {
      facility: { ...facility.instance.facility, nodeTypes },
      workload: { taskTypes: [...facility.instance.workload.taskTypes, twin] },
    });
    expectHonest(twins, await solve(twins));
  });

  it('idles with a set-point for each CRAC where only that keeps the limits', async () => {
    // Seeds without any plan that keeps a common set-point.
    let own = 0;
    for (const seed of [15, 89, 113]) {
      const two = tinyRandom(seed, { colocation: 'literal' });
      const model = rewardRateModel(two.instance, two.matrix);
      if (measure(model, idleNodes(model)).feasible || idleConflict(model) !== null) continue;
      own++;
      expect(expectHonest(two, await solve(two))).toBe(0);
    }
    expect(own).toBeGreaterThan(0);
  });

  it('limits that only idling keeps, between whole degrees, give the idle plan; limits that nothing keeps give none', async () => {
    const model = rewardRateModel(facility.instance, facility.matrix);
    const { warmestC, nodePowerW } = measure(model, idleNodes(model));
    const capped = (powerCapW: number): TinyFacility =>
      changed(facility, { limits: { ...facility.instance.limits, powerCapW } });
    const idle = capped(totalPowerW(model.budget, nodePowerW, warmestC) * (1 + 1e-9));
    const outcome = await solve(idle);
    expect(expectHonest(idle, outcome)).toBe(0);
    expect(outcome.plan!.assignments).toEqual([]);
    const { plan, claimedRewardPerS } = await solve(capped(0.9 * nodePowerW));
    expect([plan, claimedRewardPerS]).toEqual([null, null]);
  });
});
