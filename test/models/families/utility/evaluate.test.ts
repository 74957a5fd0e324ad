import { describe, expect, it } from 'vitest';
import { arrivingUtility } from '../../../../models/families/utility/arriving.js';
import { evaluateSchedule } from '../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';

/** Start of the measured day, s. */
const MIDNIGHT_S = 3600;

/** One core of 50 W, two tasks of 100 s that are worth 4 at any age. */
const MODEL: UtilityModel = {
  name: 'by hand',
  environment: 'preemptive',
  endS: MIDNIGHT_S + 86_400,
  measuredFromS: MIDNIGHT_S,
  days: [
    { startS: 0, endS: MIDNIGHT_S, budgetJ: Infinity },
    { startS: MIDNIGHT_S, endS: MIDNIGHT_S + 86_400, budgetJ: Infinity },
  ],
  eventIntervalS: 60,
  droppingThreshold: 0,
  preemptionOverheadS: 0,
  pools: [{ name: 'core', nodes: 1, coresPerNode: 1 }],
  options: {
    kindCount: 1,
    first: Int32Array.of(0, 1),
    pool: Int32Array.of(0),
    pState: Uint8Array.of(0),
    nodes: Int32Array.of(1),
    timeS: Float64Array.of(100),
    powerW: Float64Array.of(50),
  },
  functions: {
    count: 1,
    firstPiece: Int32Array.of(0, 1),
    startS: Float64Array.of(0),
    value: Float64Array.of(4),
    floor: Float64Array.of(4),
    ratePerS: Float64Array.of(0),
    slopePerS: Float64Array.of(0),
  },
  tasks: {
    count: 2,
    name: (task) => `t${task}`,
    arrivalS: Float64Array.of(3500, 3600),
    type: new Int32Array(2),
    kind: new Int32Array(2),
    utility: new Int32Array(2),
    mayPreempt: Uint8Array.of(1, 1),
    mayBePreempted: Uint8Array.of(1, 1),
  },
};

describe('a schedule', () => {
  it('earns the share of a task that lies in the measured time, and draws energy on the day it runs', () => {
    // 60 s before midnight, 40 s after it; then 50 s of a task that never ends.
    const outcome = evaluateSchedule(MODEL, {
      task: Int32Array.of(0, 1),
      option: Int32Array.of(0, 0),
      firstPiece: Int32Array.of(0, 1, 2),
      pieceStartS: Float64Array.of(3540, 4020),
      pieceEndS: Float64Array.of(3640, 4070),
      node: Int32Array.of(-1, -1),
      unfinished: Int32Array.of(1),
      dropped: new Int32Array(0),
      droppedS: new Float64Array(0),
    });
    expect(outcome.utility).toBeCloseTo(1.6, 12);
    expect([...outcome.utilityByDay].map((one) => Number(one.toFixed(9)))).toEqual([2.4, 1.6]);
    expect([...outcome.energyJ]).toEqual([3000, 2000 + 2500]);
    expect(outcome).toMatchObject({ completed: 1, completedMeasured: 1, dropped: 0, preemptions: 1 });
  });
});

