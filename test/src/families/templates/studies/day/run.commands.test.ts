import { describe, expect, it } from 'vitest';
import type { DayOutcome, DaySeries } from '../../../../../../models/families/templates/online.js';
import { drawArrivals } from '../../../../../../src/online/draw-arrivals.js';
import { openTemplates } from '../../../../../../src/families/templates/instances/open.js';
import { templatesAsAsked } from '../../../../../../src/families/templates/runs/as-asked.js';
import { arrivalsRecord } from '../../../../../../src/families/templates/studies/day/arrivals-record.js';
import { dayClosure } from '../../../../../../src/families/templates/studies/day/closure.js';
import { DAY_METHODS, dayMethodNamed } from '../../../../../../src/families/templates/studies/day/methods.js';
import type { DayOptions } from '../../../../../../src/families/templates/studies/day/request.js';
import { transientRooms } from '../../../../../../src/families/templates/studies/day/rooms.js';
import { type MethodsFound, simulateMethods } from '../../../../../../src/families/templates/studies/day/run.js';
import { stoppedSeries } from '../../../../../../src/families/templates/studies/day/stopped-series.js';

const opened = openTemplates('instances/templates/tiny-two-quadrants.json');
if (!opened.ok || opened.air === null) throw new Error('the instance is refused');
const { model, air, instance } = opened;
const rooms = transientRooms(instance, (vents) => air.transientAir(vents));
const book = templatesAsAsked(model, null);
const arrivals = drawArrivals({ kind: 'constant', ratePerS: 0.5 }, 3570, 1, 3);
const options: Partial<DayOptions> = { overcoolingC: 15, throttlingC: 24, seriesIntervalS: 60 };
const NAMES = ['greedy+overcooling', 'lbbr+throttling', 'greedy+templates'];

function study(energyBudgetsJ: readonly number[], stopAfter = Infinity): Promise<MethodsFound> {
  return simulateMethods({
    model,
    rooms,
    book,
    arrivals,
    energyBudgetsJ,
    options,
    methods: NAMES.map((name) => dayMethodNamed(name)!),
    seed: 3,
    pause: (done) => Promise.resolve(done >= stopAfter),
  });
}

function energyJ({ totalPowerW, intervalS }: DaySeries): number {
  return totalPowerW.reduce((sum, watts, k) => sum + watts * Math.min(intervalS, 3570 - k * intervalS), 0);
}

describe('several methods on the same tasks', () => {
  it('are simulated for every budget, the same day as when each is asked for alone', async () => {
    const budgets = [2e6, 4e6, Infinity];
    const together = await study(budgets);
    expect(together.methods.map(({ name }) => name)).toEqual(NAMES);
    for (const [b, budget] of budgets.entries()) {
      const alone = await study([budget]);
      together.methods.forEach(({ budgets: own }, m) => {
        expect(own[b]).toEqual(alone.methods[m]!.budgets[0]);
        expect(own[b]!.closure.closes).toBe(true);
        const { energyBudgetJ, energyJ: energy, tasks, stoppedAtS } = own[b]!.outcome;
        expect(energyBudgetJ).toBe(budget);
        expect(tasks.arrived).toBe(arrivals.timeS.length);
        expect(stoppedAtS === null).toBe(budget === Infinity);
        // The series is cut where this budget, not the largest, ended the day.
        expect(energyJ(together.series[m]![b]!)).toBeCloseTo(energy.total, 3);
        const one = alone.series[m]![0]!;
        const cut = together.series[m]![b]!;
        cut.totalPowerW.forEach((watts, k) => {
          expect(watts).toBeCloseTo(one.totalPowerW[k]!, 6);
        });
        cut.cracPowerW.forEach((watts, k) => {
          expect(watts).toBeCloseTo(one.cracPowerW[k]!, 6);
        });
        expect(Array.from(cut.setPointC, Number.isNaN)).toEqual(Array.from(one.setPointC, Number.isNaN));
      });
    }
    expect(together.methods.map(({ budgets: own }) => own[0]!.lookups !== null)).toEqual([false, false, true]);
  });

  it('an interrupt keeps what is done, and no half of a method', async () => {
    const found = await study([2e6, 4e6], 3);
    expect(found.interrupted).toBe(true);
    expect(found.methods.map(({ name }) => name)).toEqual(NAMES.slice(0, 2));
    expect(found.series).toHaveLength(2);
    expect((await study([2e6], 0)).methods).toEqual([]);
  });

  it('every pair has a name', () => {
    expect(DAY_METHODS).toHaveLength(12);
    expect(dayMethodNamed('lbbn+templates')).toEqual({ name: 'lbbn+templates', mapping: 'lbbn', thermal: 'templates' });
    expect(dayMethodNamed('templates+greedy')).toBeUndefined();
  });
});

