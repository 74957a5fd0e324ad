import { describe, expect, it } from 'vitest';
import { designFaults, execute } from '../../../../../../models/families/jobs/design-point.js';
import { exactFront } from '../../../../../../src/families/jobs/methods/profiles/exact-fronts.js';
import { hypervolumeShare } from '../../../../../../models/families/jobs/hypervolume.js';
import {
  balancedSchedule,
  byUpwardRank,
  heft,
} from '../../../../../../src/families/jobs/methods/profiles/list-schedule.js';
import { lowerLevels } from '../../../../../../src/families/jobs/methods/profiles/lower-levels.js';
import { moheft } from '../../../../../../src/families/jobs/methods/profiles/moheft.js';
import { graphOf, jobOf, layeredJob } from '../../../../../support/jobs/task-graphs.js';
import { mulberry } from '../../../../../support/jobs/mulberry.js';

const LEVELS = { dynamicPowerW: [1, 4], staticPowerW: 0.5 } as const;
/** Two tasks after another, the second's data slow to cross; times at levels half and full speed. */
const TWO = {
  ...LEVELS,
  timeS: [
    [4, 2],
    [20, 10],
    [10, 5],
  ],
  edges: [
    [0, 1, 3],
    [0, 2, 3],
  ],
} as const;

describe('list schedules', () => {
  it('take tasks by upward rank: own time, transfers and the longest way to the end', () => {
    const { graph } = graphOf({
      ...LEVELS,
      timeS: [
        [0, 1],
        [0, 9],
        [0, 4],
        [0, 8],
      ],
      edges: [
        [0, 3, 2],
        [2, 3, 7],
      ],
    });
    // Ranks at level 1: task 3: 8, task 2: 4 + 7 + 8 = 19, task 1: 9, task 0: 1 + 2 + 8 = 11.
    expect(byUpwardRank(graph, 1)).toEqual([2, 0, 1, 3]);
  });

  it('by HEFT put a task where it ends first and use no core in vain', () => {
    const { graph, power } = graphOf(TWO);
    // Task 1 follows task 0 on core 0, 2 .. 12; task 2 starts at 5 on core 1 rather than at 12 on core 0.
    const point = heft(graph, power, 3);
    expect(point).toMatchObject({ cores: 2, timeS: 12 });
    expect([...point.coreOf]).toEqual([0, 0, 1]);
    expect(point.energyJ).toBe(17 * 4 + 12 * 2 * 0.5);
    expect(heft(graph, power, 1)).toMatchObject({ cores: 1, timeS: 17 });
  });

  it('by HEFT fill gaps: a task that fits before another goes there', () => {
    // Ranks at full speed: 1: 60, 0: 18, 2: 9, 3: 2. Task 2 waits on core 0 for data of task 0 until 9 s; task 3 fits between.
    const { graph, power } = graphOf({
      ...LEVELS,
      timeS: [
        [10, 5],
        [2, 1],
        [18, 9],
        [4, 2],
      ],
      edges: [
        [0, 2, 4],
        [1, 2, 50],
        [1, 3, 0],
      ],
    });
    const point = heft(graph, power, 2);
    expect([...point.coreOf]).toEqual([1, 0, 0, 0]);
    expect(point.timeS).toBe(18);
    expect([...execute(graph, power, point).startS]).toEqual([0, 0, 9, 1]);
  });

  it('balanced use exactly the cores asked for, and the fewest cores that reach the least time if not asked', () => {
    const { graph, power } = graphOf(jobOf([10, 10, 10, 10], []));
    for (const cores of [1, 2, 3, 4]) {
      const point = balancedSchedule(graph, power, cores);
      expect(designFaults(graph, point)).toEqual([]);
      expect(point).toMatchObject({ cores, timeS: 10 * Math.ceil(4 / cores) });
    }
    expect(() => balancedSchedule(graph, power, 5)).toThrow(RangeError);
  });
});

describe('lowering of levels', () => {
  it('saves what slack allows without a later end, each core once', () => {
    const { graph, power } = graphOf({
      ...LEVELS,
      timeS: [
        [20, 10],
        [8, 4],
        [30, 15],
      ],
      edges: [],
    });
    const fast = balancedSchedule(graph, power, 3);
    // Task 2 (15 s) sets the end; task 0 would take 20 s at half speed, task 1 takes 8.
    const low = lowerLevels(graph, power, fast, 'core');
    expect([...low.levelOf]).toEqual([1, 0, 1]);
    expect(low.timeS).toBe(15);
    expect(low.energyJ).toBe(fast.energyJ - 4 * 4 + 8 * 1);
  });

  it('lowers a task beside a fast one on its core where levels belong to tasks, and only there', () => {
    const { graph, power } = graphOf({
      ...LEVELS,
      timeS: [
        [20, 10],
        [8, 4],
        [36, 18],
      ],
      edges: [],
    });
    const fast = balancedSchedule(graph, power, 2);
    // Task 2 alone until 18 s; tasks 0 and 1 on the other core until 14 s, or 18 s with task 1 at half speed.
    expect([...fast.coreOf]).toEqual([1, 1, 0]);
    expect(lowerLevels(graph, power, fast, 'core')).toEqual(fast);
    const low = lowerLevels(graph, power, fast, 'task');
    expect([...low.levelOf]).toEqual([1, 0, 1]);
    expect(low).toMatchObject({ timeS: 18, energyJ: fast.energyJ - 4 * 4 + 8 * 1 });
  });
});

describe('MOHEFT', () => {
  it('gives sound designs on exactly k cores, none beaten by another, none better than the exact front', () => {
    for (const seed of [1, 2]) {
      const { graph, power } = graphOf(layeredJob(5, mulberry(seed)));
      for (const cores of [1, 2, 3, 5]) {
        const points = moheft(graph, power, cores);
        const exact = exactFront(graph, power, cores).points;
        points.forEach((point, at) => {
          expect(designFaults(graph, point)).toEqual([]);
          expect(point.cores).toBe(cores);
          if (at > 0) expect(point.energyJ).toBeLessThan(points[at - 1]!.energyJ);
        });
        const share = hypervolumeShare(points, exact);
        expect(share).toBeLessThanOrEqual(1 + 1e-9);
        expect(share).toBeGreaterThan(0.5);
      }
    }
  });

  it('finds the whole front of one core', () => {
    const { graph, power } = graphOf(jobOf([5, 6, 7], [[0, 1, 1]]));
    const times = (points: readonly { timeS: number }[]): number[] => points.map(({ timeS }) => timeS);
    expect(times(moheft(graph, power, 1))).toEqual(times(exactFront(graph, power, 1).points));
  });

  it('keeps no more than K', () => {
    const { graph, power } = graphOf(layeredJob(6, mulberry(4)));
    expect(moheft(graph, power, 3, { tradeoffs: 4 }).length).toBeLessThanOrEqual(4);
  });
});