describe('utility that arrives', () => {
  it('starting: of the tasks that arrive in the measured time, 4; immediate: 4 for it and 1.6 for 3540 s .. 3640 s, the run from the first event after 3500 s on', () => {
    const { starting, immediate, onArrival } = arrivingUtility(MODEL);
    expect([starting, onArrival]).toEqual([4, 4]);
    expect(immediate).toBeCloseTo(5.6, 12);
  });

  it('immediate utility counts the share of an execution that lies in the measured time, after its decay and the wait for an event', () => {
    // Arrivals at the event 60 s before midnight and 10 s before that 60 s before the end; 4 falls by 0.01/s, to 3 after 100 s.
    const late = MODEL.endS - 70;
    const sloping = { ...MODEL.functions, slopePerS: Float64Array.of(0.01) };
    const tasks = { ...MODEL.tasks, arrivalS: Float64Array.of(MIDNIGHT_S - 60, late) };
    const { starting, immediate, onArrival } = arrivingUtility({ ...MODEL, functions: sloping, tasks });
    expect(starting).toBe(4);
    expect(immediate).toBeCloseTo(3 * 0.4 + 2.9 * 0.6, 12);
    expect(onArrival).toBeCloseTo(3 * 0.4 + 3 * 0.7, 12);
  });

  it('nothing is immediate that arrives after the last event before the end', () => {
    const tasks = { ...MODEL.tasks, arrivalS: Float64Array.of(MODEL.endS - 60, MODEL.endS - 59) };
    const { immediate, onArrival } = arrivingUtility({ ...MODEL, tasks });
    expect(immediate).toBeCloseTo(4 * 0.6, 12);
    expect(onArrival).toBeCloseTo(4 * 0.6 + 4 * 0.59, 12);
  });

  /** Options of 100 s at 50 W and of 50 s at 120 W: 5 and 6 kJ. */
  const TWO_OPTIONS = {
    ...MODEL,
    options: {
      kindCount: 1,
      first: Int32Array.of(0, 2),
      pool: Int32Array.of(0, 0),
      pState: Uint8Array.of(0, 1),
      nodes: Int32Array.of(1, 1),
      timeS: Float64Array.of(100, 50),
      powerW: Float64Array.of(50, 120),
    },
    functions: { ...MODEL.functions, slopePerS: Float64Array.of(0.01) },
  };
  const alone = (arrivalS: number): UtilityModel['tasks'] => ({
    ...MODEL.tasks,
    count: 1,
    arrivalS: Float64Array.of(arrivalS),
  });

  it('immediate utility is of the option on which a task ends first', () => {
    const { immediate } = arrivingUtility({ ...TWO_OPTIONS, tasks: alone(MIDNIGHT_S) });
    expect(immediate).toBeCloseTo(3.5, 12);
  });

  it('immediate utility leaves out options that by themselves exceed the budget of a day with their part in it, or break a power row', () => {
    const within = (budgetJ: number, arrivalS: number, beforeJ = Infinity, limit = Infinity): number => {
      const [before, measured] = MODEL.days;
      const days = [
        { ...before!, budgetJ: beforeJ },
        { ...measured!, budgetJ },
      ];
      const powerRows = {
        count: 1,
        names: ['cap'],
        unit: ['W' as const],
        coefficient: Float64Array.of(1),
        limit: Float64Array.of(limit),
      };
      return arrivingUtility({ ...TWO_OPTIONS, days, powerRows, tasks: alone(arrivalS) }).immediate;
    };
    expect(within(6000, MIDNIGHT_S)).toBeCloseTo(3.5, 12);
    // The checker forgives a hundred-millionth of the budget.
    expect(within(6000 / (1 + 0.9e-8), MIDNIGHT_S)).toBeCloseTo(3.5, 12);
    expect(within(6000 / (1 + 3e-8), MIDNIGHT_S)).toBeCloseTo(3, 12);
    expect(within(4999, MIDNIGHT_S)).toBe(0);
    expect(within(6000, MIDNIGHT_S, Infinity, 119)).toBeCloseTo(3, 12);
    expect(within(6000, MIDNIGHT_S, Infinity, 49)).toBe(0);
    // Begun a minute before midnight: the fast one ends before it; the slow one draws 2 kJ after it, 3 kJ before.
    expect(within(2000, MIDNIGHT_S - 60, 3000)).toBeCloseTo(3 * 0.4, 12);
    expect(within(1999, MIDNIGHT_S - 60, 3000)).toBe(0);
    expect(within(2000, MIDNIGHT_S - 60, 2999)).toBe(0);
    // On what ends first it earns nothing in the measured time.
    expect(within(2000, MIDNIGHT_S - 60)).toBe(0);
    expect(arrivingUtility({ ...TWO_OPTIONS, tasks: alone(MIDNIGHT_S) }).onArrival).toBeCloseTo(3.5, 12);
  });
});
