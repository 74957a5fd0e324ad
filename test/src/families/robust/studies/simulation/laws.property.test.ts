import { describe, expect, it } from 'vitest';
import type {
  LawRecord,
  RobustSimulationRecord,
} from '../../../../../../src/families/robust/studies/simulation/record.js';
import { standardised, type TimeLaw } from '../../../../../../src/families/robust/studies/simulation/laws.js';
import { oneNode, planFor, simulate, task, tasksAlike } from './cases.js';

const GAMMA: TimeLaw = { kind: 'gamma' };
const LOGNORMAL: TimeLaw = { kind: 'lognormal' };
/** One task in ten takes nearly twice as long. */
const EMPIRICAL: TimeLaw = { kind: 'empirical', relativeTimes: [...new Array<number>(9).fill(9), 17] };

/** Twelve tasks of very different sizes on two cores, times scattered by half. */
const tasks = Array.from({ length: 12 }, (_, n) => task(`t${n}`, 40 + 15 * n, 20 + 7.5 * n));
const names = (parity: number): string[] => tasks.map(({ name }) => name).filter((_, n) => n % 2 === parity);
const SKEWED = oneNode({
  cores: 2,
  overheadPowerW: 20,
  dynamicPowerW: [10, 4],
  tasks,
  limits: { deadlineS: 1100, energyBudgetJ: 30_500 },
});
const TOGETHER = planFor([[names(0)], [names(1)]]);

function lawOf(record: RobustSimulationRecord, law: TimeLaw['kind']): LawRecord {
  return record.laws.find((one) => one.law === law)!;
}

