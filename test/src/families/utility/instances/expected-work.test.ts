import { describe, expect, it } from 'vitest';
import type { GeneratedArrivals } from '../../../../../models/families/utility/instance.js';
import {
  type EarlierJob,
  workByHourOfLog,
  workByHourOfRates,
} from '../../../../../src/families/utility/instances/arrivals/expected-work.js';
import { hourlyFactors, patternOf } from '../../../../../src/families/utility/instances/arrivals/rates.js';
import { PLAIN_TYPE, type TaskType } from '../../../../../src/families/utility/instances/types/task-type.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';

const HOUR_S = 3600;
const near = (value: number): unknown => expect.closeTo(value, 12);

/** A type whose tasks take so many seconds on each node of one pool. */
const type = (mostCores: number, timeS: number, share = 1, pool = 0): TaskType => ({
  ...PLAIN_TYPE,
  name: 'type',
  share,
  cores: { least: mostCores, most: mostCores },
  runs: POOLS.map((_, p) =>
    p === pool ? { leastNodes: 1, mostNodes: 100, pStates: 1, timeS: () => timeS, powerW: () => 1 } : null,
  ),
});
const POOLS = [
  { name: 'small', nodes: 100, coresPerNode: 4 },
  { name: 'large', nodes: 100, coresPerNode: 8 },
];
const ARRIVALS: GeneratedArrivals = {
  source: 'generated',
  tasksPerDay: 100,
  amplitude: 0,
  workingHours: { aboveCores: 8, fromHour: 9, toHour: 18, factor: 2 },
};

describe('arrival rates by the hour', () => {
  it('are twice the mean in working hours and 2/5 of it outside them; an hour that is half worked has the mean of the two', () => {
    const factors = hourlyFactors(patternOf(ARRIVALS, type(16, 1), 0, 1), 0);
    expect([8, 9, 17, 18].map((hour) => factors[hour])).toEqual([0.4, 2, 2, 0.4].map(near));
    const half = { ...ARRIVALS, workingHours: { aboveCores: 8, fromHour: 9.5, toHour: 17.5, factor: 2 } };
    const [eighth, ninth] = hourlyFactors(patternOf(half, type(16, 1), 0, 1), 0).slice(8, 10);
    expect(eighth).toBeCloseTo((24 - 16) / 16, 12);
    expect(ninth).toBeCloseTo((2 + 0.5) / 2, 12);
  });

  it('swing as the mean of the sine over each hour since midnight, wherever midnight is', () => {
    const swing = { ...ARRIVALS, amplitude: 1, phase: 0 };
    const turn = (2 * Math.PI) / 24;
    const mean = (from: number): number => 1 + (Math.cos(turn * from) - Math.cos(turn * (from + 1))) / turn;
    const pattern = patternOf(swing, type(4, 1), 0, 1);
    const [first, second] = hourlyFactors(pattern, 0);
    expect([first, second]).toEqual([near(mean(0)), near(mean(1))]);
    expect(hourlyFactors(pattern, 4 * HOUR_S)[0]).toBeCloseTo(mean(4), 12);
  });
});