describe('a ledger', () => {
  const outcome: DayOutcome = {
    energyBudgetJ: 1000,
    stoppedAtS: 5,
    reward: 1,
    tasks: { arrived: 21, completedInTime: 1, completedLate: 2, dropped: 3, running: 4, waiting: 5, afterStop: 6 },
    energyJ: { cores: 100, idle: 300, crac: 600, total: 1000 },
    heatJ: { nodes: 400, removed: 350, stored: 60, ventChanges: 10 },
    cracWithoutHeatS: 0,
    throttledCoreS: 0,
    throttlings: 0,
    hottestOutletC: 20,
    hottestInletC: 18,
    nodeSecondsTooHot: 0,
  };

  it('closes', () => {
    expect(dayClosure(outcome)).toEqual({ energyParts: 0, heat: 0, overBudget: 0, tasks: 0, closes: true });
    expect(dayClosure({ ...outcome, energyBudgetJ: Infinity }).closes).toBe(true);
  });

  it.each<[string, Partial<DayOutcome>]>([
    ['energy', { energyJ: { ...outcome.energyJ, crac: 600.01 } }],
    ['heat', { heatJ: { ...outcome.heatJ, ventChanges: -10 } }],
    ['budget', { energyBudgetJ: 999 }],
    ['a task', { tasks: { ...outcome.tasks, waiting: 4 } }],
    ['what is no number', { energyJ: { ...outcome.energyJ, total: NaN } }],
  ])('does not close where %s is missing', (_, change) => {
    expect(dayClosure({ ...outcome, ...change }).closes).toBe(false);
  });

  it('a series is cut where the day stopped, and only there', () => {
    const values = Float64Array.of(1, 2);
    const series: DaySeries = {
      intervalS: 60,
      totalPowerW: values,
      nodePowerW: values,
      cracPowerW: values,
      setPointC: values,
      hottestOutletC: values,
      hottestInletC: values,
      runningCores: values,
      waitingTasks: values,
      rewardSoFar: Float64Array.of(3, 5),
    };
    expect(stoppedSeries(series, { ...outcome, stoppedAtS: null }, 120)).toBe(series);
    const stopped = stoppedSeries(
      series,
      { ...outcome, stoppedAtS: 30, reward: 2, energyJ: { cores: 1, idle: 2, crac: 3, total: 6 } },
      120,
    );
    expect([...stopped.totalPowerW]).toEqual([0.1, 0]);
    expect([...stopped.nodePowerW]).toEqual([0.05, 0]);
    expect([...stopped.runningCores]).toEqual([0.5, 0]);
    expect([...stopped.hottestOutletC]).toEqual([1, NaN]);
    expect([...stopped.hottestInletC]).toEqual([1, NaN]);
    expect([...stopped.rewardSoFar]).toEqual([2, 2]);
  });

  it('arrivals are counted by hour and type', () => {
    const record = arrivalsRecord('constant', 'words', arrivals, model);
    expect(record).toMatchObject({
      kind: 'constant',
      description: 'words',
      durationS: 3570,
      tasks: arrivals.timeS.length,
    });
    expect(record.tasksPerSByHour[0]).toBeCloseTo(arrivals.timeS.length / 3570, 12);
    expect(record.tasksByType).toEqual([{ taskType: 'job', tasks: arrivals.timeS.length }]);
    expect(record.greatestReward).toBeCloseTo(arrivals.timeS.length, 9);
  });
});
