import { describe, expect, it } from 'vitest';
import { coreShare, shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { boundSetting } from '../../../../../../src/families/robust/methods/bound/setting.js';
import {
  evenStarts,
  firstGrade,
  gradeStarts,
  type GradePrices,
  type TaskTime,
} from '../../../../../../src/families/robust/methods/lagrange/grades.js';
import { Packing } from '../../../../../../src/families/robust/methods/lagrange/packing.js';
import { spread } from '../../../../../../src/families/robust/methods/lagrange/spread.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { randomRobustModel } from '../../../../../support/robust.js';

/** Deadline of the drawn nodes, s. */
const DEADLINE_S = 1000;

/** Tasks of a node, least ratio of variance to mean first. */
function drawnTasks(seed: number): { readonly tasks: readonly TaskTime[]; readonly cores: number; readonly z: number } {
  const draw = randomStream(seed, 'grades').uniform;
  const cores = 2 + Math.floor(draw() * 6);
  const tasks = Array.from({ length: cores * (8 + Math.floor(draw() * 10)) }, () => {
    const meanS = 40 + 60 * draw();
    return { meanS, varianceS2: (meanS * 0.5 * draw()) ** 2 };
  });
  tasks.sort((a, b) => a.varianceS2 / a.meanS - b.varianceS2 / b.meanS);
  return { tasks, cores, z: 0.5 + 2 * draw() };
}

/** Mean work of a full core of one ratio: the root of F + z sqrt(ratio F) = deadline, by halving. */
function fullS(ratioS: number, z: number): number {
  let [low, high] = [0, DEADLINE_S];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (middle + z * Math.sqrt(ratioS * middle) > DEADLINE_S) high = middle;
    else low = middle;
  }
  return low;
}

/** Cost of grades as the page has it: time of cores, of which .6 of what grades save, overhead until the first grade ends, its variance. */
function costJ(grades: readonly (readonly TaskTime[])[], cores: number, z: number, prices: GradePrices): number {
  const sums = grades.map((tasks) => ({
    meanS: tasks.reduce((sum, { meanS }) => sum + meanS, 0),
    varianceS2: tasks.reduce((sum, { varianceS2 }) => sum + varianceS2, 0),
  }));
  const needed = sums.reduce((sum, { meanS, varianceS2 }) => sum + meanS / fullS(varianceS2 / meanS, z), 0);
  const ratioS = sums[0]!.varianceS2 / sums[0]!.meanS;
  const all = { meanS: 0, varianceS2: 0 };
  for (const { meanS, varianceS2 } of sums) {
    all.meanS += meanS;
    all.varianceS2 += varianceS2;
  }
  const alike = all.meanS / fullS(all.varianceS2 / all.meanS, z);
  const lastS = (fullS(ratioS, z) * needed) / cores;
  return (
    prices.coreJ * (0.6 * needed + 0.4 * alike) +
    prices.overheadW * lastS +
    prices.varianceJPerJ2 * prices.overheadW ** 2 * ratioS * lastS
  );
}

const cutAt = (tasks: readonly TaskTime[], starts: readonly number[]): (readonly TaskTime[])[] =>
  starts.slice(1).map((to, k) => tasks.slice(starts[k], to));

describe('grades of a node', () => {
  it('are the cheapest of those tried, and none where waiting costs much', () => {
    const seen = { graded: 0, alike: 0 };
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const { tasks, cores, z } = drawnTasks(seed);
      const rule = shareRule(z, DEADLINE_S);
      const draw = randomStream(seed, 'prices').uniform;
      const overheadW = seed % 4 === 0 ? 0 : 200 * draw();
      const prices = { coreJ: 1e5 * draw(), overheadW, varianceJPerJ2: 1e-6 * draw(), endRatioS: Infinity };
      const chosen = firstGrade(tasks, cores, rule, prices);
      const costOf = (first: number): number =>
        costJ(cutAt(tasks, gradeStarts(tasks, cores, first, rule)), cores, z, prices);
      const least = costOf(chosen);
      for (const first of [1, 2, 3, cores].filter((n) => n <= cores / 2 || n === cores)) {
        expect(least).toBeLessThanOrEqual(costOf(first) * (1 + 1e-9));
      }
      seen[chosen < cores ? 'graded' : 'alike']++;
      expect(firstGrade(tasks, cores, rule, { ...prices, overheadW: 0 })).toBe(1);
      expect(firstGrade(tasks, cores, rule, { ...prices, coreJ: 0, overheadW: 100, varianceJPerJ2: 0 })).toBe(cores);
    }
    expect(seen.graded).toBeGreaterThan(5);
    expect(seen.alike).toBeGreaterThan(5);
  });

  it('hold every task once, on cores that are equally full but for a task', () => {
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const { tasks, cores, z } = drawnTasks(seed);
      const rule = shareRule(z, DEADLINE_S);
      for (let first = 1; first < cores; first++) {
        const starts = evenStarts(tasks, cores, first, rule);
        expect(starts).toHaveLength(cores - first + 2);
        expect([starts[0], starts.at(-1)]).toEqual([0, tasks.length]);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        const levels = cutAt(tasks, starts).map((grade, k) => {
          const [meanS, varianceS2] = [0, 1].map((part) =>
            grade.reduce((sum, task) => sum + (part === 0 ? task.meanS : task.varianceS2), 0),
          );
          return coreShare(rule, meanS!, varianceS2!) / (k === 0 ? first : 1);
        });
        const greatest = Math.max(...tasks.map(({ meanS, varianceS2 }) => coreShare(rule, meanS, varianceS2)));
        expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(2.5 * greatest);
      }
    }
  });

  it('put tasks of neighbouring ratios on each core of a node that costs nothing while it waits', () => {
    for (let seed = 0; seed < fuzzCount(10); seed++) {
      const { model } = randomRobustModel(seed, {
        mostPlans: Infinity,
        incompatible: 0,
        zeroVariance: false,
        zeroOverhead: true,
        nodes: 1,
        cores: 3,
        pStates: 1,
        tasks: 60,
      });
      const setting = boundSetting(model);
      const prices = [{ coreJ: 1000, overheadW: 0, varianceJPerJ2: 0, endRatioS: Infinity }];
      const mapping = spread(setting, new Int32Array(model.taskCount), 1, prices);
      const packing = new Packing(setting);
      packing.load(mapping);
      const ratios = packing.tasks.map((list) =>
        list.map((task) => {
          const { varianceS2, meanS } = timesOf(model, task);
          return varianceS2 / meanS;
        }),
      );
      for (const core of [0, 1]) {
        expect(Math.max(...ratios[core]!)).toBeLessThanOrEqual(Math.min(...ratios[core + 1]!) * (1 + 1e-12));
      }
      const inOrder = packing.timesOf(0).map(({ meanS, varianceS2 }) => varianceS2 / meanS);
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      expect(inOrder).toHaveLength(60);
    }
  });
});

/** Times of a task in P-state 0 of the only node. */
function timesOf(model: ReturnType<typeof randomRobustModel>['model'], task: number): TaskTime {
  const scale = model.nodes[0]!.timeScale[model.taskType[task]!]!;
  return { meanS: model.meanS[task]! * scale, varianceS2: model.varianceS2[task]! * scale ** 2 };
}
