import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GeneratedTasks, RobustInstance } from '../../../../../models/families/robust/instance.js';
import type { TaskTimes } from '../../../../../models/families/robust/times.js';
import { taskMachineAffinity } from '../../../../../src/families/robust/instances/affinity.js';
import { bundledRobustInstances } from '../../../../support/bundled.js';
import { generatedTimes } from '../../../../../src/families/robust/instances/generated-times.js';
import { trialOf } from '../../../../../src/families/robust/instances/trial.js';

const SPEC = bundledRobustInstances().find(({ instance }) => instance.name === 'spec25-thesis')!.instance;
const TASKS = SPEC.workload.tasks as GeneratedTasks;

function times(changes: Partial<GeneratedTasks> = {}, instance: RobustInstance = SPEC): TaskTimes {
  return generatedTimes(instance, { ...TASKS, count: 4000, ...changes });
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k]!;
  return sum / values.length;
}

function coefficientOfVariation(values: ArrayLike<number>): number {
  const centre = mean(values);
  return Math.sqrt(mean(Float64Array.from(values, (value) => (value - centre) ** 2))) / centre;
}

function row(values: ArrayLike<number>, task: number, columns = 25): Float64Array {
  return Float64Array.from({ length: columns }, (_, c) => values[task * columns + c]!);
}

function column(values: ArrayLike<number>, c: number, columns = 25): Float64Array {
  return Float64Array.from({ length: values.length / columns }, (_, t) => values[t * columns + c]!);
}

const digest = (array: TaskTimes['meanS']): string =>
  createHash('sha256').update(new Uint8Array(array.buffer)).digest('hex').slice(0, 16);