describe('times that are not Gaussian', () => {
  it.each([GAMMA, LOGNORMAL])('shares sampled from %j are those of the convolution', async (law) => {
    const record = await simulate(SKEWED, TOGETHER, { laws: [law], level: 0.999, seed: 11 });
    const found = lawOf(record, law.kind);
    expect(found).toMatchObject({ samples: 100_000, tasksOneByOne: 0, tasksInSums: 12 });
    const { convolved, least, joint } = found;
    expect(convolved!.least).toMatchObject(record.analytic.leastCore);
    expect(convolved!.least.probability).toBeGreaterThan(least.low);
    expect(convolved!.least.probability).toBeLessThan(least.high);
    expect(convolved!.joint).toBeGreaterThan(joint.low);
    expect(convolved!.joint).toBeLessThan(joint.high);
    // Skewness moves probability: by more than the samples leave open, and so the Gaussian figure is wrong by that much.
    expect(Math.abs(convolved!.leastLessAnalytic)).toBeGreaterThan(0.004);
    expect(least.inside).toBe(false);
    expect(record.laws[0]!.least.inside).toBe(true);
    const { least: gap } = found.againstGaussian!;
    expect(gap.low).toBeLessThan(convolved!.leastLessAnalytic);
    expect(gap.high).toBeGreaterThan(convolved!.leastLessAnalytic);
    expect(gap.low * gap.high).toBeGreaterThan(0);
  });

  it('sums drawn at once are those of tasks drawn one by one', async () => {
    // Two P-states and few tasks in each: one by one; the same six in one P-state each: at once.
    const limits = { deadlineS: 640, energyBudgetJ: 7000 };
    const six = tasksAlike('s', 6, 100, 40);
    const all = six.map(({ name }) => name);
    const split = oneNode({ dynamicPowerW: [10, 10], staticW: 1, tasks: six, limits });
    const alike = {
      ...split,
      instance: {
        ...split.instance,
        workload: { ...split.instance.workload, taskTypes: [{ name: 'compute', frequencySensitivity: 1e-12 }] },
      },
    };
    for (const law of [GAMMA, LOGNORMAL]) {
      const sums = lawOf(await simulate(alike, planFor([[all]]), { laws: [law], seed: 2 }), law.kind);
      const three = planFor([[all, [0, 0, 1, 1, 1, 1]]]);
      const mixed = lawOf(await simulate(alike, three, { laws: [law], seed: 3 }), law.kind);
      expect([sums.tasksOneByOne, mixed.tasksOneByOne]).toEqual([0, 2]);
      const gap = Math.abs(sums.least.probability - mixed.least.probability);
      expect(gap).toBeLessThan(0.006);
      expect(Math.abs(sums.energySdJ / mixed.energySdJ - 1)).toBeLessThan(0.012);
      expect(sums.energyJ.inside && mixed.energyJ.inside).toBe(true);
    }
  });

  it('all keep mean and variance of every task, also one by one', async () => {
    const two = oneNode({ dynamicPowerW: [10], tasks: [task('a', 100, 60), task('b', 30, 5), task('c', 20, 0)] });
    const plan = planFor([[['a', 'b', 'c']]]);
    const laws = [GAMMA, LOGNORMAL, EMPIRICAL];
    const record = await simulate(two, plan, { laws, level: 0.9999 });
    expect(record.laws.map(({ law }) => law)).toEqual(['gaussian', 'gamma', 'lognormal', 'empirical']);
    for (const found of record.laws) {
      expect(found.energyJ.inside).toBe(true);
      const sd = record.analytic.energySdCorrelatedJ;
      expect(Math.abs(found.energySdJ / sd - 1)).toBeLessThan(0.03);
      if (found.law !== 'gaussian') expect(found.tasksOneByOne).toBe(3);
    }
  });

  it('an empirical law draws the user’s times and no others', async () => {
    const one = oneNode({ tasks: [task('a', 100, 30)], limits: { deadlineS: 150 } });
    const found = lawOf(await simulate(one, planFor([[['a']]]), { laws: [EMPIRICAL] }), 'empirical');
    // 9 of 10 take 90 s, one 190 s: mean 100, standard deviation 30.
    expect(found.least.low).toBeLessThan(0.9);
    expect(found.least.high).toBeGreaterThan(0.9);
    expect(found.negativeTimes).toEqual({ largestProbability: 0, expectedTasks: 0, anyProbability: 0 });
    expect(found.convolved).toBeNull();
    const wide = oneNode({ tasks: [task('a', 100, 30), task('b', 10, 31)], limits: { deadlineS: 150 } });
    const often = lawOf(await simulate(wide, planFor([[['a', 'b']]]), { laws: [EMPIRICAL], samples: 10 }), 'empirical');
    // b is 10 - 31 / 3 s nine times in ten.
    expect(often.negativeTimes.largestProbability).toBeCloseTo(0.9, 12);
    expect(often.negativeTimes.expectedTasks).toBeCloseTo(0.9, 12);
  });

  it('relative times of any scale are the same law', () => {
    const expected = [-Math.SQRT1_2, -Math.SQRT1_2, Math.SQRT2];
    for (const scale of [1, 1e-200, 1e250]) {
      for (const [n, error] of standardised([scale, 2 * scale, scale]).entries())
        expect(error).toBeCloseTo(expected[n]!, 12);
    }
    expect(() => standardised([3, 3])).toThrow(RangeError);
  });

  it('negative Gaussian times are counted, not cut off', async () => {
    const one = oneNode({ tasks: [task('a', 100, 50), task('b', 100, 25), task('c', 100, 0)] });
    const { laws } = await simulate(one, planFor([[['a', 'b', 'c']]]), { laws: [GAMMA] });
    const [gaussian, gamma] = laws;
    const [a, b] = [0.0227501319481792, 3.16712418331199e-5];
    expect(gaussian!.negativeTimes.largestProbability).toBeCloseTo(a, 14);
    expect(gaussian!.negativeTimes.expectedTasks).toBeCloseTo(a + b, 14);
    expect(gaussian!.negativeTimes.anyProbability).toBeCloseTo(a + b - a * b, 14);
    expect(gamma!.negativeTimes.anyProbability).toBe(0);
  });
});
