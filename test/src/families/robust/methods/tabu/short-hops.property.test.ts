import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../../../models/families/robust/evaluate.js';
import { cloneMapping } from '../../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import { ConstraintHandler } from '../../../../../../src/families/robust/methods/handling.js';
import { CONSTRAINT_HANDLING } from '../../../../../../src/families/robust/methods/outcome.js';
import { nodePreference } from '../../../../../../src/families/robust/methods/tabu/preference.js';
import { createShortHops } from '../../../../../../src/families/robust/methods/tabu/short-hops.js';
import { type RandomStream, randomStream } from '../../../../../../src/random/stream.js';
import { type RobustCase, randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { type Change, PlainShortHops } from './plain-short-hops.js';
import {
  clearlyImproves,
  GOALS,
  IMPROVEMENTS,
  measured,
  perhapsImproves,
  randomHandler,
  randomMapping,
} from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const OPERATORS = ['taskSwap', 'taskReassignment', 'pStateReassignment'] as const;

describe('short-hops', () => {
  it('do what the print says, word by word, draw by draw', () => {
    const changed = { taskSwap: 0, taskReassignment: 0, pStateReassignment: 0 };
    let parted = 0;
    for (let seed = 0; seed < fuzzCount(600, 300); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, ...(seed % 3 === 0 ? { tasks: 12 } : {}) });
      const random = randomStream(seed, 'problem');
      const schedule = new Schedule(model, randomMapping(model, random));
      const handler = randomHandler(model, random);
      const preference = nodePreference(model, handler.goal);
      for (const operator of OPERATORS) {
        const hops = createShortHops({ handler, preference, random: randomStream(seed, operator) });
        const plain = new PlainShortHops(handler, randomStream(seed, operator));
        const before = cloneMapping(schedule);
        const wanted = plain[operator](schedule) ?? [];
        if (hops[operator](schedule)) changed[operator]++;
        const outcome = evaluateMapping(model, schedule);
        const expected = measured(model, before, wanted);
        if (!sameMapping(schedule, before, wanted)) {
          // Only where rounding makes or breaks a tie: one is hardly an improvement, or neither is clearly the better one.
          parted++;
          const now = evaluateMapping(model, before);
          const tie =
            !clearlyImproves(handler, now, outcome) ||
            !clearlyImproves(handler, now, expected) ||
            !(clearlyImproves(handler, expected, outcome) || clearlyImproves(handler, outcome, expected));
          expect(tie).toBe(true);
        }
        schedule.load(before);
      }
    }
    for (const operator of OPERATORS) expect(changed[operator]).toBeGreaterThan(60);
    expect(parted).toBeLessThan(20);
  });

  it('keep only what improves the objective as the handling weighs it, re-evaluated from scratch', () => {
    let kept = 0;
    for (let seed = 0; seed < fuzzCount(120, 120); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, tasks: 15 });
      const random = randomStream(seed, 'accepted');
      const schedule = new Schedule(model, randomMapping(model, random));
      const handler = randomHandler(model, random);
      const hops = createShortHops({ handler, preference: nodePreference(model, handler.goal), random });
      for (let n = 0; n < 40; n++) {
        for (const operator of OPERATORS) {
          const before = evaluateMapping(model, schedule);
          const earlier = cloneMapping(schedule);
          const improved = hops[operator](schedule);
          expect(sameMapping(schedule, earlier, [])).toBe(!improved);
          if (!improved) continue;
          kept++;
          const after = evaluateMapping(model, schedule);
          expect(perhapsImproves(handler, before, after)).toBe(true);
          expect(clearlyImproves(handler, after, before)).toBe(false);
        }
        handler.adapt(handler.keeps(schedule.makespanZ, schedule.energyZ));
      }
      const plain = evaluateMapping(model, schedule);
      expectClose(schedule.makespanZ, plain.makespanZ);
      expectClose(schedule.energyZ, plain.energyZ);
    }
    expect(kept).toBeGreaterThan(500);
  });

  it('iterate does one of each, in the order of Algorithm 1, and says how many changed something', () => {
    const { model } = randomRobustModel(5, { mostPlans: Infinity, tasks: 20 });
    const start = randomMapping(model, randomStream(1, 'start'));
    const whole = new Schedule(model, start);
    const parts = new Schedule(model, start);
    const hops = (): ReturnType<typeof createShortHops> =>
      createShortHops({
        handler: new ConstraintHandler(model, 'mo-ec', 'dynamic', { zSpace: true, ties: true }),
        preference: nodePreference(model, 'mo-ec'),
        random: randomStream(3, 'hops'),
      });
    const [once, each] = [hops(), hops()];
    for (let n = 0; n < 50; n++) {
      const changed = OPERATORS.reduce((count, operator) => count + Number(each[operator](parts)), 0);
      expect(once.iterate(whole)).toBe(changed);
      expect([...whole.core]).toEqual([...parts.core]);
      expect([...whole.pState]).toEqual([...parts.pState]);
    }
  });

  it('tell of every task they change and of no other', () => {
    for (const goal of GOALS) {
      const { model } = randomRobustModel(8, { mostPlans: Infinity, tasks: 20 });
      const random = randomStream(8, goal);
      const schedule = new Schedule(model, randomMapping(model, random));
      const told = new Set<number>();
      const hops = createShortHops({
        handler: new ConstraintHandler(model, goal, 'dynamic', { zSpace: true, ties: true }),
        preference: nodePreference(model, goal),
        random,
        moved: (task) => told.add(task),
      });
      for (let n = 0; n < 60; n++) {
        const before = cloneMapping(schedule);
        told.clear();
        const count = hops.iterate(schedule);
        const different = [...before.core.keys()].filter(
          (task) => before.core[task] !== schedule.core[task] || before.pState[task] !== schedule.pState[task],
        );
        for (const task of different) expect(told).toContain(task);
        expect(told.size > 0).toBe(count > 0);
      }
    }
  });

  it('limiting, a search that is feasible stays feasible after every operator', () => {
    for (const goal of GOALS) {
      for (const improvements of IMPROVEMENTS) {
        const { model } = randomRobustModel(21, { mostPlans: Infinity, tasks: 15, budgetFactor: 3, deadlineFactor: 2 });
        const random = randomStream(2, goal);
        const schedule = new Schedule(model, feasibleMapping(model, goal, random));
        const handler = new ConstraintHandler(model, goal, 'limit', improvements);
        const hops = createShortHops({ handler, preference: nodePreference(model, goal), random });
        for (let n = 0; n < 100; n++) {
          for (const operator of OPERATORS) {
            hops[operator](schedule);
            expect(handler.keeps(schedule.makespanZ, schedule.energyZ)).toBe(true);
          }
        }
      }
    }
  });

  it('go on where every Psi rounds to 1 and every phi to 0, printed as well as in z-space', () => {
    // Deadline far off, budget far too small: Psi is 1 and phi 0 whatever is done.
    const { model } = randomRobustModel(4, {
      nodes: 2,
      cores: 3,
      pStates: 3,
      tasks: 20,
      mostPlans: Infinity,
      zeroVariance: false,
      incompatible: 0,
      deadlineFactor: 1000,
      budgetFactor: 0.001,
    });
    const start = randomMapping(model, randomStream(4, 'start'));
    for (const handling of CONSTRAINT_HANDLING) {
      const kept = (zSpace: boolean): number => {
        const schedule = new Schedule(model, start);
        const hops = createShortHops({
          handler: new ConstraintHandler(model, 'mo-ec', handling, { zSpace, ties: false }),
          preference: nodePreference(model, 'mo-ec'),
          random: randomStream(4, 'hops'),
        });
        let count = 0;
        for (let n = 0; n < 30; n++) count += hops.iterate(schedule);
        return count;
      };
      for (const zSpace of [false, true]) {
        if (handling === 'limit') expect(kept(zSpace)).toBe(0);
        else expect(kept(zSpace)).toBeGreaterThan(0);
      }
    }
  });
});

