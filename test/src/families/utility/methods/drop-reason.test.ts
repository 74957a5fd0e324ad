import { describe, expect, it } from 'vitest';
import { DROP_REASONS } from '../../../../../src/families/utility/methods/drop-reason.js';
import { utilityPerTime } from '../../../../../src/families/utility/methods/policies/max-max.js';
import type { Filter, Policy } from '../../../../../src/families/utility/methods/policy.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { notRun } from '../../../../../src/families/utility/runs/not-run.js';
import { tinyModel, type TinyModel } from '../../../../support/utility/tiny-model.js';

const FREE: Filter = { begin: () => undefined, allows: () => true };

/** One machine, or node; a task takes 100 s at 1 W, and is worth 6 until it is 250 s old, then nothing. */
const BASE = {
  endS: 1200,
  kinds: [[{ timeS: 100, powerW: 1 }]],
  functions: [
    [
      { startS: 0, value: 6 },
      { startS: 250, value: 0 },
    ],
    [
      { startS: 0, value: 2 },
      { startS: 90, value: 0 },
    ],
  ],
} as const;

/** Reason of each task that did not run, by task. */
function reasonsIn(tiny: TinyModel, policy: Policy = utilityPerTime(), filter: Filter = FREE): Record<string, string> {
  const model = tinyModel(tiny);
  const preemption = model.environment === 'preemptive' ? 'greedy' : 'none';
  const { schedule, series } = simulate(model, policy, filter, { preemption });
  const only = (task: number): string => {
    const of = schedule.dropped.includes(task) ? DROP_REASONS[series.dropReason[task]!]! : 'waiting';
    return schedule.unfinished.includes(task) ? 'preempted' : of;
  };
  const ran = new Set([...schedule.task].filter((task) => !schedule.unfinished.includes(task)));
  const left = Array.from({ length: model.tasks.count }, (_, n) => n).filter((n) => !ran.has(n));
  const named = Object.fromEntries(left.map((task) => [`task ${task}`, only(task)]));
  const counted: Record<string, number> = {};
  for (const reason of Object.values(named)) counted[reason] = (counted[reason] ?? 0) + 1;
  const { all } = notRun(model, schedule, series);
  expect(Object.fromEntries(all.reasons.map(({ reason, tasks }) => [reason, tasks]))).toEqual(counted);
  return named;
}

/** Tasks that arrive at the beginning, by their utility function. */
const atOnce = (...utilities: readonly number[]): TinyModel['tasks'] =>
  utilities.map((utility) => ({ arrivalS: 0, utility }));

describe.each(['serial', 'parallel', 'preemptive'] as const)('a task that did not run, %s', (environment) => {
  const base = { ...BASE, environment };

  it('was worth too little if it earned nothing even begun at once', () => {
    expect(reasonsIn({ ...base, tasks: atOnce(0, 1) })).toEqual({ 'task 1': 'late' });
  });

  it('was crowded out if it was allowed to start but others had the machine', () => {
    // From 0 to 100 s, from 120 s to 220 s; the third ended at 340 s, worth nothing.
    expect(reasonsIn({ ...base, tasks: atOnce(0, 0, 0) })).toEqual({ 'task 2': 'crowded' });
  });

  it('was beyond the budget if no option fits what the others left of it', () => {
    // The budget of 150 J is enough for one.
    expect(reasonsIn({ ...base, budgetJ: 150, tasks: atOnce(0, 0) })).toEqual({ 'task 1': 'budget' });
  });

  it('was refused by the filter if that lets none of its options pass', () => {
    const filter: Filter = { begin: () => undefined, allows: ({ task }) => task === 0 };
    const kinds = [BASE.kinds[0], BASE.kinds[0]];
    const tasks = [{ arrivalS: 0 }, { arrivalS: 0, kind: 1 }];
    const byKind: Filter = { ...filter, allows: ({ option }) => option === 0 };
    expect(reasonsIn({ ...base, pools: [2], kinds, tasks }, utilityPerTime(), byKind)).toEqual({ 'task 1': 'filter' });
  });

  it.each([
    ['energyPrice', 7, 8],
    ['powerPrice', 5, 7],
    ['nodePrice', 4, 5],
    ['budget', Infinity, Infinity],
  ] as const)(
    'is said to be of %s where a policy refuses it whose energy costs %d of its 6, and with its power %d',
    (reason, forEnergy, withPower) => {
      const prices = { paidForEnergy: () => forEnergy, paidWithPower: () => withPower };
      const policy: Policy = { ...utilityPerTime(), key: () => -Infinity, ...prices };
      expect(reasonsIn({ ...base, tasks: atOnce(0) }, policy)).toEqual({ 'task 0': reason });
    },
  );

  it('still waits if the day ends before', () => {
    expect(reasonsIn({ ...base, endS: 90, tasks: atOnce(0, 0) })).toEqual({ 'task 1': 'waiting' });
  });
});

describe('a task beside a limit of power', () => {
  it.each([
    // Of two nodes one is idle throughout: 2 W would be drawn of 1.5 W.
    ['power', 2, 1.5],
    ['crowded', 1, 10],
  ] as const)('was stopped by %s with %d nodes and a limit of %d W', (reason, nodes, limit) => {
    const rows = [{ unit: 'W' as const, perW: [1], limit }];
    const model: TinyModel = { ...BASE, environment: 'parallel', pools: [nodes], rows, tasks: atOnce(0, 0, 0) };
    expect(reasonsIn(model)).toEqual({ 'task 2': reason });
  });
});

describe.each(['serial', 'parallel'] as const)('a task of which one option is drawn by chance, %s', (environment) => {
  /** A budget for the slow P-state alone; tasks are dropped at 240 s, and were asked for last at 120 s. */
  const model: TinyModel = {
    environment,
    endS: 1200,
    eventIntervalS: 120,
    budgetJ: 90_000,
    kinds: [
      [
        { timeS: 100, powerW: 1000 },
        { pState: 1, timeS: 200, powerW: 100 },
      ],
    ],
    functions: [
      [
        { startS: 0, value: 1 },
        { startS: 330, value: 0 },
      ],
    ],
    tasks: atOnce(0),
  };
  const drawing = (at: number): Policy => ({ ...utilityPerTime(), order: 'arrival', key: () => 0, draw: () => at });

  it('was not drawn if another option was allowed, but the one drawn was not', () => {
    expect(reasonsIn(model, drawing(0))).toEqual({ 'task 0': 'notDrawn' });
  });

  it('was crowded out if the one drawn was allowed', () => {
    // The second is begun at 120 s for 200 s, also though it ends worth nothing; no time is left for the third.
    expect(reasonsIn({ ...model, tasks: atOnce(0, 0, 0) }, drawing(1))).toEqual({ 'task 2': 'crowded' });
  });

  it('was beyond the budget if no option is within it', () => {
    expect(reasonsIn({ ...model, budgetJ: 10_000 }, drawing(0))).toEqual({ 'task 0': 'budget' });
  });
});

describe('a task that was preempted for good', () => {
  it('is counted as preempted, dropped or not', () => {
    const tasks = [{ arrivalS: 0 }, { arrivalS: 60, utility: 2 }];
    const functions = [...BASE.functions, [{ startS: 0, value: 60 }]];
    const kinds = [[{ timeS: 150 }]];
    const model: TinyModel = { ...BASE, environment: 'preemptive', functions, kinds, tasks };
    expect(reasonsIn(model)).toEqual({ 'task 0': 'preempted' });
  });
});
