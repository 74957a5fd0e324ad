import { describe, expect, it } from 'vitest';
import { arrivingUtility } from '../../../../models/problems/utility/arriving.js';
import { evaluateSchedule } from '../../../../models/problems/utility/evaluate.js';
import type { UtilityProblem } from '../../../../models/problems/utility/problem.js';

/** Start of the measured day, s. */
const MIDNIGHT_S = 3600;

/** One core of 50 W, two tasks of 100 s that are worth 4 at any age. */
const PROBLEM: UtilityProblem = {
  ...{ name: 'by hand', environment: 'preemptive', endS: MIDNIGHT_S + 86_400, measuredFromS: MIDNIGHT_S },
  days: [
    { startS: 0, endS: MIDNIGHT_S, budgetJ: Infinity },
    { startS: MIDNIGHT_S, endS: MIDNIGHT_S + 86_400, budgetJ: Infinity },
  ],
  ...{ eventIntervalS: 60, droppingThreshold: 0, preemptionOverheadS: 0 },
  pools: [{ name: 'core', nodes: 1, coresPerNode: 1 }],
  options: {
    kindCount: 1,
    first: Int32Array.of(0, 1),
    ...{ pool: Int32Array.of(0), pState: Uint8Array.of(0), nodes: Int32Array.of(1) },
    ...{ timeS: Float64Array.of(100), powerW: Float64Array.of(50) },
  },
  functions: {
    count: 1,
    firstPiece: Int32Array.of(0, 1),
    ...{ startS: Float64Array.of(0), value: Float64Array.of(4), floor: Float64Array.of(4) },
    ...{ ratePerS: Float64Array.of(0), slopePerS: Float64Array.of(0) },
  },
  tasks: {
    count: 2,
    name: (task) => `t${task}`,
    ...{ arrivalS: Float64Array.of(3500, 3600), type: new Int32Array(2), kind: new Int32Array(2) },
    ...{ utility: new Int32Array(2), mayPreempt: Uint8Array.of(1, 1), mayBePreempted: Uint8Array.of(1, 1) },
  },
};

describe('a schedule', () => {
  it('earns the share of a task that lies in the measured time, and draws energy on the day it runs', () => {
    // 60 s before midnight, 40 s after it; then 50 s of a task that never ends.
    const outcome = evaluateSchedule(PROBLEM, {
      ...{ task: Int32Array.of(0, 1), option: Int32Array.of(0, 0), firstPiece: Int32Array.of(0, 1, 2) },
      ...{ pieceStartS: Float64Array.of(3540, 4020), pieceEndS: Float64Array.of(3640, 4070) },
      ...{ node: Int32Array.of(-1, -1), unfinished: Int32Array.of(1) },
      ...{ dropped: new Int32Array(0), droppedS: new Float64Array(0) },
    });
    expect(outcome.utility).toBeCloseTo(1.6, 12);
    expect([...outcome.utilityByDay].map((one) => Number(one.toFixed(9)))).toEqual([2.4, 1.6]);
    expect([...outcome.energyJ]).toEqual([3000, 2000 + 2500]);
    expect(outcome).toMatchObject({ completed: 1, completedMeasured: 1, dropped: 0, preemptions: 1 });
  });
});

describe('utility that arrives', () => {
  it('starting: of the tasks that arrive in the measured time, 4; immediate: 4 for it and none for 3500 s .. 3600 s', () => {
    expect(arrivingUtility(PROBLEM)).toEqual({ starting: 4, immediate: 4 });
  });

  it('immediate utility counts the share of an execution at once that lies in the measured time, after its decay', () => {
    // Arrivals 60 s before midnight and 50 s before the end; 4 falls by 0.01/s, so that 3 is left after 100 s.
    const late = PROBLEM.endS - 50;
    const sloping = { ...PROBLEM.functions, slopePerS: Float64Array.of(0.01) };
    const tasks = { ...PROBLEM.tasks, arrivalS: Float64Array.of(MIDNIGHT_S - 60, late) };
    const { starting, immediate } = arrivingUtility({ ...PROBLEM, functions: sloping, tasks });
    expect(starting).toBe(4);
    expect(immediate).toBeCloseTo(3 * 0.4 + 3 * 0.5, 12);
  });

  it('immediate utility is of the option on which a task ends first', () => {
    const options = {
      ...{ kindCount: 1, first: Int32Array.of(0, 2), pool: Int32Array.of(0, 0), pState: Uint8Array.of(0, 1) },
      ...{ nodes: Int32Array.of(1, 1), timeS: Float64Array.of(100, 50), powerW: Float64Array.of(50, 90) },
    };
    const sloping = { ...PROBLEM.functions, slopePerS: Float64Array.of(0.01) };
    expect(arrivingUtility({ ...PROBLEM, options, functions: sloping }).immediate).toBeCloseTo(3.5, 12);
  });
});
