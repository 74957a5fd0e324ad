import { describe, expect, it } from 'vitest';
import { meanTimeS, timeVarianceS2 } from '../../../../../../models/problems/robust/problem.js';
import {
  coreShare,
  mayTake,
  ruleOfCores,
  shareRule,
} from '../../../../../../src/families/robust/methods/bound/dual.js';
import { boundSetting, fully } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { randomRobustProblem } from '../../../../../support/robust.js';
import { draws } from './support.js';

/** The cheaper of two: a task on another core of its node, or on the last. */
function lastCoreLeastS2(ratioS: number, cores: number, meanS: number, varianceS2: number): number {
  const dueS2 = (1 - 1e-10) * ratioS * meanS;
  return Math.min(dueS2 / cores, dueS2 / cores + varianceS2 - ratioS * meanS);
}

describe('the value of the dual', () => {
  it('is that of every option of every task looked at, none passed over', () => {
    let beyond = 0;
    for (let seed = 0; seed < 120; seed++) {
      const draw = draws(seed);
      const { problem } = randomRobustProblem(seed, { mostPlans: Infinity, nodes: 5, tasks: 20, incompatible: 0.3 });
      const setting = boundSetting(problem);
      const { point, groups, options } = setting;
      for (const z of [-Infinity, -1.5, 0, 0.7, 3]) {
        for (const varianceJPerJ2 of [0, 1e-3 * draw(), 1, -1e-4]) {
          for (const energyWeight of [0, 1] as const) {
            const nodeJ = Float64Array.from(groups, () => (draw() < 0.2 ? 0 : 10 ** (6 * draw())));
            const rule = shareRule(z, 3 * problem.deadlineS);
            // Ratios near those of tasks, and some far from them.
            for (const [g] of groups.entries()) {
              setting.endRatioS[g] = draw() < 0.2 ? 0 : (options.mostRatioS[g]! * draw()) / (draw() < 0.2 ? 1e-3 : 1);
            }
            fully(setting, rule, energyWeight)({ nodeJ, varianceJPerJ2 }, point);
            let valueJ = 0;
            for (const [g, { cores }] of groups.entries()) valueJ -= nodeJ[g]! * cores;
            let size = Math.abs(valueJ);
            for (let task = 0; task < problem.taskCount; task++) {
              let leastJ = Infinity;
              let mostJ2 = 0;
              for (const [g, { node, overheadPerCoreW }] of groups.entries()) {
                const groupRule = ruleOfCores(rule, options.mostRatioS[g]!);
                for (let p = 0; p < node.pStateCount; p++) {
                  const meanS = meanTimeS(problem, node, task, p);
                  const varianceS2 = timeVarianceS2(problem, node, task, p);
                  if (meanS === Infinity) continue;
                  const share = coreShare(groupRule, meanS, varianceS2);
                  if (!mayTake(groupRule, share, meanS, varianceS2)) continue;
                  const squareW2 = node.powerSquareW2[p]! + (varianceJPerJ2 < 0 ? node.overheadW ** 2 : 0);
                  const endS2 =
                    varianceJPerJ2 < 0 ? 0 : lastCoreLeastS2(setting.endRatioS[g]!, node.cores, meanS, varianceS2);
                  const costJ =
                    energyWeight * (node.powerW[p]! + overheadPerCoreW) * meanS +
                    nodeJ[g]! * share +
                    varianceJPerJ2 * (squareW2 * varianceS2 + node.overheadW ** 2 * endS2);
                  leastJ = Math.min(leastJ, costJ);
                  mostJ2 = Math.max(mostJ2, node.overheadW ** 2 * setting.endRatioS[g]! * meanS);
                }
              }
              valueJ += leastJ;
              size += Math.abs(leastJ) + Math.abs(varianceJPerJ2) * mostJ2;
            }
            if (valueJ === Infinity) beyond++;
            if (valueJ === Infinity) expect(point.valueJ).toBe(Infinity);
            else expect(Math.abs(point.valueJ - valueJ) / (size || 1), `seed ${seed}, z ${z}`).toBeLessThan(1e-12);
          }
        }
      }
    }
    expect(beyond).toBeLessThan(1000);
  });

  it('proves nothing where prices are so dear that their products overflow', () => {
    const { problem: seconds } = randomRobustProblem(7, { mostPlans: Infinity, nodes: 4, tasks: 30 });
    const problem = {
      ...seconds,
      meanS: seconds.meanS.map((meanS) => 1e-6 * meanS),
      varianceS2: seconds.varianceS2.map((varianceS2) => 1e-12 * varianceS2),
      deadlineS: 1e-5 * seconds.deadlineS,
    };
    const setting = boundSetting(problem);
    for (const dear of [1e199, 1e250, 1e305, 1e307, Infinity]) {
      for (const z of [-1, 0, 1, -Infinity]) {
        const nodeJ = new Float64Array(setting.groups.length).fill(dear);
        fully(setting, shareRule(z, problem.deadlineS))({ nodeJ, varianceJPerJ2: 0 }, setting.point);
        expect(setting.point.valueJ > 0, `${dear} at ${z}`).toBe(false);
      }
    }
  });
});
