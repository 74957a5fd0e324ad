import { describe, expect, it } from 'vitest';
import { type RowPeak, rowPeaks } from '../../../../models/families/utility/row-peaks.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { randomStream } from '../../../../src/random/stream.js';
import { tinyModel } from '../../../support/utility/tiny-model.js';

/** Two pools, tasks of 100 W and 40 W; an inlet that both heat, and a cap. */
const model: UtilityModel = tinyModel({
  environment: 'preemptive',
  endS: 1000,
  pools: [4, 4],
  kinds: [[{ pool: 0, timeS: 100, powerW: 100 }], [{ pool: 1, timeS: 100, powerW: 40 }]],
  functions: [[{ startS: 0, value: 1 }]],
  tasks: [{ arrivalS: 0 }, { arrivalS: 0 }, { arrivalS: 0, kind: 1 }],
  rows: [
    { unit: 'K', perW: [0.01, 0.05], limit: 2.5 },
    { unit: 'W', perW: [1, 1], limit: 200 },
  ],
});

/** Schedule of pieces [option, start, end], one run each. */
function scheduleOf(pieces: readonly (readonly [option: number, startS: number, endS: number])[]): Schedule {
  return {
    task: Int32Array.from(pieces.keys()),
    option: Int32Array.from(pieces, ([option]) => option),
    firstPiece: Int32Array.from({ length: pieces.length + 1 }, (_, r) => r),
    pieceStartS: Float64Array.from(pieces, ([, s]) => s),
    pieceEndS: Float64Array.from(pieces, ([, , s]) => s),
    node: new Int32Array(pieces.length).fill(-1),
    unfinished: new Int32Array(0),
    dropped: new Int32Array(0),
    droppedS: new Float64Array(0),
  };
}

describe('the load of power rows', () => {
  it('is that of what runs together, from the moment when it is greatest', () => {
    // From 120 s: 100 + 100 W and 40 W; both of pool 0 alone are on from 100 s.
    const schedule = scheduleOf([
      [0, 0, 200],
      [0, 100, 200],
      [1, 120, 220],
    ]);
    expect(rowPeaks(model, schedule)).toEqual<RowPeak[]>([
      { name: 'row 0', unit: 'K', value: 4, limit: 2.5, atS: 120 },
      { name: 'row 1', unit: 'W', value: 240, limit: 200, atS: 120 },
    ]);
  });

  it('does not count what ends when another starts', () => {
    const peaks = rowPeaks(
      model,
      scheduleOf([
        [0, 0, 100],
        [0, 100, 200],
        [1, 200, 300],
      ]),
    );
    expect(peaks.map(({ value, atS }) => [value, atS])).toEqual([
      [2, 200],
      [100, 0],
    ]);
  });

  it('is nothing where nothing runs, and there are no rows where the problem has none', () => {
    expect(rowPeaks(model, scheduleOf([])).map(({ value, atS }) => [value, atS])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const without = tinyModel({
      endS: 100,
      kinds: [[{ timeS: 100 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: [],
    });
    expect(rowPeaks(without, scheduleOf([[0, 0, 100]]))).toEqual([]);
  });

  it('agrees with a sum over all pieces at every start, over thousands of moments', () => {
    for (let seed = 0; seed < 2; seed++) {
      const { uniform, integer } = randomStream(seed, 'pieces');
      const pieces = Array.from({ length: 400 }, () => {
        const startS = uniform() < 0.3 ? integer(0, 900) : uniform(0, 900);
        return [integer(0, 1), startS, startS + uniform(0.1, 40)] as const;
      });
      const peaks = rowPeaks(model, scheduleOf(pieces));
      const most = [0, 0];
      for (const [, atS] of pieces) {
        const busyW = new Float64Array(2);
        for (const [o, fromS, toS] of pieces) if (fromS <= atS && atS < toS) busyW[o]! += [100, 40][o]!;
        const loads = [0.01 * busyW[0]! + 0.05 * busyW[1]!, busyW[0]! + busyW[1]!];
        for (const [r, load] of loads.entries()) most[r] = Math.max(most[r]!, load);
      }
      for (const [r, { value }] of peaks.entries()) expect(value, `${seed} ${r}`).toBeCloseTo(most[r]!, 8);
    }
  });
});
