import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeGroups } from '../../../../../../src/families/robust/methods/bound/groups.js';
import {
  bestLastCorePrices,
  createLastCorePrices,
  type LastCoreBudget,
  type LastCoreTerm,
  lastCoreTerm,
  lastCoreVarianceS2,
} from '../../../../../../src/families/robust/methods/bound/last-core.js';
import { coreShare, shareRule } from '../../../../../../src/families/robust/methods/bound/dual.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { draws } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

// No subnormal numbers: a product of two of them is rounded by as much as it is.
const task = fc.record({
  core: fc.nat(4),
  meanS: fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })),
  varianceS2: fc.oneof(fc.constant(0), fc.double({ min: 1e-100, max: 1e5, noNaN: true })),
});

/** No price on the core's time. */
const TIMELESS: LastCoreBudget = { z: 0, deadlineS: 1, nodeJ: 0, varianceJPerJ2: 1, energyWeight: 1 };

function ratioOnly(ratioS: number): LastCoreTerm {
  const prices = createLastCorePrices(1);
  prices.ratioS[0] = ratioS;
  return lastCoreTerm(prices, 0, { overheadW: 1 }, TIMELESS);
}

describe('the variance of the core that a node waits for', () => {
  it("is at least the sum of the parts of the node's tasks, at any ratio", () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.oneof(fc.constant(0), fc.double({ min: 1e-100, max: 300, noNaN: true })),
        (tasks, cores, endRatioS) => {
          const finishS = new Float64Array(cores);
          const varianceS2 = new Float64Array(cores);
          for (const one of tasks) {
            finishS[one.core % cores]! += one.meanS;
            varianceS2[one.core % cores]! += one.varianceS2;
          }
          // Of cores that end together the least certain for the node, which is the weakest claim.
          const latestS = Math.max(...finishS);
          const leastS2 = Math.min(...varianceS2.filter((_, core) => finishS[core]! >= latestS));
          const parts = tasks.map((one) => lastCoreVarianceS2(ratioOnly(endRatioS), cores, one.meanS, one.varianceS2));
          const sumS2 = parts.reduce((sum, part) => sum + part, 0);
          expect(sumS2).toBeLessThanOrEqual(leastS2 + 1e-9 * Math.abs(leastS2));
        },
      ),
      { seed: 34, numRuns: fuzzCount(5000) },
    );
  });

  it("is all of its tasks' where a node has one core and the ratio is none of theirs", () => {
    expect(lastCoreVarianceS2(ratioOnly(50), 1, 10, 40)).toBeCloseTo(40, 6);
    expect(lastCoreVarianceS2(ratioOnly(3), 1, 10, 40)).toBeCloseTo(30, 6);
    expect(lastCoreVarianceS2(ratioOnly(0), 4, 10, 40)).toBe(0);
    // 5 x 10 / 4 on another core, 40 less 50 - 12.5 on the last.
    expect(lastCoreVarianceS2(ratioOnly(5), 4, 10, 60)).toBeCloseTo(12.5, 6);
    expect(lastCoreVarianceS2(ratioOnly(5), 4, 10, 40)).toBeCloseTo(2.5, 6);
  });

  it('has its best price where the tasks of lesser ratios just fill one core of each node', () => {
    const { model } = randomRobustModel(2, { nodes: 1, cores: 4, pStates: 1, tasks: 3 });
    const groups = nodeGroups(model);
    const times = [
      { meanS: 30, varianceS2: 90 },
      { meanS: 10, varianceS2: 10 },
      { meanS: 20, varianceS2: 40 },
      { meanS: 40, varianceS2: 160 },
      { meanS: 0, varianceS2: 7 },
    ];
    const { cores } = groups[0]!.node;
    const option = new Int32Array(times.length);
    const loads = Float64Array.of(1);
    const found = bestLastCorePrices(
      groups,
      Int32Array.of(0),
      { option },
      5,
      (n) => times[n]!,
      loads,
      () => TIMELESS,
    );
    const best = found.ratioS[0]!;
    expect(found.idleS2[0]).toBe(0);
    const value = (ratioS: number): number =>
      times.reduce(
        (sum, { meanS, varianceS2 }) => sum + lastCoreVarianceS2(ratioOnly(ratioS), cores, meanS, varianceS2),
        0,
      );
    for (let ratioS = 0; ratioS < 6; ratioS += 0.125) expect(value(ratioS)).toBeLessThanOrEqual(value(best) + 1e-9);
    expect(best).toBe(2);
  });

  it('costs, with waiting for that core and the time that cores have left, no less than its prices say, on any node that reaches the quantile', () => {
    let near = 0;
    for (let seed = 0; seed < fuzzCount(5000, 2500); seed++) {
      const draw = draws(seed);
      draw();
      const cores = 1 + Math.floor(4 * draw());
      const finishS = new Float64Array(cores);
      const varianceS2 = new Float64Array(cores);
      const z = 3 * draw();
      // Tasks anywhere, or cores that are each full of tasks of one ratio.
      const ratiosS = Array.from({ length: cores }, () => 20 * draw());
      const tasks =
        draw() < 0.5
          ? Array.from({ length: 1 + Math.floor(4 * cores * draw()) }, () => {
              const meanS = 100 * draw();
              return { core: Math.floor(cores * draw()), meanS, varianceS2: meanS * 20 * draw() };
            })
          : ratiosS.map((ratioS, core) => {
              const root = (Math.sqrt(z * z * ratioS + 400) - z * Math.sqrt(ratioS)) / 2;
              return { core, meanS: root * root, varianceS2: ratioS * root * root };
            });
      for (const one of tasks) {
        finishS[one.core]! += one.meanS;
        varianceS2[one.core]! += one.varianceS2;
      }
      // One core is full, or none is.
      const fullS = Math.max(...finishS.map((meanS, core) => meanS + z * Math.sqrt(varianceS2[core]!)));
      const deadlineS = fullS * (draw() < 0.5 ? 1 : 1 + draw());
      const latestS = Math.max(...finishS);
      const last = finishS.indexOf(latestS);
      // Prices per core of about the size of the overhead, variance of about as much or less.
      const overheadW = 10 ** (2 * draw());
      const nodeJ = overheadW * deadlineS * 10 ** (2 * draw() - 1.5);
      const varianceJPerJ2 = 10 ** (2 * draw() - 1) / (overheadW * deadlineS);
      const energyWeight = draw() < 0.2 ? 0 : 1;
      const prices = createLastCorePrices(1);
      prices.ratioS[0] = 20 * draw();
      prices.idleS2[0] = draw() < 0.5 ? Infinity : (2 * draw() * nodeJ) / (varianceJPerJ2 * overheadW ** 2);
      prices.tangentS[0] = draw() < 0.5 ? Math.sqrt(varianceS2[last]!) : deadlineS * draw();
      const budget: LastCoreBudget = { z, deadlineS, nodeJ, varianceJPerJ2, energyWeight };
      const term = lastCoreTerm(prices, 0, { overheadW }, budget);
      const rule = shareRule(z, deadlineS);
      let roomCores = cores;
      let saidS2 = term.nodeS2;
      let meanS = 0;
      for (const one of tasks) {
        roomCores -= coreShare(rule, one.meanS, one.varianceS2);
        saidS2 += lastCoreVarianceS2(term, cores, one.meanS, one.varianceS2);
        meanS += one.meanS;
      }
      const squareW2 = varianceJPerJ2 * overheadW ** 2;
      const costJ =
        energyWeight * overheadW * (latestS - meanS / cores) + squareW2 * varianceS2[last]! + nodeJ * roomCores;
      const sizeJ = overheadW * latestS + squareW2 * (varianceS2[last]! + term.sizeS * meanS) + nodeJ * cores;
      expect(squareW2 * saidS2).toBeLessThanOrEqual(costJ + 1e-9 * sizeJ);
      if (squareW2 * saidS2 > costJ - 0.01 * sizeJ) near++;
    }
    expect(near).toBeGreaterThan(250);
  });

  it('is all that cores alike have, where all are full and the time of one is dear', () => {
    const { model } = randomRobustModel(2, { nodes: 1, cores: 4, pStates: 1, tasks: 3 });
    const groups = nodeGroups(model).map((group) => ({ ...group, node: { ...group.node, overheadW: 50 } }));
    const { cores } = groups[0]!.node;
    // Cores of 900 s and 10,000 s^2 reach z = 1 at 1,000 s: from tasks of two ratios, evenly.
    const times = Array.from({ length: 10 * cores }, (_, n) => ({ meanS: 90, varianceS2: n % 2 === 0 ? 500 : 1500 }));
    const budget: LastCoreBudget = { z: 1, deadlineS: 1000, nodeJ: 1e6, varianceJPerJ2: 1e-4, energyWeight: 1 };
    const option = new Int32Array(times.length);
    const loads = Float64Array.of(cores);
    const prices = bestLastCorePrices(
      groups,
      Int32Array.of(0),
      { option },
      times.length,
      (n) => times[n]!,
      loads,
      () => budget,
    );
    const sumS2 = (term: LastCoreTerm): number =>
      times.reduce((sum, one) => sum + lastCoreVarianceS2(term, cores, one.meanS, one.varianceS2), term.nodeS2);
    expect(sumS2(lastCoreTerm(prices, 0, { overheadW: 50 }, budget))).toBeCloseTo(10_000, 3);
    // The ratio alone knows of the certain tasks only.
    expect(sumS2(ratioOnly(prices.ratioS[0]!))).toBeCloseTo(5000, 3);
  });
});
