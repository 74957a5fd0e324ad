import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import {
  busiestHourS,
  ganttOf,
  MAX_GANTT_BARS,
  MAX_GANTT_ROWS,
} from '../../../../../src/families/utility/runs/gantt.js';
import { tinyModel } from '../../../../support/utility/tiny-model.js';

/** Runs of one piece each, on option 0. */
function scheduleOf(pieces: readonly (readonly [startS: number, endS: number])[], node = -1): Schedule {
  return {
    task: Int32Array.from(pieces.keys()),
    option: new Int32Array(pieces.length),
    firstPiece: Int32Array.from({ length: pieces.length + 1 }, (_, r) => r),
    pieceStartS: Float64Array.from(pieces, ([s]) => s),
    pieceEndS: Float64Array.from(pieces, ([, e]) => e),
    node: new Int32Array(pieces.length).fill(node),
    dropped: new Int32Array(0),
    droppedS: new Float64Array(0),
    unfinished: new Int32Array(0),
  };
}

const tasks = (count: number) => Array.from({ length: count }, () => ({ arrivalS: 0 }));

describe('one hour of a schedule', () => {
  it('by hand: pieces of a task that is preempted, goes on, and one that never ends', () => {
    const model = tinyModel({
      endS: 7200,
      environment: 'preemptive',
      pools: [1, 2],
      kinds: [[{ timeS: 2000, pool: 1, pState: 1 }]],
      // 8 falls by 1 in 1000 s.
      functions: [[{ startS: 0, value: 8, slopePerS: 1e-3 }]],
      tasks: tasks(2),
    });
    const schedule: Schedule = {
      ...scheduleOf([
        [0, 1000],
        [3000, 4000],
        [3600, 3700],
      ]),
      task: Int32Array.of(0, 1),
      option: new Int32Array(2),
      firstPiece: Int32Array.of(0, 2, 3),
      unfinished: Int32Array.of(1),
    };
    const whole = ganttOf(model, schedule, 0);
    expect(whole).toMatchObject({ fromS: 0, toS: 3600, pieces: 2, left: 0 });
    expect(whole.pools).toEqual(
      [{ name: 'p1', firstRow: 0, rows: 1, ofRows: 1 }].map((one) => ({ ...one, name: whole.pools[0]!.name })),
    );
    expect(whole.bars).toEqual([
      // It ends at 4000 s with 4 of 8.
      {
        row: 0,
        task: model.tasks.name(0),
        startS: 0,
        endS: 1000,
        nodes: 1,
        pState: 1,
        utility: 4,
        share: 0.5,
        isResumed: false,
        isPreempted: true,
      },
      {
        row: 0,
        task: model.tasks.name(0),
        startS: 3000,
        endS: 4000,
        nodes: 1,
        pState: 1,
        utility: 4,
        share: 0.5,
        isResumed: true,
        isPreempted: false,
      },
    ]);
    // The second hour: what reaches into it, and in a row of its own what never ends.
    expect(
      ganttOf(model, schedule, 3600).bars.map(({ row, utility, isPreempted }) => [row, utility, isPreempted]),
    ).toEqual([
      [0, 4, false],
      [1, 0, true],
    ]);
    expect(ganttOf(model, schedule, 4000).bars).toEqual([]);
  });

  it('machines have rows of their own, idle ones too', () => {
    const model = tinyModel({
      endS: 3600,
      pools: [3],
      kinds: [[{ timeS: 100 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: tasks(1),
    });
    const { pools, bars } = ganttOf(model, scheduleOf([[0, 100]], 2), 0);
    expect([pools[0]!.rows, bars[0]!.row]).toEqual([3, 2]);
  });

  it('has no more rows and bars than a page can show, and counts what is left out', () => {
    const side = 3 * MAX_GANTT_ROWS;
    const model = tinyModel({
      endS: 3600,
      environment: 'preemptive',
      pools: [side],
      kinds: [[{ timeS: 100 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: tasks(side),
    });
    const wide = ganttOf(model, scheduleOf(Array.from({ length: side }, () => [0, 100] as const)), 0);
    expect(wide.pools).toMatchObject([{ rows: MAX_GANTT_ROWS, ofRows: side }]);
    expect([wide.pieces, wide.left, wide.bars.length]).toEqual([side, side - MAX_GANTT_ROWS, MAX_GANTT_ROWS]);
    expect(new Set(wide.bars.map(({ row }) => row)).size).toBe(MAX_GANTT_ROWS);

    const count = MAX_GANTT_BARS + 5;
    const long = tinyModel({
      endS: 3600,
      environment: 'preemptive',
      pools: [1],
      kinds: [[{ timeS: 1 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: tasks(count),
    });
    const many = ganttOf(long, scheduleOf(Array.from({ length: count }, (_, k) => [2 * k, 2 * k + 1] as const)), 0);
    expect([many.bars.length, many.left]).toEqual([MAX_GANTT_BARS, 5]);
  });

  it('bars of one row never overlap', () => {
    const pieces = Array.from(
      { length: 200 },
      (_, k) => [(37 * k) % 3000, ((37 * k) % 3000) + 50 + ((61 * k) % 400)] as const,
    );
    const model = tinyModel({
      endS: 3600,
      environment: 'parallel',
      pools: [50],
      kinds: [[{ timeS: 100 }]],
      functions: [[{ startS: 0, value: 1 }]],
      tasks: tasks(200),
    });
    const { bars } = ganttOf(model, scheduleOf(pieces), 0);
    expect(bars).toHaveLength(200);
    for (const [n, one] of bars.entries()) {
      for (const other of bars.slice(n + 1)) {
        if (one.row === other.row) expect(one.endS <= other.startS || other.endS <= one.startS).toBe(true);
      }
    }
  });

  it('is by itself that of the measured time in which most tasks wait, the first of equals', () => {
    const times = { measuredFromS: 3600, endS: 4 * 3600 };
    const at = (...waiting: number[]) => ({
      timeS: Float64Array.from(waiting, (_, k) => k * 1800),
      waiting: Int32Array.from(waiting),
    });
    expect(busiestHourS(times, at(99, 99, 1, 1, 4, 4, 4, 4))).toBe(2 * 3600);
    expect(busiestHourS(times, at(99, 99, 0, 0, 0, 0, 0, 0))).toBe(3600);
    expect(busiestHourS({ measuredFromS: 0, endS: 600 }, at(1, 2))).toBe(0);
  });
});
