import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeGroups } from '../../../../../../src/families/robust/methods/bound/groups.js';
import { bestEndRatios, lastCoreVarianceS2 } from '../../../../../../src/families/robust/methods/bound/last-core.js';
import { randomRobustProblem } from '../../../../../support/robust.js';

const task = fc.record({
  core: fc.nat(4),
  meanS: fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })),
  varianceS2: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e5, noNaN: true })),
});

describe('the variance of the core that a node waits for', () => {
  it("is at least the sum of the parts of the node's tasks, at any ratio", () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 300, noNaN: true }),
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
          const parts = tasks.map((one) => lastCoreVarianceS2(endRatioS, cores, one.meanS, one.varianceS2));
          const sumS2 = parts.reduce((sum, part) => sum + part, 0);
          expect(sumS2).toBeLessThanOrEqual(leastS2 + 1e-9 * Math.abs(leastS2));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("is all of its tasks' where a node has one core and the ratio is none of theirs", () => {
    expect(lastCoreVarianceS2(50, 1, 10, 40)).toBeCloseTo(40, 6);
    expect(lastCoreVarianceS2(3, 1, 10, 40)).toBeCloseTo(30, 6);
    expect(lastCoreVarianceS2(0, 4, 10, 40)).toBe(0);
    // 5 x 10 / 4 on another core, 40 less 50 - 12.5 on the last.
    expect(lastCoreVarianceS2(5, 4, 10, 60)).toBeCloseTo(12.5, 6);
    expect(lastCoreVarianceS2(5, 4, 10, 40)).toBeCloseTo(2.5, 6);
  });

  it('has its best price where the tasks of lesser ratios just fill one core of each node', () => {
    const { problem } = randomRobustProblem(2, { nodes: 1, cores: 4, pStates: 1, tasks: 3 });
    const groups = nodeGroups(problem);
    const times = [
      { meanS: 30, varianceS2: 90 },
      { meanS: 10, varianceS2: 10 },
      { meanS: 20, varianceS2: 40 },
      { meanS: 40, varianceS2: 160 },
      { meanS: 0, varianceS2: 7 },
    ];
    const { cores } = groups[0]!.node;
    const option = new Int32Array(times.length);
    const best = bestEndRatios(groups, Int32Array.of(0), { option }, times.length, (n) => times[n]!)[0]!;
    const value = (ratioS: number): number =>
      times.reduce((sum, { meanS, varianceS2 }) => sum + lastCoreVarianceS2(ratioS, cores, meanS, varianceS2), 0);
    for (let ratioS = 0; ratioS < 6; ratioS += 0.125) expect(value(ratioS)).toBeLessThanOrEqual(value(best) + 1e-9);
    expect(best).toBe(2);
  });
});
