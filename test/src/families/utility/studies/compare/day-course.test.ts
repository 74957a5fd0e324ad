import { describe, expect, it } from 'vitest';
import type { SimulationOutcome } from '../../../../../../src/families/utility/methods/outcome.js';
import { courseBorders, dayCourse } from '../../../../../../src/families/utility/studies/compare/day-course.js';
import { tinyModel } from '../../../../../support/utility/tiny-model.js';

describe('the course of a day', () => {
  it('has hours of a day, minutes of a short one, and ends with it', () => {
    expect(courseBorders({ measuredFromS: 86_400, endS: 2 * 86_400 })).toHaveLength(24 + 1);
    expect(courseBorders({ measuredFromS: 100, endS: 400 })).toEqual([0, 60, 120, 180, 240, 300]);
    expect(courseBorders({ measuredFromS: 0, endS: 3 * 3600 + 10 }).slice(-2)).toEqual([3 * 3600, 3 * 3600 + 10]);
    expect(courseBorders({ measuredFromS: 0, endS: 100 * 86_400 })).toHaveLength(24 + 1);
  });

  it('by hand: what is earned, drawn and waits, within the measured time alone', () => {
    // 6 over 120 s at 10 W from 20 s before the measured time on; 3 over 60 s at 10 W.
    const model = tinyModel({
      measuredFromS: 60,
      endS: 180,
      environment: 'preemptive',
      pools: [2],
      kinds: [[{ timeS: 120, powerW: 10 }], [{ timeS: 60, powerW: 10 }]],
      functions: [[{ startS: 0, value: 6 }], [{ startS: 0, value: 3 }]],
      tasks: [{ arrivalS: 0 }, { arrivalS: 60, kind: 1, utility: 1 }],
    });
    const outcome = {
      schedule: {
        task: Int32Array.of(0, 1),
        option: Int32Array.of(0, 1),
        firstPiece: Int32Array.of(0, 1, 2),
        pieceStartS: Float64Array.of(40, 120),
        pieceEndS: Float64Array.of(160, 180),
        node: Int32Array.of(-1, -1),
        dropped: new Int32Array(0),
        droppedS: new Float64Array(0),
        unfinished: new Int32Array(0),
      },
      series: {
        timeS: Float64Array.of(0, 60, 120),
        waiting: Int32Array.of(1, 2, 0),
        postponed: Int32Array.of(0, 1, 0),
      },
    } as unknown as SimulationOutcome;
    // Energy: 600 J in the first minute, 400 + 600 J in the second.
    expect(dayCourse(model, outcome)).toEqual({
      earnedPerH: [3 * 60, (2 + 3) * 60],
      drawnMJ: [600e-6, 1600e-6],
      waiting: [3, 0],
    });
  });
});
