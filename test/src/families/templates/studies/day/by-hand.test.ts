import { describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../../../../models/families/templates/instance.js';
import type { DayOutcome, DaySeries, MappingName } from '../../../../../../models/families/templates/online.js';
import type { DayOptions } from '../../../../../../src/families/templates/studies/day/request.js';
import { simulateDay } from '../../../../../../src/families/templates/studies/day/simulate-day.js';
import { arrivalsAt, oneRack, promptRoom } from '../../../../../support/templates-day.js';

/**
 * Nodes of one core: 60 W idle; a job takes 10 s and 400 J or 20 s and 300 J, earns 2 within 100 s. Without inertia CRACs draw a quarter of what
 * the nodes draw in a step, and the room's outlets are 1/1000 K/W of all and 1/100 K/W of the own power above the set-point.
 */
function day(
  instance: TemplatesInstance,
  mapping: MappingName,
  timeS: readonly number[],
  {
    budgets = [Infinity],
    durationS = 200,
    ...options
  }: Partial<DayOptions> & { budgets?: number[]; durationS?: number } = {},
): DayOutcome[] {
  const room = promptRoom(instance);
  return simulateDay({
    ...room,
    mapping,
    thermal: 'overcooling',
    book: null,
    energyBudgetsJ: budgets,
    seed: 1,
    arrivals: arrivalsAt(timeS, durationS),
    options: { overcoolingC: 20, ...options },
  }).outcomes as DayOutcome[];
}

const FATES = { completedInTime: 0, completedLate: 0, dropped: 0, running: 0, waiting: 0, afterStop: 0 };

describe('a day of one node, by hand', () => {
  // At 60 s the first job starts. At 120 s the second (due at 130 s) goes before the third (due at 170 s), which is hopeless at 180 s.
  const ARRIVALS = [10, 30, 70];

  it('greedy: the slow P-state where there is time, the fast one where there is none, and dropped where it is too late', () => {
    const [one] = day(oneRack(1), 'greedy', ARRIVALS);
    expect(one!.tasks).toEqual({ ...FATES, arrived: 3, completedInTime: 2, dropped: 1 });
    expect(one!.reward).toBe(4);
    expect(one!.energyJ.cores).toBeCloseTo(300 + 400, 9);
    expect(one!.energyJ.idle).toBe(12_000);
    expect(one!.energyJ.crac).toBeCloseTo(12_700 / 4, 7);
    expect(one!.energyJ.total).toBeCloseTo(15_875, 7);
    expect(one!.heatJ.removed).toBeCloseTo(12_700, 7);
    expect(one!.hottestOutletC).toBeCloseTo(20 + 1.1, 9);
  });

  it('the series: means of powers and counts, temperatures at the ends', () => {
    const room = promptRoom(oneRack(1));
    const seriesOf = (seriesIntervalS: number): DaySeries =>
      simulateDay({
        ...room,
        mapping: 'greedy',
        thermal: 'overcooling',
        book: null,
        energyBudgetsJ: [Infinity],
        seed: 1,
        arrivals: arrivalsAt(ARRIVALS, 200),
        options: { overcoolingC: 20, seriesIntervalS },
      }).series;
    const near = (values: Float64Array, expected: readonly number[]): void => {
      expect(values).toHaveLength(expected.length);
      expected.forEach((one, k) => {
        expect(values[k]).toBeCloseTo(one, 8);
      });
    };
    const minutes = seriesOf(60);
    near(minutes.nodePowerW, [60, 60 + 300 / 60, 60 + 400 / 60, 60]);
    near(minutes.cracPowerW, [15, 65 / 4, 15 + 100 / 60, 15]);
    near(minutes.totalPowerW, [75, 81.25, 75 + 500 / 60, 75]);
    near(minutes.runningCores, [0, 20 / 60, 10 / 60, 0]);
    near(minutes.waitingTasks, [(50 + 30) / 60, (60 + 50) / 60, 60 / 60, 0]);
    near(minutes.hottestOutletC, [20.66, 20.66, 20.66, 20.66]);
    near(seriesOf(70).hottestOutletC, [20.825, 20.66, 20.66]);
    near(seriesOf(70).setPointC, [20, 20, 20]);
    // The room warms every inlet by 1/1000 K/W: 60 W idle, 15 or 40 W more while a job runs, from 60 to 80 and from 120 to 130 s.
    near(minutes.hottestInletC, [20.06, 20.075, 20.1, 20.06]);
    near(minutes.rewardSoFar, [0, 2, 4, 4]);
    near(seriesOf(40).rewardSoFar, [0, 2, 2, 4, 4]);
  });

  it.each(['consolidation', 'lbbn', 'lbbr'] as const)('%s: always the fast P-state, the third job late', (mapping) => {
    const [one] = day(oneRack(1), mapping, ARRIVALS);
    expect(one!.tasks).toEqual({ ...FATES, arrived: 3, completedInTime: 2, completedLate: 1 });
    expect(one!.energyJ.cores).toBeCloseTo(1200, 9);
  });

  it('what runs or waits at the end earns nothing', () => {
    const [one] = day(oneRack(1), 'greedy', [10, 30, 170, 175], { durationS: 195 });
    expect(one!.tasks).toEqual({ ...FATES, arrived: 4, completedInTime: 2, running: 1, waiting: 1 });
    expect(one!.energyJ.cores).toBeCloseTo(300 + 400 + 15 * 15, 9);
  });

  it('a task that arrives at a mapping event is mapped there, also at 0', () => {
    const [one] = day(oneRack(2), 'consolidation', [0, 60], { durationS: 75 });
    expect(one!.tasks).toEqual({ ...FATES, arrived: 2, completedInTime: 2 });
  });

  it('highest reward first', () => {
    const two: TemplatesInstance = {
      ...oneRack(1),
      taskTypes: [
        { name: 'job', rewardPerTask: 2, deadlineS: 100 },
        { name: 'other', rewardPerTask: 5, deadlineS: 100 },
      ],
    };
    const [type] = two.facility.nodeTypes;
    const nodeTypes = [{ ...type!, tasks: [...type!.tasks, { ...type!.tasks[0]!, taskType: 'other' }] }];
    const room = promptRoom({ ...two, facility: { ...two.facility, nodeTypes } });
    const arrivals = { timeS: Float64Array.of(10, 11), taskType: Uint16Array.of(0, 1), durationS: 100 };
    const rewardOf = (mapping: MappingName): number =>
      simulateDay({
        ...room,
        arrivals,
        mapping,
        thermal: 'overcooling',
        book: null,
        energyBudgetsJ: [Infinity],
        seed: 1,
      }).outcomes[0]!.reward;
    expect(rewardOf('greedy')).toBe(5);
    expect(rewardOf('consolidation')).toBe(2);
  });
});

describe('the budget, by hand', () => {
  // Steps of 15 s. Until 60 s 75 W; until 75 s 93.75 W; in the step up to 90 s, in which the job ends at 80 s, CRACs draw 65/4 W.
  const at80J = 4500 + 15 * 93.75 + 5 * 91.25;
  const stops = (budgets: number[]): DayOutcome[] => day(oneRack(1), 'greedy', [10], { budgets, thermalStepS: 15 });

  it('stops the room at the very moment it is spent', () => {
    const [atOnce, idle, running, after, exact] = stops([0, 3000, at80J - 91.25, at80J + 4 * 76.25, 1e9]);
    expect(atOnce!.stoppedAtS).toBe(0);
    expect(atOnce!.tasks).toEqual({ ...FATES, arrived: 1, afterStop: 1 });
    expect(atOnce!.energyJ).toEqual({ cores: 0, idle: 0, crac: 0, total: 0 });
    expect(idle!.stoppedAtS).toBeCloseTo(40, 9);
    expect(idle!.tasks).toEqual({ ...FATES, arrived: 1, waiting: 1 });
    expect(running!.stoppedAtS).toBeCloseTo(79, 9);
    expect(running!.tasks).toEqual({ ...FATES, arrived: 1, running: 1 });
    expect(running!.reward).toBe(0);
    expect(after!.stoppedAtS).toBeCloseTo(84, 9);
    expect(after!.tasks).toEqual({ ...FATES, arrived: 1, completedInTime: 1 });
    expect(after!.energyJ.total).toBeCloseTo(at80J + 4 * 76.25, 8);
    expect(exact!.stoppedAtS).toBeNull();
  });

  it('of nothing: not even what arrives at once gets in', () => {
    const [one] = day(oneRack(1), 'greedy', [0, 10], { budgets: [0] });
    expect(one!.tasks).toEqual({ ...FATES, arrived: 2, afterStop: 2 });
  });

  it('ends the day: nothing comes of what arrives later', () => {
    const [one] = day(oneRack(1), 'greedy', [10, 100, 150], { budgets: [at80J], thermalStepS: 15 });
    expect(one!.stoppedAtS).toBeCloseTo(80, 9);
    expect(one!.tasks).toMatchObject({ arrived: 3, afterStop: 2, waiting: 0, dropped: 0 });
  });
});

describe('throttling, by hand', () => {
  // At 60 s in P-state 0 the outlet is 1.1 K above the set-point. At 65 s half of the job is left: 10 s of the lower P-state.
  const hot = (limitC: number): TemplatesInstance => ({ ...oneRack(1), outletLimitC: limitC });
  const short = (instance: TemplatesInstance, deadlineS: number): TemplatesInstance => ({
    ...instance,
    taskTypes: [{ name: 'job', rewardPerTask: 2, deadlineS }],
  });

  it('a node too hot goes on in its lowest P-state, which makes the job late', () => {
    const [one] = day(short(hot(21), 64), 'consolidation', [10], { thermalStepS: 5 });
    expect(one!.tasks).toEqual({ ...FATES, arrived: 1, completedLate: 1 });
    expect(one!.reward).toBe(0);
    expect(one!.throttlings).toBe(1);
    expect(one!.throttledCoreS).toBeCloseTo(10, 9);
    expect(one!.nodeSecondsTooHot).toBeCloseTo(5, 9);
    expect(one!.energyJ.cores).toBeCloseTo(5 * 40 + 10 * 15, 9);
    const [inTime] = day(short(hot(21), 65), 'consolidation', [10], { thermalStepS: 5 });
    expect(inTime!.tasks).toEqual({ ...FATES, arrived: 1, completedInTime: 1 });
  });

  it('a node at its limit is not too hot, and one in its lowest P-state has nothing to give', () => {
    const [atLimit] = day(hot(21.1 - 5e-7), 'consolidation', [10], { thermalStepS: 5 });
    expect(atLimit!.throttlings).toBe(0);
    expect(atLimit!.nodeSecondsTooHot).toBe(0);
    const [slow] = day(hot(20.7), 'greedy', [10], { thermalStepS: 5 });
    expect(slow!.throttlings).toBe(0);
    expect(slow!.throttledCoreS).toBe(0);
    expect(slow!.nodeSecondsTooHot).toBeCloseTo(20, 9);
    expect(slow!.tasks).toMatchObject({ completedInTime: 1 });
  });

  it('nothing begins at the end of the day', () => {
    const [one] = day(hot(21), 'consolidation', [10], { thermalStepS: 5, durationS: 65 });
    expect(one!.nodeSecondsTooHot).toBeCloseTo(5, 9);
    expect(one!.throttlings).toBe(0);
  });

  it('only the hot node is throttled', () => {
    // Two of three nodes work: 1000 W/K of all 260 W, and 1/100 K/W of the own 100 W.
    const [one] = day({ ...oneRack(3), outletLimitC: 21.2 }, 'consolidation', [10, 11], { thermalStepS: 5 });
    expect(one!.hottestOutletC).toBeCloseTo(20 + 0.26 + 1, 9);
    expect(one!.throttlings).toBe(2);
    // Until 65 s both too hot; then 60 + 15 W each.
    expect(one!.nodeSecondsTooHot).toBeCloseTo(10, 9);
  });
});