describe('generated times', () => {
  it('the same seed gives the same times, on every machine and in every version', () => {
    const fixed = { count: 200, meanS: 600 };
    const { meanS, varianceS2, taskType } = times(fixed);
    expect([meanS, varianceS2].map(digest)).toEqual(['aca863d2fddb07ca', 'fb3fea6fceb4cd64']);
    expect(digest(times(fixed).varianceS2)).toBe(digest(varianceS2));
    expect(Array.from(taskType.slice(0, 8))).toEqual([14, 10, 6, 12, 15, 12, 13, 6]);
  });

  it('means, and their variation between tasks and between columns, are those asked for', () => {
    const { meanS } = times();
    expect(mean(meanS) / TASKS.meanS).toBeCloseTo(1, 1);
    const taskMeans = Float64Array.from({ length: 4000 }, (_, t) => mean(row(meanS, t)));
    // The mean of 25 columns adds 0.2 / 5 of variation.
    expect(coefficientOfVariation(taskMeans)).toBeCloseTo(Math.hypot(0.25, 0.04), 1.7);
    const within = Float64Array.from({ length: 4000 }, (_, t) => coefficientOfVariation(row(meanS, t)) ** 2);
    expect(Math.sqrt((mean(within) * 25) / 24)).toBeCloseTo(0.2, 2);
  });

  it('variances are (timeCoV mean)^2 times factors that vary by task and column', () => {
    const { meanS, varianceS2 } = times();
    const ratio = Float64Array.from(varianceS2, (variance, k) => variance / (0.25 * meanS[k]!) ** 2);
    expect(mean(ratio)).toBeCloseTo(1, 1);
    const byTask = Float64Array.from({ length: 4000 }, (_, t) => mean(row(ratio, t)));
    expect(coefficientOfVariation(byTask)).toBeCloseTo(Math.hypot(0.25, 0.05), 1.7);
    const within = Float64Array.from({ length: 4000 }, (_, t) => coefficientOfVariation(row(ratio, t)) ** 2);
    expect(Math.sqrt((mean(within) * 25) / 24)).toBeCloseTo(0.25, 2);
  });

  it('no variation where none is asked for', () => {
    const none = { taskCoV: 0, columnCoV: 0, timeCoV: 0, varianceTaskCoV: 0, varianceColumnCoV: 0 };
    const { meanS, varianceS2 } = times({ ...none, count: 10 });
    expect([...new Set(meanS)]).toEqual([TASKS.meanS]);
    expect([...new Set(varianceS2)]).toEqual([0]);
  });

  it('the widest variation admitted gives finite positive times', () => {
    const wide = { taskCoV: 2, columnCoV: 2, timeCoV: 2, varianceTaskCoV: 2, varianceColumnCoV: 2 };
    const { meanS, varianceS2 } = times(wide);
    expect(meanS.every((time) => time > 0 && time < Infinity)).toBe(true);
    expect(varianceS2.every((variance) => variance >= 0 && variance < Infinity)).toBe(true);
  });

  it('one parameter moves no other draws, and more tasks leave the first ones alone', () => {
    const before = times();
    const other = times({ varianceTaskCoV: 0.5, timeCoV: 0.1 });
    expect(other.meanS).toEqual(before.meanS);
    expect(other.taskType).toEqual(before.taskType);
    const more = times({ count: 5000 });
    expect(more.meanS.slice(0, before.meanS.length)).toEqual(before.meanS);
    expect(more.varianceS2.slice(0, before.meanS.length)).toEqual(before.varianceS2);
  });

  it('task types are uniform', () => {
    const counts = new Array<number>(16).fill(0);
    for (const type of times({ count: 16_000 }).taskType) counts[type]!++;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });

  it('copies of a server share a column, or have their own', () => {
    const large = bundledRobustInstances().find(({ instance }) => instance.name === 'spec250-thesis')!.instance;
    const shared = times({ count: 10 }, large);
    expect(shared.columnNames).toHaveLength(25);
    expect(shared.columnOfNode).toHaveLength(250);
    expect(Array.from(shared.columnOfNode.slice(0, 11))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const own = times({ count: 10, columns: 'per-node' }, large);
    expect(own.columnNames).toHaveLength(250);
    expect([...own.columnOfNode]).toEqual(Array.from({ length: 250 }, (_, n) => n));
  });
});

describe('affinity', () => {
  it('is nothing where columns differ by a factor alike for all tasks, and one where each task has its own column', () => {
    const factors = [1, 2, 5, 0.5];
    const product = [3, 1, 4, 1, 5, 9].flatMap((size) => factors.map((factor) => size * factor));
    expect(taskMachineAffinity(product, 4)).toBeCloseTo(0, 7);
    const own = [0, 1, 2].flatMap((t) => [0, 1, 2].map((c) => (t === c ? 1 : 1e6)));
    expect(taskMachineAffinity(own, 3)).toBeGreaterThan(0.99);
  });

  it('does not change when tasks are longer or columns slower', () => {
    const drawn = times({ count: 300 }).meanS;
    const scaled = Float64Array.from(drawn, (time, k) => time * (1 + (k % 25)) * (1 + Math.floor(k / 25)));
    expect(taskMachineAffinity(scaled, 25)).toBeCloseTo(taskMachineAffinity(drawn, 25), 7);
  });

  it('high is above what is drawn, low far below, at the same means of tasks and nearly the same of columns', () => {
    const [drawn, high, low] = [times(), times({ affinity: 'high' }), times({ affinity: 'low' })];
    const [asDrawn, most, least] = [drawn, high, low].map(({ meanS }) => taskMachineAffinity(meanS, 25));
    expect(most! / asDrawn!).toBeGreaterThan(1.4);
    expect(asDrawn! / least!).toBeGreaterThan(3.5);
    for (let t = 0; t < 50; t++) {
      expect(mean(row(high.meanS, t)) / mean(row(low.meanS, t))).toBeCloseTo(1, 5);
    }
    for (let c = 0; c < 25; c++) {
      expect(mean(column(high.meanS, c)) / mean(column(low.meanS, c))).toBeCloseTo(1, 1);
    }
  });
});

describe('trials', () => {
  it('differ in seed and name alone; the first is the instance itself', () => {
    expect(trialOf(SPEC, 1)).toBe(SPEC);
    const third = trialOf(SPEC, 3);
    expect(third.name).toBe('spec25-thesis-trial3');
    expect({ ...third, name: SPEC.name, workload: SPEC.workload }).toEqual(SPEC);
    expect(third.workload.tasks).toEqual({ ...TASKS, seed: TASKS.seed + 2 });
    const last = { ...SPEC, workload: { ...SPEC.workload, tasks: { ...TASKS, seed: 999_999_999 } } };
    expect((trialOf(last, 2).workload.tasks as GeneratedTasks).seed).toBe(0);
  });

  it('other numbers and given times have none', () => {
    for (const trial of [0, -1, 1.5, NaN]) expect(() => trialOf(SPEC, trial)).toThrow(RangeError);
    const tiny = bundledRobustInstances().find(({ instance }) => instance.name === 'tiny-one-task')!.instance;
    expect(() => trialOf(tiny, 2)).toThrow(RangeError);
  });
});
