import { describe, expect, it } from 'vitest';
import { bundledJobsInstances } from '../../../../support/bundled.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { monthOf } from '../../../../support/jobs/month-of.js';
import { jobsSchema } from '../../../../../models/families/jobs/instance.js';
import { trialOf } from '../../../../../src/families/jobs/instances/trial.js';

const bundled = bundledJobsInstances();

const named = (name: string) => bundled.find(({ instance }) => instance.name === name)!.instance;

describe('bundled jobs instances', () => {
  it.each(bundled)('$file fits the schema and loads without a warning', ({ file, instance }) => {
    const { error } = jobsSchema.safeParse(JSON.parse(JSON.stringify(instance)));
    expect(error).toBeUndefined();
    const loaded = loadJobsInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect([loaded.instance.name, loaded.warnings]).toEqual([instance.name, []]);
  });

  it('a month has 500 jobs of 24 types of 5 to 10 tasks, each but those of the first layer with one or two predecessors', () => {
    const { month } = monthOf(named('month-3x10'));
    expect([month.arrivalS.length, month.types.length]).toEqual([500, 24]);
    const sizes = month.types.map(({ graphs }) => graphs[0]!.tasks);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([5, 10]);
    for (const { graphs } of month.types) {
      const { tasks, firstEdge } = graphs[0]!;
      const before = Array.from({ length: tasks }, (_, n) => firstEdge[n + 1]! - firstEdge[n]!);
      expect(before[0]).toBe(0);
      expect(Math.max(...before)).toBeLessThanOrEqual(2);
    }
  });

  it('the six levels are those of a core of 2 W at the most, slowest first', () => {
    const { nodeTypes } = monthOf(named('month-2x10')).month;
    expect([...nodeTypes[0]!.power.dynamicPowerW]).toEqual([0.29575, 0.42875, 0.590625, 0.904181, 1.33308, 1.75]);
    expect(nodeTypes[0]!.power.staticPowerW).toBe(0.25);
  });

  it('all months have the same jobs, whatever their platform, in every trial', () => {
    for (const trial of [1, 2]) {
      const months = ['month-2x10', 'month-3x10', 'month-4x10', 'month-5x10', 'month-6x10', 'month-3x20'].map(
        (name) => monthOf(trialOf(named(name), trial)).month,
      );
      for (const { nodeTypes, ...jobs } of months) {
        const { nodeTypes: others, ...first } = months[0]!;
        expect(nodeTypes).toHaveLength(others.length);
        expect(jobs).toEqual(first);
      }
    }
  });

  it('trials differ in everything that is drawn', () => {
    const [one, two] = [1, 2].map((trial) => monthOf(trialOf(named('month-3x10'), trial)).month);
    for (const field of ['arrivalS', 'paceOf', 'typeOf', 'types', 'values'] as const) {
      expect(one![field]).not.toEqual(two![field]);
    }
  });

  it('the work of a month is 26,250 core-hours on average over seeds, and that of the bundled one within 1 % of it', () => {
    const workOf = (trial: number): number => {
      const { month, types } = monthOf(trialOf(named('month-3x10'), trial));
      return month.typeOf.reduce((sum, t) => sum + types[t]!.workCoreH, 0);
    };
    // 500 jobs of 7.5 tasks of 7 hours on average.
    expect(Math.abs(workOf(1) / 26_250 - 1)).toBeLessThan(0.01);
    const works = Array.from({ length: 30 }, (_, n) => workOf(n + 1));
    // One standard deviation is 8 % of a month's work.
    expect(Math.abs(works.reduce((a, b) => a + b, 0) / 30 / 26_250 - 1)).toBeLessThan((4 * 0.08) / Math.sqrt(30));
  });
});

describe('trials of a jobs instance', () => {
  it('count from 1, which is the instance itself, and instances in which nothing is drawn have none', () => {
    const instance = named('month-3x10');
    expect(trialOf(instance, 1)).toBe(instance);
    expect(trialOf(instance, 3)).toMatchObject({ name: 'month-3x10-trial3', seed: instance.seed + 2 });
    expect(() => trialOf(instance, 0)).toThrow(RangeError);
    expect(() => trialOf(named('tiny-chains'), 2)).toThrow(RangeError);
  });
});
