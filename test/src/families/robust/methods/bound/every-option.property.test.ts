import { describe, expect, it } from 'vitest';
import { meanTimeS, timeVarianceS2 } from '../../../../../../models/families/robust/model.js';
import {
  coreShare,
  mayTake,
  ruleOfCores,
  shareRule,
} from '../../../../../../src/families/robust/methods/bound/dual.js';
import { boundSetting, fully } from '../../../../../../src/families/robust/methods/bound/setting.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { drawEnds, draws } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Prices of last cores and of all else that their part depends on. */
interface End {
  readonly ratioS: number;
  readonly idleS2: number;
  readonly tangentS: number;
  readonly z: number;
  readonly deadlineS: number;
  readonly nodeJ: number;
  readonly varianceJPerJ2: number;
  readonly overheadW: number;
  readonly energyWeight: number;
}

/** What every node adds, s^2: the price of the last core's time, within what cores, variance and waiting are worth. */
function lastCoreNodeS2(end: End): number {
  const { z, deadlineS, tangentS, varianceJPerJ2, overheadW } = end;
  if (!(z > 0) || tangentS === 0 || z * tangentS >= 2 * deadlineS || overheadW === 0) return 0;
  const wholeS = deadlineS - (z * tangentS) / 2;
  const perVariance = z / 2 / tangentS / wholeS;
  const ofCoreS2 = end.nodeJ / varianceJPerJ2 / overheadW ** 2;
  const ofWaitingS2 =
    (end.ratioS + end.energyWeight / varianceJPerJ2 / overheadW) / (1 / wholeS + perVariance * end.ratioS);
  return Math.min(end.idleS2, (1 - 1e-12) * Math.min(ofCoreS2, 1 / perVariance, ofWaitingS2));
}

/** The cheaper of two: a task on another core of its node, or on the last. */
function lastCoreLeastS2(end: End, cores: number, meanS: number, varianceS2: number): number {
  const nodeS2 = lastCoreNodeS2(end);
  const wholeS = end.deadlineS - (end.z * end.tangentS) / 2;
  const taken = nodeS2 > 0 ? nodeS2 / wholeS : 0;
  const weight = nodeS2 > 0 ? 1 - (nodeS2 * end.z) / (2 * end.tangentS * wholeS) : 1;
  const perMeanS = weight * end.ratioS - taken;
  const sharedS2 = (perMeanS * meanS * (1 - Math.sign(perMeanS) * 1e-10)) / cores;
  return Math.min(sharedS2, sharedS2 + weight * (varianceS2 - end.ratioS * meanS));
}

describe('the value of the dual', () => {
  it('is that of every option of every task looked at, none passed over', () => {
    let beyond = 0;
    for (let seed = 0; seed < fuzzCount(120); seed++) {
      const draw = draws(seed);
      const { model } = randomRobustModel(seed, { mostPlans: Infinity, nodes: 5, tasks: 20, incompatible: 0.3 });
      const setting = boundSetting(model);
      const { point, groups, options } = setting;
      for (const z of [-Infinity, -1.5, 0, 0.7, 3]) {
        for (const varianceJPerJ2 of [0, 1e-3 * draw(), 1, -1e-4]) {
          for (const energyWeight of [0, 1] as const) {
            const nodeJ = Float64Array.from(groups, () => (draw() < 0.2 ? 0 : 10 ** (6 * draw())));
            const rule = shareRule(z, 3 * model.deadlineS);
            // Ratios near those of tasks, and some far from them.
            drawEnds(setting, draw, rule.deadlineS, draw() < 0.2 ? 1e3 : 1);
            const { ends } = setting;
            const endOf = (g: number): End => ({
              ratioS: ends.ratioS[g]!,
              idleS2: ends.idleS2[g]!,
              tangentS: ends.tangentS[g]!,
              z: rule.z,
              deadlineS: rule.deadlineS,
              nodeJ: nodeJ[g]!,
              varianceJPerJ2,
              energyWeight,
              overheadW: groups[g]!.node.overheadW,
            });
            fully(setting, rule, energyWeight)({ nodeJ, varianceJPerJ2 }, point);
            let valueJ = 0;
            for (const [g, { cores }] of groups.entries()) valueJ -= nodeJ[g]! * cores;
            let size = Math.abs(valueJ);
            for (const [g, { node, nodes }] of varianceJPerJ2 > 0 ? groups.entries() : []) {
              valueJ += varianceJPerJ2 * node.overheadW ** 2 * lastCoreNodeS2(endOf(g)) * nodes.length;
            }
            for (let task = 0; task < model.taskCount; task++) {
              let leastJ = Infinity;
              let mostJ2 = 0;
              for (const [g, { node, overheadPerCoreW }] of groups.entries()) {
                const groupRule = ruleOfCores(rule, options.mostRatioS[g]!);
                for (let p = 0; p < node.pStateCount; p++) {
                  const meanS = meanTimeS(model, node, task, p);
                  const varianceS2 = timeVarianceS2(model, node, task, p);
                  if (meanS === Infinity) continue;
                  const share = coreShare(groupRule, meanS, varianceS2);
                  if (!mayTake(groupRule, share, meanS, varianceS2)) continue;
                  const squareW2 = node.powerSquareW2[p]! + (varianceJPerJ2 < 0 ? node.overheadW ** 2 : 0);
                  const endS2 = varianceJPerJ2 > 0 ? lastCoreLeastS2(endOf(g), node.cores, meanS, varianceS2) : 0;
                  const costJ =
                    energyWeight * (node.powerW[p]! + overheadPerCoreW) * meanS +
                    nodeJ[g]! * share +
                    varianceJPerJ2 * (squareW2 * varianceS2 + node.overheadW ** 2 * endS2);
                  leastJ = Math.min(leastJ, costJ);
                  mostJ2 = Math.max(mostJ2, node.overheadW ** 2 * ends.ratioS[g]! * meanS);
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
    const { model: seconds } = randomRobustModel(7, { mostPlans: Infinity, nodes: 4, tasks: 30 });
    const model = {
      ...seconds,
      meanS: seconds.meanS.map((meanS) => 1e-6 * meanS),
      varianceS2: seconds.varianceS2.map((varianceS2) => 1e-12 * varianceS2),
      deadlineS: 1e-5 * seconds.deadlineS,
    };
    const setting = boundSetting(model);
    for (const dear of [1e199, 1e250, 1e305, 1e307, Infinity]) {
      for (const z of [-1, 0, 1, -Infinity]) {
        const nodeJ = new Float64Array(setting.groups.length).fill(dear);
        fully(setting, shareRule(z, model.deadlineS))({ nodeJ, varianceJPerJ2: 0 }, setting.point);
        expect(setting.point.valueJ > 0, `${dear} at ${z}`).toBe(false);
      }
    }
  });
});