describe('work expected by the hour', () => {
  it('is that of all types by share, nodes and time', () => {
    // Narrow: 8 cores on 2 nodes of 4 for 100 s, 800 core-s, at the same rate all day. Wide: 12 cores on 2 nodes of 8 for 300 s at half the share, 2400 core-s.
    const work = workByHourOfRates(ARRIVALS, [type(8, 100), type(12, 300, 1 / 2, 1)], POOLS, 1, 0)!;
    expect(work.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    expect([work[8], work[9]]).toEqual([800 + 0.4 * 2400, 800 + 2 * 2400].map((one) => near(one / (24 * 3200))));
    expect(workByHourOfRates(ARRIVALS, [type(8, 100, 0)], POOLS, 1, 0)).toBeNull();
  });

  it('is known of bundled instances that generate their tasks, and of no other without a log', () => {
    for (const { instance } of bundledUtilityInstances()) {
      if (instance.arrivals.source === 'swf' || instance.facility !== undefined) continue;
      const { workByHour } = utilityModel(instance);
      expect([instance.name, workByHour !== undefined]).toEqual([
        instance.name,
        instance.arrivals.source === 'generated',
      ]);
      if (workByHour !== undefined) expect(workByHour.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
    }
  });

  const job = (hour: number, runS: number, cores = 1, waitS = -1): EarlierJob => {
    return { submitS: hour * HOUR_S, waitS, runS, cores };
  };

  it('is the mean over the whole hours of a log before the simulated time', () => {
    // Two days, and four hours of a third: the first four hours were seen three times. The job in the fourth runs on,
    // 900 s so far, longer than any that has ended.
    const jobs = [job(0, 300), job(24.5, 200, 3), job(27, 600), job(49, 100, 6), job(51.75, 9000, 2)];
    const work = workByHourOfLog(jobs, 52 * HOUR_S, 0)!;
    const [first, second, fourth] = [(300 + 600) / 3, 600 / 3, (600 + 2 * 900) / 3];
    const whole = first + second + fourth;
    const expected = Array.from({ length: 24 }, (_, hour) => ({ 0: first, 1: second, 3: fourth })[hour] ?? 0);
    expect([...work]).toEqual(expected.map((one) => near(one / whole)));
  });

  it('of hours that the log has not seen is the mean of the others', () => {
    // From half past four: hours 5, 6 and 7 are whole. The job in the part of an hour does not count.
    const work = workByHourOfLog([job(4.5, 99), job(5, 100), job(7.9, 200)], 8 * HOUR_S, 0)!;
    expect([4, 5, 6, 7, 20].map((hour) => work[hour])).toEqual(
      [100, 100, 0, 200, 100].map((one) => near(one / (300 + 21 * 100))),
    );
  });

  it('is not known of a log without jobs in whole hours before the simulated time', () => {
    expect(workByHourOfLog([job(4.5, 99)], 4.75 * HOUR_S, 0)).toBeNull();
    expect(workByHourOfLog([job(4.5, 99)], 8 * HOUR_S, 0)).toBeNull();
    expect(workByHourOfLog([], 8 * HOUR_S, 0)).toBeNull();
  });

  it('counts a job that still runs or waits with the mean of those that ran longer, whenever it ends', () => {
    // At hour 10 two jobs have run for 3000 s and 900 s, and one waits. The first ran longer than any: 3000. The second:
    // (2400 + 3000) / 2 = 2700. The third: (300 + 600 + 2400 + 3000 + 2700) / 5 = 1800.
    const ended = [job(1, 300), job(2, 600), job(3, 2400)];
    for (const later of [0, 1, 50_000]) {
      const running = [job(9, 3001 + later, 1, 600), job(9.75, 901 + later, 2), job(8, 1 + later, 4, 7200)];
      const work = workByHourOfLog([...ended, ...running], 10 * HOUR_S, 0)!;
      expect([8, 9].map((hour) => work[hour]! / work[3]!)).toEqual(
        [4 * 1800, 3000 + 2 * 2700].map((coreS) => near(coreS / 2400)),
      );
    }
  });

  it('is the same for every hour of a steady load, however long its jobs are', () => {
    const steady = (days: number, atMinutes: number, ...runsH: number[]): number[] => {
      const jobs = Array.from({ length: 24 * days }, (_, hour) =>
        runsH.map((runH) => job(hour + atMinutes / 60, runH * HOUR_S)),
      );
      return [...workByHourOfLog(jobs.flat(), 24 * days * HOUR_S, 0)!].map((share) => 24 * share);
    };
    for (const days of [1, 7]) {
      for (const of of steady(days, 0, 10)) expect(of).toBeCloseTo(1, 9);
      for (const of of steady(days, 0, 1, 10)) expect(of).toBeCloseTo(1, 9);
      for (const of of steady(days, 30, 1, 10)) expect(Math.abs(of - 1)).toBeLessThan(0.03);
    }
  });

  it('counts hours from midnight, and takes midnights after the log for those before it', () => {
    const work = workByHourOfLog([job(0, 1), job(1, 5)], 24 * HOUR_S, 28 * HOUR_S)!;
    // Midnight at four: the jobs come at eight and at nine in the evening.
    expect([work[20], work[21]]).toEqual([near(1 / 6), near(5 / 6)]);
  });
});