/** Always the least of what could be drawn. */
const LOWEST: RandomStream = { ...randomStream(0, 'unused'), integer: (low) => low };

describe('short-hops by hand', () => {
  const { model }: RobustCase = tinyRobust({ limits: { deadlineS: 400, energyBudgetJ: 50_000 } });
  const hopsFor = (goal: RobustGoal): ReturnType<typeof createShortHops> =>
    createShortHops({
      handler: new ConstraintHandler(model, goal, 'dynamic', { zSpace: true, ties: false }),
      preference: nodePreference(model, goal),
      random: LOWEST,
    });

  it('MO-EC reassignment: the first task of the slow core that improves goes to the freest core of the fast node, in P0', () => {
    // All are faster on F. t1, t2 and t3 are on S: equal ranks, so the list decides, which begins with t1.
    const schedule = new Schedule(model, { core: Int32Array.of(2, 2, 2, 0), pState: Uint8Array.of(1, 1, 1, 0) });
    expect(hopsFor('mo-ec').taskReassignment(schedule)).toBe(true);
    expect([...schedule.core]).toEqual([1, 2, 2, 0]);
    expect([...schedule.pState]).toEqual([0, 1, 1, 0]);
  });

  it('MO-EC swap: the worst ranked task of the core goes to its best node for the task there that ranks best here', () => {
    // t1 and t2 are faster on S, t3 and t4 on F; core 0 of F has t1 and t3, S has t2 and t4.
    const swapped = tinyRobust({
      limits: { deadlineS: 400, energyBudgetJ: 50_000 },
      tasks: [
        { name: 't1', taskType: 'compute', meanS: { F: 200, S: 100 }, varianceS2: { F: 400, S: 100 } },
        { name: 't2', taskType: 'compute', meanS: { F: 210, S: 100 }, varianceS2: { F: 400, S: 100 } },
        { name: 't3', taskType: 'compute', meanS: { F: 90, S: 150 }, varianceS2: { F: 400, S: 100 } },
        { name: 't4', taskType: 'compute', meanS: { F: 110, S: 250 }, varianceS2: { F: 400, S: 100 } },
      ],
    }).model;
    const schedule = new Schedule(swapped, { core: Int32Array.of(0, 2, 0, 2), pState: Uint8Array.of(1, 0, 1, 1) });
    const hops = createShortHops({
      handler: new ConstraintHandler(swapped, 'mo-ec', 'dynamic', { zSpace: true, ties: false }),
      preference: nodePreference(swapped, 'mo-ec'),
      random: LOWEST,
    });
    expect(hops.taskSwap(schedule)).toBe(true);
    expect([...schedule.core]).toEqual([2, 2, 0, 0]);
    expect([schedule.pState[0], schedule.pState[3]]).toEqual([0, 0]);
  });

  it('MO-EC P-states: within the limit one step faster on the least robust core', () => {
    const schedule = new Schedule(model, { core: Int32Array.of(0, 0, 0, 1), pState: Uint8Array.of(2, 2, 2, 2) });
    expect(hopsFor('mo-ec').pStateReassignment(schedule)).toBe(true);
    expect([...schedule.pState]).toEqual([1, 2, 2, 2]);
  });

  it('EO-MC P-states: within the limit to the P-state of least energy on the most robust core that has tasks', () => {
    // Core 1 is empty and more robust than any; core 2 runs t3: 187.5 s at 12 W in P1 (overhead included), 150 s at 20 W in P0.
    const schedule = new Schedule(model, { core: Int32Array.of(0, 0, 2, 0), pState: Uint8Array.of(0, 0, 0, 0) });
    const before = schedule.energyZ;
    expect(schedule.tasksOnCore[schedule.mostRobustCore]).toBe(0);
    expect(hopsFor('eo-mc').pStateReassignment(schedule)).toBe(true);
    expect([...schedule.pState]).toEqual([0, 0, 1, 0]);
    expect(schedule.energyZ).toBeGreaterThan(before);
  });
});

function feasibleMapping(
  model: RobustCase['model'],
  goal: RobustGoal,
  random: RandomStream,
): ReturnType<typeof randomMapping> {
  const handler = new ConstraintHandler(model, goal, 'limit', { zSpace: true, ties: false });
  for (let tries = 0; tries < 20_000; tries++) {
    const mapping = randomMapping(model, random);
    const { makespanZ, energyZ } = evaluateMapping(model, mapping);
    if (handler.keeps(makespanZ, energyZ)) return mapping;
  }
  throw new Error('no feasible mapping drawn');
}

function sameMapping(
  schedule: Schedule,
  before: { readonly core: Int32Array; readonly pState: Uint8Array },
  changes: readonly Change[],
): boolean {
  const core = before.core.slice();
  const pState = before.pState.slice();
  for (const [task, place, p] of changes) {
    core[task] = place;
    pState[task] = p;
  }
  return core.every((place, task) => schedule.core[task] === place && schedule.pState[task] === pState[task]);
}

function expectClose(a: number, b: number): void {
  if (Number.isFinite(a) && Number.isFinite(b)) expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(b)));
  else expect(a).toBe(b);
}
