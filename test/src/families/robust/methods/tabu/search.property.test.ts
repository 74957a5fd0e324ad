import { describe, expect, it } from 'vitest';
import { cloneMapping, type Mapping } from '../../../../../../models/families/robust/mapping.js';
import { normalQuantile } from '../../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { ConstraintHandler } from '../../../../../../src/families/robust/methods/handling.js';
import { type Improvements, PRINTED } from '../../../../../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../../../../support/robust-improvements.js';
import { BestPlan } from '../../../../../../src/families/robust/methods/tabu/best-plan.js';
import { ArbitraryTasks, exchangeTasks } from '../../../../../../src/families/robust/methods/tabu/long-hops.js';
import { TabuSearch } from '../../../../../../src/families/robust/methods/tabu/search.js';
import { Stall } from '../../../../../../src/families/robust/methods/tabu/stall.js';
import { PRINTED_TABU, type TabuOptions } from '../../../../../../src/families/robust/methods/tabu/tabu.js';
import { TabuList } from '../../../../../../src/families/robust/methods/tabu/tabu-list.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel, tinyRobust } from '../../../../../support/robust.js';
import { GOALS, nodeOf, randomMapping } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function different(a: Mapping, b: Mapping): number {
  return [...a.core.keys()].filter((task) => a.core[task] !== b.core[task] || a.pState[task] !== b.pState[task]).length;
}

const WIDE = { deadlineFactor: 1.5, budgetFactor: 2.5 };

function searchOn(
  goal: RobustGoal,
  improvements: Improvements,
  options: Partial<TabuOptions> = {},
  limits = WIDE,
  seed = 5,
): TabuSearch {
  const { model } = randomRobustModel(31, {
    mostPlans: Infinity,
    tasks: 60,
    nodes: 3,
    cores: 3,
    pStates: 4,
    incompatible: 0,
    zeroVariance: false,
    ...limits,
  });
  const random = randomStream(seed, 'search');
  const input = { model, goal, handling: 'dynamic' as const, improvements, control: UNLIMITED, random, start: null };
  return new TabuSearch(input, { ...PRINTED_TABU, stallHops: 30, ...options });
}

describe('short-hops of the search', () => {
  it('move a dynamic c by 0.01: up when they end beyond the limit, down when within', () => {
    for (const goal of GOALS) {
      for (const limits of [WIDE, { deadlineFactor: 0.5, budgetFactor: 0.9 }]) {
        const search = searchOn(goal, PRINTED, {}, limits);
        const { handler, schedule } = search;
        let weight = 2;
        for (let n = 0; n < 250; n++) {
          search.shortHop();
          const within = handler.keeps(schedule.makespanZ, schedule.energyZ);
          weight = Math.max(0, weight + (within ? -0.01 : 0.01));
          expect(handler.weight).toBeCloseTo(weight, 9);
        }
        if (limits === WIDE) expect(weight).toBeLessThan(2);
        else expect(weight).toBeCloseTo(4.5, 9);
      }
    }
  });
});

describe('long-hops', () => {
  it('begin at least a quarter of the tasks away from every one before, whatever the short-hops did in between', () => {
    for (const goal of GOALS) {
      for (const improvements of [PRINTED, IMPROVED]) {
        const search = searchOn(goal, improvements);
        const begun = [cloneMapping(search.schedule)];
        while (begun.length < 12) {
          while (!search.shortHop());
          if (!search.longHop()) break;
          const hop = cloneMapping(search.schedule);
          for (const earlier of begun) expect(different(hop, earlier)).toBeGreaterThanOrEqual(15);
          begun.push(hop);
        }
        expect(begun.length).toBeGreaterThan(4);
        expect(search.work.longHops).toBe(begun.length - 1);
      }
    }
  });

  it('end the search when no place is left that is not tabu', () => {
    const search = searchOn('mo-ec', PRINTED, { leastDifference: 1.01, mostRefusals: 7 });
    while (!search.shortHop());
    expect(search.longHop()).toBe(false);
    expect(search.work).toMatchObject({ longHops: 0, refusals: 8 });
  });

  it('that are refused are no start, but may be the best plan met', () => {
    let better = 0;
    for (let seed = 1; seed <= fuzzCount(12, 6); seed++) {
      const search = searchOn('mo-ec', PRINTED, { leastDifference: 1.01, mostRefusals: 0, stallHops: 1 }, WIDE, seed);
      const first = search.best.makespanZ;
      expect(search.longHop()).toBe(false);
      const { schedule, best } = search;
      const kept = schedule.energyZ >= schedule.model.energyZ;
      expect(best.makespanZ).toBe(kept ? Math.max(first, schedule.makespanZ) : first);
      if (best.makespanZ === first) continue;
      better++;
      expect(best.mapping.core).toEqual(schedule.core);
      expect(best.mapping.pState).toEqual(schedule.pState);
    }
    expect(better).toBeGreaterThan(2);
  });

  it('end the search when the last ones have led to no better plan', () => {
    const search = searchOn('mo-ec', PRINTED, { stallHops: 1, idleLongHops: 3, leastDifference: 0 });
    let hops = 0;
    do while (!search.shortHop());
    while (search.longHop() && hops++ < 5000);
    expect(hops).toBeLessThan(5000);
    expect(search.work.longHops).toBeGreaterThanOrEqual(2);
  });

  it('with keepFeasible keep the limit, task by task; printed they need not', () => {
    for (const goal of GOALS) {
      const search = searchOn(goal, IMPROVED);
      expect(search.best.isFeasible).toBe(true);
      const { schedule } = search;
      const handler = new ConstraintHandler(schedule.model, goal, 'limit', IMPROVED);
      const before = cloneMapping(schedule);
      let changes = 0;
      exchangeTasks(schedule, handler, 20, randomStream(3, goal), () => {
        changes++;
        expect(handler.keeps(schedule.makespanZ, schedule.energyZ)).toBe(true);
      });
      expect(changes).toBeGreaterThan(0);
      expect(different(schedule, before)).toBeGreaterThan(5);
      for (let task = 0; task < schedule.core.length; task++) {
        expect(schedule.pState[task]).toBeLessThan(nodeOf(schedule.model, schedule.core[task]!).pStateCount);
      }
    }
  });

  it('draw as many tasks as asked, none twice, all of them in time', () => {
    const arbitrary = new ArbitraryTasks(9);
    const random = randomStream(1, 'draw');
    const seen = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const marks = arbitrary.draw(3, random);
      expect(marks.reduce((sum, mark) => sum + mark, 0)).toBe(3);
      marks.forEach((mark, task) => mark === 1 && seen.add(task));
    }
    expect(seen.size).toBe(9);
  });
});

