import { describe, expect, it } from 'vitest';
import type { GeneratedArrivals, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { generatedTasks } from '../../../../../src/families/utility/instances/arrivals/generated.js';
import { restFactor } from '../../../../../src/families/utility/instances/arrivals/rates.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { typesOf } from '../../../../../src/families/utility/instances/model.js';
import { withSeed } from '../../../../../src/instances/seeded.js';

const DAY_S = 86_400;

function named(name: string): UtilityInstance {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}

function drawn(name: string, change: Partial<GeneratedArrivals> = {}) {
  const instance = named(name);
  const arrivals = { ...(instance.arrivals as GeneratedArrivals), ...change };
  const types = typesOf(instance);
  return { types, tasks: generatedTasks(arrivals, instance.period, types, instance.seed) };
}

describe('generated arrivals', () => {
  it('ascend, and come from all types alike', () => {
    const { types, tasks } = drawn('serial-100', { special: undefined });
    expect(tasks.arrivalS.every((atS, n) => n === 0 || atS >= tasks.arrivalS[n - 1]!)).toBe(true);
    const counts = new Map<number, number>();
    for (const type of tasks.type) counts.set(type, (counts.get(type) ?? 0) + 1);
    // 1000 each over two days; a standard deviation of 31.6.
    expect(counts.size).toBe(types.length);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(5 * 31.7);
  });

  it('swing over the day: with amplitude 1 and phase 0 the first half has 1/2 + 1/pi of them', () => {
    const { tasks } = drawn('preemptive-64', { amplitude: 1, phase: 0, burstSize: 1 });
    const inDay = tasks.arrivalS.filter((atS) => atS < DAY_S);
    const first = inDay.filter((atS) => atS < DAY_S / 2).length / inDay.length;
    expect(Math.abs(first - (0.5 + 1 / Math.PI))).toBeLessThan(0.01);
  });

  it('of wide types come twice as often in working hours and at 2/5 of the rate outside them', () => {
    expect(restFactor(9, 2)).toBeCloseTo(0.4, 12);
    const { types, tasks } = drawn('parallel-5000', { tasksPerDay: 100_000 });
    const isWide = types.map(({ cores }) => cores!.most > 4096);
    let [within, all] = [0, 0];
    for (let n = 0; n < tasks.count; n++) {
      if (!isWide[tasks.type[n]!] || tasks.arrivalS[n]! < 14_400) continue;
      all++;
      const hour = (tasks.arrivalS[n]! - 14_400) / 3600;
      if (hour >= 9 && hour < 18) within++;
    }
    expect(all).toBeGreaterThan(5000);
    // 9 x 2 / 24.
    expect(Math.abs(within / all - 0.75)).toBeLessThan(0.025);
  });

  it('of special types keep their mean while they come in times of high and low rate', () => {
    const { types, tasks } = drawn('serial-100', { tasksPerDay: 1_000_000 });
    const isSpecial = types.map(({ special }) => special);
    const own = [...tasks.type].filter((type) => isSpecial[type]).length;
    const expected = 20_000 * isSpecial.filter(Boolean).length;
    // 48 cycles of an hour for each of some 16 types, the time on of each exponential.
    expect(Math.abs(own / expected - 1)).toBeLessThan(0.2);
    const perMinute = new Map<number, number>();
    const type = isSpecial.indexOf(true);
    for (let n = 0; n < tasks.count; n++) {
      if (tasks.type[n] !== type) continue;
      const minute = Math.floor(tasks.arrivalS[n]! / 60);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    }
    // 6.94 a minute on average: nearly all minutes are near 1.4 or near 35.
    const between = [...perMinute.values()].filter((count) => count > 10 && count < 20).length;
    expect(between / perMinute.size).toBeLessThan(0.05);
    expect([...perMinute.values()].filter((count) => count >= 20).length).toBeGreaterThan(100);
  });

  it('in bursts are alike, from half the size to one and a half of it', () => {
    const { tasks } = utilityModel(named('preemptive-64'));
    const sizes: number[] = [];
    const unlike: number[] = [];
    for (let n = 0; n < tasks.count; n++) {
      const isSame = n > 0 && tasks.arrivalS[n] === tasks.arrivalS[n - 1];
      if (!isSame) sizes.push(0);
      sizes[sizes.length - 1]!++;
      if (!isSame) continue;
      if (tasks.kind[n] !== tasks.kind[n - 1] || tasks.utility[n] !== tasks.utility[n - 1]) unlike.push(n);
    }
    expect(unlike).toEqual([]);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([32, 96]);
    const mean = sizes.reduce((a, b) => a + b) / sizes.length;
    expect(Math.abs(mean - 64)).toBeLessThan(3);
  });
});

describe('the seed of an instance', () => {
  const columns = (instance: UtilityInstance): readonly (readonly number[])[] => {
    const { tasks, options, functions } = utilityModel(instance);
    const { arrivalS, type, kind, utility, mayPreempt, mayBePreempted } = tasks;
    const all = [
      arrivalS,
      type,
      kind,
      utility,
      mayPreempt,
      mayBePreempted,
      options.timeS,
      options.powerW,
      functions.value,
    ];
    return all.map((column) => Array.from(column));
  };

  it.each(['serial-100', 'parallel-5000', 'preemptive-64'])(
    '%s: the same gives the same problem, another one another',
    (name) => {
      const instance = named(name);
      const once = columns(instance);
      expect(columns(JSON.parse(JSON.stringify(instance)) as UtilityInstance)).toEqual(once);
      const other = columns(withSeed(instance, 2));
      expect([other[0], other[6]]).not.toEqual([once[0], once[6]]);
      expect(other[0]).not.toEqual(once[0]);
    },
  );

  it('gives every quantity a stream of its own: other power or classes leave times and arrivals as they are', () => {
    const instance = named('serial-100');
    const { taskTypes, utility } = instance;
    if (taskTypes.source !== 'cov') throw new Error('other types');
    const changed = utilityModel({
      ...instance,
      taskTypes: { ...taskTypes, staticPowerW: 10, dynamicPowerTaskCoV: 0 },
      utility: { ...utility, classes: utility.classes.slice(3) },
    });
    const model = utilityModel(instance);
    expect(changed.options.timeS).toEqual(model.options.timeS);
    expect(changed.tasks.arrivalS).toEqual(model.tasks.arrivalS);
    expect(changed.tasks.type).toEqual(model.tasks.type);
    expect(changed.options.powerW).not.toEqual(model.options.powerW);
    expect(changed.functions.count).not.toBe(model.functions.count);
  });

  it('draws flags with their probabilities, independently', () => {
    const instance = { ...named('preemptive-64'), preemption: { overheadS: 5, mayPreempt: 0.2, mayBePreempted: 0.6 } };
    const { tasks, preemptionOverheadS } = utilityModel(instance);
    expect(preemptionOverheadS).toBe(5);
    const share = (test: (n: number) => boolean): number => {
      let count = 0;
      for (let n = 0; n < tasks.count; n++) if (test(n)) count++;
      return count / tasks.count;
    };
    expect(Math.abs(share((n) => tasks.mayPreempt[n] === 1) - 0.2)).toBeLessThan(0.01);
    expect(Math.abs(share((n) => tasks.mayBePreempted[n] === 1) - 0.6)).toBeLessThan(0.01);
    expect(Math.abs(share((n) => tasks.mayPreempt[n]! + tasks.mayBePreempted[n]! === 2) - 0.12)).toBeLessThan(0.01);
  });

  it('never gives a flag at probability 0 and always at 1', () => {
    const instance = { ...named('preemptive-64'), preemption: { mayPreempt: 0, mayBePreempted: 1 } };
    const { tasks } = utilityModel(instance);
    expect([tasks.mayPreempt.includes(1), tasks.mayBePreempted.includes(0)]).toEqual([false, false]);
  });
});
