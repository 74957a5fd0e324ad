import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { lagrange } from '../../../../../../src/families/robust/methods/lagrange/lagrange.js';
import {
  type RobustMethodRequest,
  type RobustMethodOutcome,
} from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { minMinBalanceSchedule } from '../../../../../../src/families/robust/methods/greedy/min-min-balance.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { bruteForce } from '../../../../../oracle/robust-brute-force.js';
import { fuzzCount, triesAll } from '../../../../../support/fuzz.js';
import { type RandomRobustOptions, randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { stopAfter } from '../../../../../support/stop-after.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];
const SMALL: RandomRobustOptions = { mostPlans: 20_000 };

function input(model: RobustModel, goal: RobustGoal, others: Partial<RobustMethodRequest> = {}): RobustMethodRequest {
  return {
    model,
    goal,
    handling: 'dynamic',
    improvements: IMPROVED,
    control: UNLIMITED,
    random: randomStream(1, 'lagrange test'),
    start: null,
    ...others,
  };
}

/** The goal's quantile if its limit is kept, and by how much it is missed if not; refuses a mapping that is none. */
function achieved(
  model: RobustModel,
  goal: RobustGoal,
  { mapping }: Pick<RobustMethodOutcome, 'mapping'>,
): { readonly z: number | null; readonly limited: number } {
  expect(mapping).not.toBeNull();
  for (let task = 0; task < model.taskCount; task++) {
    const node = model.nodes[model.nodeOfCore[mapping!.core[task]!]!]!;
    expect(model.meanS[task * model.columnCount + node.column]).toBeLessThan(Infinity);
    expect(mapping!.pState[task]).toBeLessThan(node.pStateCount);
  }
  const { makespanZ, energyZ } = evaluateMapping(model, mapping!);
  if (goal === 'mo-ec') return { z: energyZ >= model.energyZ ? makespanZ : null, limited: energyZ };
  return { z: makespanZ >= model.makespanZ ? energyZ : null, limited: makespanZ };
}

function slack(z: number): number {
  return Number.isFinite(z) ? 1e-9 * (1 + Math.abs(z)) : 0;
}

describe('lagrange', () => {
  it.each(GOALS)(
    '%s: never beats the best of all plans, is feasible whenever a plan is, and mostly finds the best',
    async (goal) => {
      const seeds = fuzzCount(30);
      let feasible = 0;
      let best = 0;
      for (let seed = 0; seed < seeds; seed++) {
        const { model } = randomRobustModel(seed, SMALL);
        const { bestZ } = bruteForce(model, goal);
        const outcome = await lagrange(input(model, goal));
        const { z } = achieved(model, goal, outcome);
        const { boundZ } = outcome.certificate!;
        if (bestZ === null) {
          expect(z, `seed ${seed}`).toBeNull();
          continue;
        }
        feasible++;
        expect(z, `seed ${seed}: no feasible plan found`).not.toBeNull();
        expect(z! <= bestZ + slack(bestZ), `seed ${seed}: ${z} above ${bestZ}`).toBe(true);
        expect(boundZ >= bestZ - slack(bestZ), `seed ${seed}: bound ${boundZ} below ${bestZ}`).toBe(true);
        if (z! >= bestZ - slack(bestZ)) best++;
      }
      expect(feasible).toBeGreaterThan(seeds / 3);
      expect(best).toBeGreaterThanOrEqual(Math.floor(0.9 * feasible));
    },
  );

  it.each(GOALS)('%s: a run stopped after as many steps as the whole run took is the whole run', async (goal) => {
    let whole = 0;
    for (let seed = 0; seed < fuzzCount(30); seed++) {
      const { model } = randomRobustModel(seed, SMALL);
      let steps = 0;
      const counting = {
        step: () => {
          steps++;
          return Promise.resolve(false);
        },
      };
      const { mapping, certificate, work } = await lagrange(input(model, goal, { control: counting }));
      const again = await lagrange(input(model, goal, { control: stopAfter(steps) }));
      expect({ seed, mapping: again.mapping }).toEqual({ seed, mapping });
      expect(again.certificate!.boundZ).toBe(certificate!.boundZ);
      if (work['visits']! > 0) whole++;
    }
    expect(whole).toBeGreaterThan(0);
  });

  it.each(GOALS)('%s: both readings of the energy variance are met', async (goal) => {
    for (const energyVariance of ['printed', 'correlated'] as const) {
      let best = 0;
      let feasible = 0;
      for (let seed = 100; seed < 100 + fuzzCount(12, 5); seed++) {
        const eased = { ...SMALL, budgetFactor: 1.3, deadlineFactor: 1.3 };
        const { model } = randomRobustModel(seed, { ...eased, energyVariance });
        const { bestZ } = bruteForce(model, goal);
        const { z } = achieved(model, goal, await lagrange(input(model, goal)));
        if (bestZ === null) continue;
        feasible++;
        expect(z! <= bestZ + slack(bestZ)).toBe(true);
        if (z! >= bestZ - slack(bestZ)) best++;
      }
      expect(feasible).toBeGreaterThan(3);
      expect(best).toBeGreaterThanOrEqual(feasible - 2);
    }
  });

  it.each(GOALS)('%s: the same seed gives the same plan, another seed still a plan', async (goal) => {
    const { model } = randomRobustModel(7, { ...SMALL, tasks: 6 });
    const [once, again] = await Promise.all([lagrange(input(model, goal)), lagrange(input(model, goal))]);
    expect(again.mapping).toEqual(once.mapping);
    expect(again.work).toEqual(once.work);
    const other = await lagrange(input(model, goal, { random: randomStream(2, 'lagrange test') }));
    achieved(model, goal, other);
  });

  it.each(GOALS)(
    '%s: more steps never make the plan worse, and the incumbent told is that of the plan',
    async (goal) => {
      const { model } = randomRobustModel(3, {
        nodes: 3,
        cores: 3,
        tasks: 40,
        mostPlans: Infinity,
        budgetFactor: 1.3,
        deadlineFactor: 1.5,
      });
      let before = { z: null as number | null, limited: -Infinity };
      for (const steps of triesAll() ? [1, 2, 3, 5, 9, 20, 60, 140, 200, 300] : [1, 2, 5, 20, 60]) {
        const control = stopAfter(steps);
        const outcome = await lagrange(input(model, goal, { control }));
        const now = achieved(model, goal, outcome);
        expect(control.incumbents.length).toBeLessThanOrEqual(steps);
        if (outcome.stoppedEarly) expect(control.incumbents).toHaveLength(steps);
        if (before.z !== null) expect(now.z! >= before.z).toBe(true);
        else if (now.z === null) expect(now.limited >= before.limited).toBe(true);
        const told = control.incumbents.at(-1) ?? null;
        if (told !== null) expect(now.z! >= told - slack(told)).toBe(true);
        let last = -Infinity;
        for (const incumbent of control.incumbents) {
          if (incumbent === null) expect(last).toBe(-Infinity);
          else expect(incumbent >= last).toBe(true);
          last = incumbent ?? last;
        }
        before = now;
      }
      expect(before.z).not.toBeNull();
    },
  );

  it.each(GOALS)('%s: a plan it is started with is never lost, and prices are handed on', async (goal) => {
    let started = 0;
    const seeds = fuzzCount(12, 5);
    for (let seed = 0; seed < seeds; seed++) {
      const { model } = randomRobustModel(seed, { ...SMALL, budgetFactor: 1.5 });
      const { mapping, bestZ } = bruteForce(model, goal);
      if (mapping === null) continue;
      started++;
      for (const steps of [1, 4]) {
        const start = { mapping, prices: null };
        const outcome = await lagrange(input(model, goal, { start, control: stopAfter(steps) }));
        expect(achieved(model, goal, outcome).z! >= bestZ! - slack(bestZ!)).toBe(true);
        expect(outcome.next!.mapping).toEqual(outcome.mapping);
        const second = await lagrange(input(model, goal, { start: outcome.next! }));
        expect(achieved(model, goal, second).z! >= bestZ! - slack(bestZ!)).toBe(true);
      }
    }
    expect(started).toBeGreaterThan(1);
  });

  it.each(GOALS)('%s: a run of one step is no worse than Min-Min Balance of its seed', async (goal) => {
    let within = 0;
    for (let seed = 0; seed < fuzzCount(12, 12); seed++) {
      const { model } = randomRobustModel(seed, { ...SMALL, budgetFactor: 1.3, deadlineFactor: 1.3 });
      const balanced = minMinBalanceSchedule(model, goal, randomStream(1, 'lagrange test').fork('min-min-balance'));
      const { z } = achieved(model, goal, { mapping: balanced });
      if (z === null) continue;
      within++;
      const outcome = await lagrange(input(model, goal, { control: stopAfter(1) }));
      expect(achieved(model, goal, outcome).z).toBeGreaterThanOrEqual(z);
    }
    expect(within).toBeGreaterThan(4);
  });

  it('MO-EC: goes on polishing where Psi is 1 to the last digit', async () => {
    const { model } = randomRobustModel(5, {
      nodes: 3,
      cores: 3,
      tasks: 300,
      pStates: 4,
      mostPlans: Infinity,
      zeroVariance: false,
      deadlineFactor: 3,
      budgetFactor: 3,
    });
    const outcome = await lagrange(input(model, 'mo-ec'));
    expect(achieved(model, 'mo-ec', outcome).z).toBeGreaterThan(8.3);
    expect(outcome.work['rounds']).toBe(0);
  });

  it.each(GOALS)('%s: says that nothing is feasible, and returns a plan all the same', async (goal) => {
    const limits = goal === 'mo-ec' ? { energyBudgetJ: 500 } : { deadlineS: 40 };
    const { model } = tinyRobust({ limits });
    const outcome = await lagrange(input(model, goal));
    expect(outcome.certificate!.infeasibility?.constraint).toBe(goal === 'mo-ec' ? 'energyBudget' : 'deadline');
    expect(achieved(model, goal, outcome).z).toBeNull();
  });

  it('MO-EC with too short a deadline still finds the least bad plan within the energy', async () => {
    const { model } = tinyRobust({ limits: { deadlineS: 40 } });
    const outcome = await lagrange(input(model, 'mo-ec'));
    expect(achieved(model, 'mo-ec', outcome).z).toBeCloseTo(bruteForce(model, 'mo-ec').bestZ!, 6);
  });

  it.each<[string, RandomRobustOptions]>([
    ['one task', { tasks: 1 }],
    ['one core', { nodes: 1, cores: 1 }],
    ['more cores than tasks', { nodes: 3, cores: 3, tasks: 2 }],
    ['zero variance', { zeroVariance: true }],
    ['tasks that run on few nodes', { incompatible: 0.9, nodes: 3 }],
    ['zero overhead', { zeroOverhead: true }],
    ['tasks alike', { alike: true }],
    ['late whatever one does', { deadlineFactor: 0.3 }],
    ['a budget below the least energy', { budgetFactor: 0.5 }],
    ['one P-state', { pStates: 1 }],
  ])('survives %s', async (_, options) => {
    for (const goal of GOALS) {
      for (let seed = 0; seed < fuzzCount(3); seed++) {
        const { model } = randomRobustModel(seed, { ...SMALL, ...options });
        const { bestZ } = bruteForce(model, goal);
        const outcome = await lagrange(input(model, goal));
        const { z } = achieved(model, goal, outcome);
        expect(z === null, `${goal} seed ${seed}`).toBe(bestZ === null);
        if (z !== null && bestZ !== null) expect(z <= bestZ + slack(bestZ)).toBe(true);
        expect(Number.isNaN(outcome.certificate!.boundZ)).toBe(false);
      }
    }
  });

  it('tells more than 32,767 options apart: 140 nodes with times of their own and 255 P-states', async () => {
    const pStates = Array.from({ length: 255 }, (_, p) => ({ frequencyGHz: 3 - p / 100, dynamicPowerW: 30 - p / 10 }));
    const tasks = Array.from({ length: 140 }, (_, k) => ({
      name: `t${k}`,
      taskType: 'compute',
      coefficientOfVariation: 0.2,
      meanS: { [`n-${k + 1}`]: 100 + k, [`n-${(k % 139) + 2}`]: 120 },
    }));
    const { model } = tinyRobust({
      facility: {
        nodeTypes: [{ name: 'W', cores: 1, idlePowerW: 15, overheadPowerW: 5, pStates }],
        nodes: [{ name: 'n', nodeType: 'W', count: 140 }],
      },
      tasks,
      limits: { deadlineS: 600, energyBudgetJ: 900_000 },
    });
    const outcome = await lagrange(input(model, 'mo-ec', { control: stopAfter(90) }));
    const { z } = achieved(model, 'mo-ec', outcome);
    expect(z).toBeGreaterThan(1);
    expect(outcome.certificate!.boundZ).toBeGreaterThanOrEqual(z!);
    expect(outcome.work['sweeps']).toBeGreaterThan(0);
  });

  it('is close to the bound where there are many tasks', async () => {
    const { model } = randomRobustModel(5, {
      nodes: 3,
      cores: 3,
      tasks: 300,
      pStates: 4,
      mostPlans: Infinity,
      zeroVariance: false,
      deadlineFactor: 1.25,
      budgetFactor: 1.15,
      energyRobustness: 0.9,
    });
    const outcome = await lagrange(input(model, 'mo-ec', { control: stopAfter(400) }));
    const { z } = achieved(model, 'mo-ec', outcome);
    const { boundZ } = outcome.certificate!;
    expect(z! <= boundZ).toBe(true);
    // As deadline slack: the plan reaches the bound's quantile with a deadline this much longer.
    const finishS = new Float64Array(model.coreCount);
    const varianceS2 = new Float64Array(model.coreCount);
    const { core, pState } = outcome.mapping!;
    for (let task = 0; task < model.taskCount; task++) {
      const node = model.nodes[model.nodeOfCore[core[task]!]!]!;
      const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState[task]!]!;
      finishS[core[task]!]! += model.meanS[task * model.columnCount + node.column]! * scale;
      varianceS2[core[task]!]! += model.varianceS2[task * model.columnCount + node.column]! * scale ** 2;
    }
    const needed = Math.max(...finishS.map((mean, c) => mean + boundZ * Math.sqrt(varianceS2[c]!)));
    expect(needed / model.deadlineS - 1).toBeLessThan(0.05);
  });
});