describe('tabu list', () => {
  const mapping = (core: readonly number[], pState: readonly number[]): Mapping => ({
    core: Int32Array.from(core),
    pState: Uint8Array.from(pState),
  });

  it('counts a task as different by core or by P-state, once', () => {
    const list = new TabuList(8, 0.25, 10);
    const zeros = [0, 0, 0, 0, 0, 0, 0, 0];
    list.remember(mapping(zeros, zeros));
    expect(list.isTabu(mapping(zeros, zeros))).toBe(true);
    expect(list.isTabu(mapping([1, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]))).toBe(true);
    expect(list.isTabu(mapping([1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0]))).toBe(false);
    expect(list.isTabu(mapping([1, 1, 0, 0, 0, 0, 0, 0], zeros))).toBe(false);
  });

  it('holds copies, compares with all of them, and forgets the oldest when full', () => {
    const list = new TabuList(2, 1, 2);
    const live = mapping([0, 0], [0, 0]);
    list.remember(live);
    live.core.fill(5);
    list.remember(mapping([1, 1], [0, 0]));
    expect(list.isTabu(mapping([0, 3], [0, 0]))).toBe(true);
    expect(list.isTabu(mapping([1, 3], [0, 0]))).toBe(true);
    expect(list.isTabu(mapping([5, 5], [0, 0]))).toBe(false);
    list.remember(mapping([2, 2], [0, 0]));
    expect(list.isTabu(mapping([0, 3], [0, 0]))).toBe(false);
    expect(list.isTabu(mapping([1, 3], [0, 0]))).toBe(true);
  });
});

describe('end of local search', () => {
  it('comes after so many hops in a row that together gain less than the share; a gain begins the count anew', () => {
    const { model } = tinyRobust();
    const handler = new ConstraintHandler(model, 'mo-ec', 'dynamic', PRINTED);
    const stall = new Stall(handler, 3, 0.001);
    const at = (psi: number): { makespanZ: number; energyZ: number } => ({
      makespanZ: normalQuantile(psi),
      energyZ: 3,
    });
    stall.restart(at(0.5));
    expect(stall.hopEnds(at(0.5002))).toBe(false);
    expect(stall.hopEnds(at(0.5004))).toBe(false);
    // Each gained little, together more than 0.1 %.
    expect(stall.hopEnds(at(0.5006))).toBe(false);
    expect(stall.hopEnds(at(0.5006))).toBe(false);
    expect(stall.hopEnds(at(0.5006))).toBe(false);
    expect(stall.hopEnds(at(0.5006))).toBe(true);
  });
});

describe('best plan', () => {
  it('is a copy of the schedule at its best moment, however the schedule went on', () => {
    for (let seed = 0; seed < fuzzCount(30); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, tasks: 6 });
      const random = randomStream(seed, 'moves');
      const goal = GOALS[seed % 2]!;
      const schedule = new Schedule(model, randomMapping(model, random));
      const best = new BestPlan(model, goal);
      const order = new ConstraintHandler(model, goal, 'superiority', { zSpace: true, ties: true });
      expect(best.isFeasible).toBe(false);
      expect(best.consider(schedule)).toBe(true);
      let wanted = cloneMapping(schedule);
      let held = { makespanZ: schedule.makespanZ, energyZ: schedule.energyZ };
      for (let n = 0; n < 100; n++) {
        const target = randomMapping(model, random);
        if (n % 17 === 0) {
          schedule.load(target);
          best.scheduleReplaced();
        } else {
          const task = random.integer(0, model.taskCount - 1);
          schedule.move(task, target.core[task]!, target.pState[task]!);
          best.taskMoved(task);
        }
        order.hold(held.makespanZ, held.energyZ);
        const better = order.improves(schedule.makespanZ, schedule.energyZ);
        expect(best.consider(schedule)).toBe(better);
        if (better) {
          wanted = cloneMapping(schedule);
          held = { makespanZ: schedule.makespanZ, energyZ: schedule.energyZ };
        }
        expect([...best.mapping.core]).toEqual([...wanted.core]);
        expect([...best.mapping.pState]).toEqual([...wanted.pState]);
        expect(best.incumbent === null).toBe(!order.keeps(held.makespanZ, held.energyZ));
      }
    }
  });
});
