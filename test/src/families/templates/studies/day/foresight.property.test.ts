import { describe, expect, it } from 'vitest';
import type { StateGrid } from '../../../../../../models/families/templates/instance.js';
import type { ArrivalSequence } from '../../../../../../src/online/arrivals.js';
import { foresight, hopelessTasks } from '../../../../../../src/families/templates/studies/day/foresight.js';
import { DAY_DEFAULTS } from '../../../../../../src/families/templates/studies/day/request.js';
import { simulateDay } from '../../../../../../src/families/templates/studies/day/simulate-day.js';
import {
  arrivalsAt,
  dayRoom,
  oneRack,
  randomArrivals,
  randomBook,
  smallFacility,
} from '../../../../../support/templates-day.js';

const GRID: StateGrid = { arrivingWorkPerS: [1, 2], runningCores: [[0, 4]], powerLimitW: [1000, 2000] };
const NO_LIMIT = [Infinity];

/** One rack whose jobs take 10 s at best; four nodes of one core each. */
function rackWith(deadlineS: number, nodes = 4) {
  return dayRoom(oneRack(nodes, { taskTypes: [{ name: 'job', rewardPerTask: 2, deadlineS }] }));
}

function warningsOf(deadlineS: number, arrivals: ArrivalSequence, grid: StateGrid | null = null, budgets = NO_LIMIT) {
  return foresight({
    model: rackWith(deadlineS).model,
    arrivals,
    options: DAY_DEFAULTS,
    grid,
    energyBudgetsJ: budgets,
  });
}

describe('what is known before a day', () => {
  it('tasks are hopeless that no core completes after the next mapping event', () => {
    // 30 s to run 10 s: those that wait more than 20 s for a multiple of 60 s are lost. 1150 s is after the last event, 1140 s.
    const arrivals = arrivalsAt([0, 1, 39, 40, 59, 60, 61, 100, 1150], 1200);
    const { model } = rackWith(30);
    expect(hopelessTasks({ model, arrivals, options: DAY_DEFAULTS })).toEqual({ tasks: [8], hopeless: [3] });
    const [warning] = warningsOf(30, arrivals);
    expect(warning).toContain('3 of 8 tasks (37.5 %) cannot be completed in time');
    expect(warning).toContain('mapped every 60 s');
    expect(warning).toContain('"job" (37.5 %; deadline 30 s after arrival, fastest run 10 s');
    expect(warningsOf(100, arrivals)).toEqual([]);
  });

  it('those of their own length are judged by it', () => {
    // The second runs 20 s and has 60 s, the third 5 s and 15 s.
    const arrivals = { ...arrivalsAt([1, 20, 50], 1200), length: Float64Array.of(1, 2, 0.5) };
    const { model } = rackWith(30);
    expect(hopelessTasks({ model, arrivals, options: DAY_DEFAULTS })).toEqual({ tasks: [3], hopeless: [1] });
  });

  it('greedy drops exactly them where cores are idle', () => {
    const room = rackWith(30, 12);
    const arrivals = randomArrivals(0.05, 3600, 1, 4);
    const { hopeless } = hopelessTasks({ model: room.model, arrivals, options: DAY_DEFAULTS });
    const lost = hopeless.reduce((a, b) => a + b);
    expect(lost).toBeGreaterThan(0);
    const day = simulateDay({
      ...room,
      arrivals,
      mapping: 'greedy',
      thermal: 'overcooling',
      book: null,
      energyBudgetsJ: NO_LIMIT,
      seed: 1,
      options: { overcoolingC: 20 },
    });
    expect(day.outcomes[0]!.tasks.dropped).toBe(lost);
  });

  it('work is more than all cores do', () => {
    // Middle P-state: 20 s a job, four cores, 0.2 tasks/s.
    const many = arrivalsAt(
      Array.from({ length: 720 }, (_, n) => n),
      720,
    );
    expect(warningsOf(100, many)).toEqual([
      expect.stringContaining('is 1 tasks/s on average, 5 times what all cores of the room do'),
    ]);
    const few = arrivalsAt([1, 2, 3], 720);
    expect(warningsOf(100, few)).toEqual([]);
  });

  it('look-ups outside the grid by their work are as many as the day then has', () => {
    const room = dayRoom(smallFacility());
    const book = randomBook(room.model, 1);
    for (const perS of [0.1, 0.5, 0.9]) {
      const arrivals = randomArrivals(perS, 3600, 3, 4);
      const day = simulateDay({
        ...room,
        arrivals,
        mapping: 'greedy',
        thermal: 'templates',
        book,
        energyBudgetsJ: NO_LIMIT,
        seed: 1,
      });
      const { workOutside, count } = day.lookups!;
      const said = foresight({
        model: room.model,
        arrivals,
        options: DAY_DEFAULTS,
        grid: book.grid,
        energyBudgetsJ: NO_LIMIT,
      }).filter((warning) => warning.includes("outside the templates' grid"));
      if (perS < 0.5) expect(said).toEqual([]);
      else expect(said).toEqual([expect.stringContaining(`at ${workOutside} of ${count} look-ups`)]);
      if (perS > 0.5) expect(workOutside).toBeGreaterThan(0.9 * count);
    }
  });

  it('no budget, and a budget beyond all power limits', () => {
    const few = arrivalsAt(
      Array.from({ length: 72 }, (_, n) => 10 * n),
      720,
    );
    const wide = { ...GRID, arrivingWorkPerS: [0.05, 0.15] };
    expect(warningsOf(100, few, wide)).toEqual([expect.stringContaining('take those of the largest, 2 kW')]);
    expect(warningsOf(100, few, wide, [720 * 1500, 720 * 2500])).toEqual([]);
    expect(warningsOf(100, few, wide, [720 * 2501])).toEqual([
      expect.stringContaining('1.801 MJ is 2.501 kW over the day, outside the power limits'),
    ]);
    expect(warningsOf(100, few, null)).toEqual([]);
  });
});
