import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import { type RunControl, UNLIMITED } from '../../../../../../src/methods/control.js';
import { balance, balancedFrom } from '../../../../../../src/families/robust/methods/greedy/balance.js';
import {
  minEnergy,
  minMinBalance,
  minMinPmax,
  minMinPmin,
} from '../../../../../../src/families/robust/methods/greedy/greedy.js';
import {
  minMinBalanceSchedule,
  Rebalancer,
} from '../../../../../../src/families/robust/methods/greedy/min-min-balance.js';
import { minMinMapping } from '../../../../../../src/families/robust/methods/greedy/min-min.js';
import { PRINTED, type RobustMethodRequest } from '../../../../../../src/families/robust/methods/outcome.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { bruteForce, randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { plainBalance, plainMinMin } from './plain-twins.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];
const METHODS = { minEnergy, minMinPmin, minMinPmax, minMinBalance };

function input(model: RobustModel, goal: RobustGoal, control: RunControl = UNLIMITED): RobustMethodRequest {
  const random = randomStream(1, 'greedy');
  return { model, goal, handling: 'dynamic', improvements: PRINTED, control, random, start: null };
}

describe('Min-Min Balance', () => {
  it.each(GOALS)('%s: both steps change what the plain twin changes, on slack and tight limits', (goal) => {
    let changed = 0;
    for (let seed = 0; seed < fuzzCount(60, 30); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: Infinity,
        nodes: 4,
        tasks: 30,
        zeroVariance: false,
        deadlineFactor: seed % 3 === 0 ? 1.1 : 1.8,
        budgetFactor: 1.2 + 0.3 * (seed % 4),
      });
      const start = minMinMapping(model, balancedFrom(goal));
      const schedule = minMinBalanceSchedule(model, goal, randomStream(seed, 'balance'));
      const twin = plainBalance(model, goal, start, randomStream(seed, 'balance'));
      expect({ core: schedule.core, pState: schedule.pState }).toEqual(twin);
      if (
        start.core.some((core, task) => core !== twin.core[task]) &&
        start.pState.some((p, t) => p !== twin.pState[t])
      )
        changed++;
    }
    expect(changed).toBeGreaterThan(10);
  });

  it.each(GOALS)('%s: never gives up the limit where it is kept at first', (goal) => {
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity });
      const schedule = new Schedule(model, minMinMapping(model, balancedFrom(goal)));
      const least = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
      const limit = (): number => (goal === 'mo-ec' ? schedule.energyZ : schedule.makespanZ);
      const keptBefore = limit() >= least;
      balance(schedule, goal, randomStream(seed, 'balance'));
      const keptAfter = limit() >= least - 1e-12 * Math.max(1, Math.abs(least));
      expect([seed, !keptBefore || keptAfter]).toEqual([seed, true]);
    }
  });

  it('arbitrary choices come from the seed: the same mapping for the same one', () => {
    const { model } = randomRobustModel(5, { mostPlans: Infinity, nodes: 5, tasks: 80, budgetFactor: 1.5 });
    const mapping = (seed: number): string => {
      const { core, pState } = minMinBalanceSchedule(model, 'mo-ec', randomStream(seed, 'balance'));
      return [...core, ...pState].join();
    };
    expect(mapping(1)).toBe(mapping(1));
    expect([2, 3, 4].some((seed) => mapping(seed) !== mapping(1))).toBe(true);
  });

  it.each(GOALS)('%s: puts tasks taken off back by Min-Min behind the others and balances', (goal) => {
    for (let seed = 0; seed < fuzzCount(20); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: Infinity,
        nodes: 4,
        tasks: 30,
        zeroVariance: false,
        budgetFactor: 1.6,
      });
      const random = randomStream(seed, 'rebalance');
      const schedule = minMinBalanceSchedule(model, goal, random);
      const rebalancer = new Rebalancer(model, goal);
      for (let round = 0; round < 3; round++) {
        const tasks = Array.from({ length: model.taskCount }, (_, task) => task).filter(() => random.uniform() < 0.25);
        const marks = new Uint8Array(model.taskCount);
        for (const task of tasks) marks[task] = 1;
        const twin = { core: schedule.core.slice(), pState: schedule.pState.slice() };
        const readyS = new Float64Array(model.coreCount);
        const { nodes, nodeOfCore, columnCount } = model;
        twin.core.forEach((core, task) => {
          if (marks[task] !== 0) return;
          const { column, timeScale, pStateCount } = nodes[nodeOfCore[core]!]!;
          const scale = timeScale[model.taskType[task]! * pStateCount + twin.pState[task]!]!;
          readyS[core]! += model.meanS[task * columnCount + column]! * scale;
        });
        plainMinMin(model, balancedFrom(goal), twin, readyS, tasks);
        const expected = plainBalance(model, goal, twin, random.fork(`${round}`));
        rebalancer.reassign(schedule, marks, random.fork(`${round}`));
        expect({ core: schedule.core, pState: schedule.pState }).toEqual(expected);
      }
    }
  });
});

