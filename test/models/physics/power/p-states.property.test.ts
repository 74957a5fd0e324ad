import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pStateTable } from '../../../../models/physics/power/p-states.js';
import type { NodeType, TaskOnNodeType } from '../../../../models/facility/facility.js';
import { fuzzCount } from '../../../support/fuzz.js';

const real = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const frequencies = fc
  .array(real(0.8, 3.5), { minLength: 2, maxLength: 16 })
  .map((list) => [...new Set(list)].sort((a, b) => b - a))
  .filter((list) => list.length > 1 && list[0]! - list.at(-1)! > 0.05);

function nodeType(pStateFrequenciesGHz: readonly number[], psuEfficiency?: number): NodeType {
  return { name: 'N', cores: 1, idlePowerW: 0, airFlowM3PerS: 1, pStateFrequenciesGHz, psuEfficiency, tasks: [] };
}

function task(timeS: TaskOnNodeType['timeS'], corePowerW: TaskOnNodeType['corePowerW']): TaskOnNodeType {
  return { taskType: 't', timeS, corePowerW, memoryIntensity: 0 };
}

describe('time and power per P-state', () => {
  it('interpolation passes through both end points, times rise and powers fall in between', () => {
    fc.assert(
      fc.property(frequencies, real(1, 100), real(1, 3), real(5, 50), real(0, 1), (f, highS, slow, highW, low) => {
        const [lowS, lowW] = [highS * slow, highW * low];
        const { timeS, powerW } = pStateTable(
          nodeType(f),
          task(
            { atHighestFrequency: highS, atLowestFrequency: lowS },
            { atHighestFrequency: highW, atLowestFrequency: lowW },
          ),
        );
        expect([timeS[0], powerW[0], timeS.at(-1), powerW.at(-1)]).toEqual([highS, highW, lowS, lowW]);
        for (let p = 1; p < f.length; p++) {
          expect(timeS[p]!).toBeGreaterThanOrEqual(timeS[p - 1]! * (1 - 1e-12));
          expect(powerW[p]!).toBeLessThanOrEqual(powerW[p - 1]! + 1e-12 * highW);
        }
      }),
      { seed: 31, numRuns: fuzzCount(300) },
    );
  });

  it('in between, time is a + b / f and power a + b f^3', () => {
    // f = 2, 1.5, 1: 1/f = 0.5, 2/3, 1 is a third of the way up; f^3 = 8, 3.375, 1 is 4.625 / 7 of the way down.
    const { timeS, powerW } = pStateTable(
      nodeType([2, 1.5, 1]),
      task({ atHighestFrequency: 10, atLowestFrequency: 16 }, { atHighestFrequency: 30, atLowestFrequency: 16 }),
    );
    expect([...timeS]).toEqual([10, expect.closeTo(12, 12), 16]);
    expect([...powerW]).toEqual([30, expect.closeTo(20.75, 12), 16]);
  });

  it('a single P-state takes the value at the highest frequency, lists are taken as they are', () => {
    const single = pStateTable(nodeType([2]), task({ atHighestFrequency: 4, atLowestFrequency: 4 }, [7]));
    expect([[...single.timeS], [...single.powerW]]).toEqual([[4], [7]]);
    const listed = pStateTable(nodeType([3, 2, 1]), task([1, 5, 6], [9, 8, 1]));
    expect([[...listed.timeS], [...listed.powerW]]).toEqual([
      [1, 5, 6],
      [9, 8, 1],
    ]);
  });

  it("the power supply's efficiency divides power and leaves time alone", () => {
    const { timeS, powerW } = pStateTable(nodeType([2, 1], 0.8), task([1, 2], [16, 8]));
    expect([[...timeS], [...powerW]]).toEqual([
      [1, 2],
      [20, 10],
    ]);
  });
});