describe('the greedy methods', () => {
  it('give a complete mapping on cores that run the tasks, never above the best there is', async () => {
    for (let seed = 0; seed < fuzzCount(60); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: 3000 });
      for (const goal of GOALS) {
        const { bestZ } = bruteForce(model, goal);
        for (const method of Object.values(METHODS)) {
          const { mapping, stoppedEarly } = await method(input(model, goal));
          const { makespanZ, energyZ, energyMeanJ } = evaluateMapping(model, mapping!);
          expect(stoppedEarly).toBe(false);
          expect(Number.isFinite(energyMeanJ)).toBe(true);
          const kept = goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ;
          const z = goal === 'mo-ec' ? makespanZ : energyZ;
          if (kept) expect(z <= bestZ! || z - bestZ! < 1e-9 * Math.max(1, Math.abs(z))).toBe(true);
        }
      }
    }
  });

  it.each([
    ['one task', { tasks: 1 }],
    ['one core', { nodes: 1, cores: 1 }],
    ['more cores than tasks', { nodes: 5, cores: 3, tasks: 2 }],
    ['nothing varies', { zeroVariance: true }],
    ['nothing varies and all tasks are alike', { zeroVariance: true, alike: true, tasks: 12 }],
    ['tasks that run on one node only', { nodes: 3, incompatible: 1 }],
    ['no overhead', { zeroOverhead: true }],
    ['deadline below the fastest finish', { deadlineFactor: 0.05 }],
    ['budget below the least energy', { budgetFactor: 0.5 }],
  ])('survive: %s', async (_, options) => {
    for (let seed = 0; seed < fuzzCount(10); seed++) {
      const { model } = randomRobustModel(seed, { ...options, mostPlans: Infinity });
      for (const goal of GOALS) {
        for (const method of Object.values(METHODS)) {
          const { mapping } = await method(input(model, goal));
          expect(Number.isFinite(evaluateMapping(model, mapping!).energyMeanJ)).toBe(true);
        }
      }
    }
  });

  it('tell of an incumbent only when the limit is kept, and stop when told to with a complete mapping', async () => {
    const { model } = tinyRobust({ limits: { energyBudgetJ: 30_000 } });
    const told: (number | null)[] = [];
    const control = {
      step: ({ incumbent }: { readonly incumbent: number | null }) => {
        told.push(incumbent);
        return Promise.resolve(true);
      },
    };
    const stopped = await minMinBalance(input(model, 'mo-ec', control));
    const { makespanZ, energyZ } = evaluateMapping(model, stopped.mapping!);
    expect(stopped.stoppedEarly).toBe(true);
    expect(energyZ).toBeGreaterThan(model.energyZ);
    expect(told).toEqual([makespanZ]);
    const tight = tinyRobust({ limits: { energyBudgetJ: 10_000 } }).model;
    await minEnergy(input(tight, 'mo-ec', control));
    expect(told[1]).toBeNull();
    await minMinPmin(input(model, 'eo-mc', control));
    expect(told[2]).toBe(evaluateMapping(model, minMinMapping(model, 'pmin')).energyZ);
  });
});
