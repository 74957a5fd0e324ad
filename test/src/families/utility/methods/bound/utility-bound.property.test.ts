import { describe, expect, it } from 'vitest';
import type { UtilityEnvironment, UtilityModel } from '../../../../../../models/families/utility/model.js';
import { dayWork } from '../../../../../../src/families/utility/methods/bound/day-work.js';
import { noPrices } from '../../../../../../src/families/utility/methods/bound/prices.js';
import { startIndexed } from '../../../../../../src/families/utility/methods/bound/start-indexed.js';
import {
  utilityBound,
  type UtilityBound,
  type UtilityBoundOptions,
} from '../../../../../../src/families/utility/methods/bound/utility-bound.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomFunction, type TinyModel, tinyModel } from '../../../../../support/utility/tiny-model.js';
import { tariffOfWeights } from '../../../../../support/utility/with-tariff.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const H = 3600;
const bounded = (tiny: TinyModel, options: UtilityBoundOptions = {}): Promise<UtilityBound> =>
  utilityBound(tinyModel(tiny), UNLIMITED, { slots: 24, passes: 300, ...options });

/** An hour's work for one node, worth 5 or 3 whenever it ends. */
const HOUR: TinyModel = {
  endS: H,
  kinds: [[{ timeS: H }]],
  functions: [[{ startS: 0, value: 5 }], [{ startS: 0, value: 3 }]],
  tasks: [{ arrivalS: 0 }, { arrivalS: 0, utility: 1 }],
};

describe('the bound is what can be earned, by hand', () => {
  it('one of two tasks where there is time for one', async () => {
    const { bound, utilityPerNodeH, utilityPerMJ } = await bounded(HOUR);
    expect(bound).toBeGreaterThanOrEqual(5);
    expect(bound).toBeLessThan(5 * (1 + 1e-3));
    // One more node would do the other task.
    const worth = utilityPerNodeH[0]!.reduce((sum, price) => sum + price / 24, 0);
    expect(worth).toBeGreaterThan(3 - 0.01);
    expect(worth).toBeLessThan(5 + 0.01);
    expect(utilityPerMJ).toBeNull();
  });

  it('both tasks with two nodes, which are worth nothing more', async () => {
    const { bound, utilityPerNodeH } = await bounded({ ...HOUR, pools: [2, 1] });
    expect(bound).toBeCloseTo(8, 9);
    expect(Math.max(...utilityPerNodeH[0]!, ...utilityPerNodeH[1]!)).toBe(0);
  });

  it('what the energy of a task and a half earns, at 3 per MJ', async () => {
    const kinds = [[{ timeS: H, powerW: 1e6 / H }]];
    const { bound, utilityPerMJ } = await bounded({ ...HOUR, pools: [2], kinds, budgetJ: 1.5e6 });
    expect(bound).toBeGreaterThanOrEqual(6.5);
    expect(bound).toBeLessThan(6.5 * (1 + 1e-3));
    expect(utilityPerMJ).toBeCloseTo(3, 1);
  });

  it('the same of a budget of money, at 10.8 per USD where a kWh costs 1 USD', async () => {
    const kinds = [[{ timeS: H, powerW: 1e6 / H }]];
    const model = tinyModel({ ...HOUR, pools: [2], kinds, budgetJ: 1.5e6 });
    const charging = tariffOfWeights([1, 1], H);
    const priced = await utilityBound({ ...model, tariff: charging, charging }, UNLIMITED, { slots: 24, passes: 300 });
    expect(priced.bound).toBeGreaterThanOrEqual(6.5);
    expect(priced.bound).toBeLessThan(6.5 * (1 + 1e-3));
    expect(priced.utilityPerUsd! / 10.8).toBeCloseTo(1, 1);
    expect(priced.utilityPerMJ).toBeNull();
  });

  it('all of a task that the checker lets take its budget by a hundred-millionth more', async () => {
    const kinds = [[{ timeS: H, powerW: 1e6 / H }]];
    const { bound } = await bounded({ ...HOUR, pools: [2], kinds, budgetJ: 1e6 / (1 + 0.99e-8) });
    expect(bound).toBeGreaterThanOrEqual(5);
  });

  it('the share of a long task that the day has time for', async () => {
    const kinds = [[{ timeS: 4 * H }]];
    expect((await bounded({ ...HOUR, pools: [2], kinds })).bound).toBeCloseTo(8 / 4, 9);
  });

  it('the in-day share of a task from the day before, which earns nothing after 2 h', async () => {
    const functions = [
      [
        { startS: 0, value: 5 },
        { startS: 2 * H, value: 0 },
      ],
    ];
    const tasks = [{ arrivalS: 3.5 * H }];
    const kinds = [[{ timeS: 2 * H }]];
    // It must start when it arrives, and does three quarters of its work in the day.
    const { bound } = await bounded({ endS: 10 * H, measuredFromS: 4 * H, kinds, functions, tasks });
    expect(bound).toBeCloseTo(5 * 0.75, 6);
  });

  it('the same by starts alone, to a sixty-fourth of the task', () => {
    const functions = [
      [
        { startS: 0, value: 5 },
        { startS: 2 * H, value: 0 },
      ],
    ];
    const tiny = { endS: 10 * H, measuredFromS: 4 * H, kinds: [[{ timeS: 2 * H }]], functions };
    const work = dayWork(tinyModel({ ...tiny, tasks: [{ arrivalS: 3.5 * H }] }), 24);
    const { bound } = startIndexed(work)(noPrices(work));
    expect(bound).toBeGreaterThanOrEqual(5 * 0.75);
    expect(bound).toBeLessThanOrEqual(5 * (0.75 + 1 / 64) + 1e-9);
  });

  it('nothing for tasks that are too wide, too late or too old', async () => {
    const tiny: TinyModel = {
      endS: 10 * H,
      measuredFromS: 4 * H,
      pools: [2],
      kinds: [[{ timeS: H, nodes: 3 }], [{ timeS: H }]],
      functions: [
        [
          { startS: 0, value: 5 },
          { startS: 0.5 * H, value: 0 },
        ],
      ],
      tasks: [
        { arrivalS: 5 * H, kind: 0 },
        { arrivalS: 5 * H, kind: 1 },
        { arrivalS: 1 * H, kind: 1 },
      ],
    };
    expect((await bounded(tiny)).bound).toBe(0);
  });

  it('nothing for a task that is worth nothing when it ends if it starts at the first mapping event after its arrival', async () => {
    // Worth 5 until an age of 100 s; the task takes 60 s: in time from an event at most 40 s away.
    const functions = [
      [
        { startS: 0, value: 5 },
        { startS: 100, value: 0 },
      ],
    ];
    const kinds = [[{ timeS: 60 }]];
    const boundAt = async (
      arrivalS: number,
      eventIntervalS: number,
      environment: UtilityEnvironment,
    ): Promise<number> => {
      const tiny = { ...HOUR, environment, functions, kinds, eventIntervalS, tasks: [{ arrivalS }] };
      return (await bounded(tiny, { slots: 6 })).bound;
    };
    for (const environment of ['serial', 'parallel', 'preemptive'] as const) {
      expect(await boundAt(610, 60, environment), environment).toBe(0);
      expect(await boundAt(621, 60, environment)).toBeCloseTo(5, 9);
      // On an event it starts at once, also where the number of intervals is rounded: 2.1 / 0.3 is above 7.
      expect(await boundAt(600, 600, environment)).toBeCloseTo(5, 9);
      expect(await boundAt(600.001, 600, environment)).toBe(0);
      expect(await boundAt(2.1, 0.3, environment)).toBeCloseTo(5, 9);
      // After the last event before the end nothing starts.
      expect(await boundAt(H - 59, 60, environment)).toBe(0);
      expect(await boundAt(H - 60, 60, environment)).toBeCloseTo(5, 9);
    }
  });

  it('what decay leaves after the wait for an event: 8 falling by 1 a minute, 30 s of waiting, 2 minutes of work', async () => {
    const functions = [[{ startS: 0, value: 8, slopePerS: 1 / 60 }]];
    const kinds = [[{ timeS: 120 }]];
    for (const environment of ['serial', 'parallel', 'preemptive'] as const) {
      const tiny = { ...HOUR, environment, functions, kinds, tasks: [{ arrivalS: 630 }] };
      expect((await bounded(tiny, { slots: 60 })).bound, environment).toBeCloseTo(5.5, 6);
    }
  });

  it('what the slow option earns where the fast one alone exceeds the budget of the day', async () => {
    const functions = [[{ startS: 0, value: 8, slopePerS: 2 / H }]];
    const kinds = [
      [
        { timeS: H, powerW: 1e6 / H },
        { pState: 1, timeS: 2 * H, powerW: 0.25e6 / H },
      ],
    ];
    // Fast 6 for 1 MJ, slow 4 for .5 MJ. Whatever outlasts the day is worth nothing by then.
    const tiny = { ...HOUR, endS: 12 * H, functions, kinds, tasks: [{ arrivalS: 0 }] };
    for (const environment of ['serial', 'parallel', 'preemptive'] as const) {
      const boundWith = async (budgetJ: number): Promise<number> =>
        (await bounded({ ...tiny, environment, budgetJ })).bound;
      expect(await boundWith(1e6), environment).toBeCloseTo(6, 6);
      expect(await boundWith(1e6 / (1 + 2e-8))).toBeCloseTo(4, 2);
      expect(await boundWith(0.6e6)).toBeCloseTo(4, 2);
      expect(await boundWith(0.49e6)).toBe(0);
    }
  });

  it('the part of a dear task that the budget pays for across either end of the measured time', async () => {
    // 4 h at 1 MW-hour an hour: a budget of one hour and a half is for 3/8 of it.
    const kinds = [[{ timeS: 4 * H, powerW: 1e6 / H }]];
    const tiny = { ...HOUR, measuredFromS: 6 * H, endS: 18 * H, kinds, budgetJ: 1.5e6 };
    for (const arrivalS of [0, 7 * H]) {
      const { bound, budgetExcludes } = await bounded({ ...tiny, tasks: [{ arrivalS }] });
      expect(bound).toBeGreaterThanOrEqual((5 * 3) / 8);
      expect(bound).toBeLessThan(5 * (3 / 8 + 1 / 64) + 1e-6);
      expect(budgetExcludes).toBe(true);
    }
    // Two and a half hours lie in the day before: where its budget has less, the task cannot have begun there; where it ends, it is worth nothing any more.
    const functions = [
      [
        { startS: 0, value: 5 },
        { startS: 11 * H, value: 0 },
      ],
    ];
    const across = { ...tiny, functions, tasks: [{ arrivalS: 0 }] };
    expect((await bounded({ ...across, budgetJ: 4e6 })).budgetExcludes).toBe(false);
    expect((await bounded({ ...across, budgetBeforeJ: 2.6e6 })).bound).toBeGreaterThanOrEqual((5 * 3) / 8);
    expect((await bounded({ ...across, budgetBeforeJ: 2.4e6 })).bound).toBe(0);
  });

  it('nothing of what costs more than a budget of money at the least price all along', async () => {
    const functions = [
      [
        { startS: 0, value: 5 },
        { startS: 3 * H, value: 0 },
      ],
    ];
    const kinds = [[{ timeS: H, powerW: 1e6 / H }]];
    const model = tinyModel({ ...HOUR, endS: 12 * H, functions, kinds, tasks: [{ arrivalS: 0 }], budgetJ: 1e6 });
    const boundAt = async (...weights: readonly number[]): Promise<number> => {
      const charging = tariffOfWeights(weights, H);
      return (await utilityBound({ ...model, tariff: charging, charging }, UNLIMITED, { slots: 24, passes: 300 }))
        .bound;
    };
    expect(await boundAt(2, 2, 1, 2)).toBeCloseTo(5, 2);
    expect(await boundAt(2, 2, 1.1, 2)).toBe(0);
  });

  it('what power rows let run: a task and a half within 1.5 K where each takes 1 K, at 3 per K', async () => {
    const kinds = [[{ timeS: H, powerW: 100 }]];
    const rows = [{ perW: [0.01], limit: 1.5 }];
    for (const startPasses of [0, 300]) {
      const { bound, rows: values } = await bounded({ ...HOUR, pools: [2], kinds, rows }, { startPasses });
      expect(bound).toBeGreaterThanOrEqual(6.5);
      // Tasks of a whole hour fit once or not at all, which prices alone do not see.
      expect(bound).toBeLessThan(6.5 * (1 + 1e-3));
      expect(values.map(({ name, unit }) => [name, unit])).toEqual([['row 0', 'K']]);
      expect(values[0]!.utilityPerUnit).toBeCloseTo(3, 1);
      expect(values[0]!.utilityPerUnitH.reduce((sum, price) => sum + price / 24, 0)).toBeCloseTo(3, 1);
    }
  });

  it('no price for a row that all nodes together keep, or that another implies; nothing where a row forbids all', async () => {
    const kinds = [[{ timeS: H, powerW: 100 }]];
    const within = (...rows: NonNullable<TinyModel['rows']>): Promise<UtilityBound> =>
      bounded({ ...HOUR, pools: [2], kinds, rows });
    const loose = await within({ perW: [0.01], limit: 2 });
    expect([loose.bound, loose.rows]).toEqual([expect.closeTo(8, 9), []]);
    const two = await within({ perW: [0.01], limit: 1.6 }, { unit: 'W', perW: [1], limit: 150 });
    expect(two.rows.map(({ name }) => name)).toEqual(['row 1']);
    expect(two.rows[0]!.utilityPerUnit).toBeCloseTo(0.03, 3);
    for (const limit of [0, 0.9]) expect((await within({ perW: [0.01], limit })).bound).toBe(0);
  });

  it('the pool that heats less where both do: one more K is worth what the other earns', async () => {
    const kinds = [
      [
        { pool: 0, timeS: H, powerW: 100 },
        { pool: 1, timeS: H, powerW: 100 },
      ],
    ];
    const rows = [{ perW: [0.01, 0.015], limit: 2 }];
    // 5 in the cool pool takes 1 K; the other K has room for two thirds of what earns 3.
    const { bound, rows: values } = await bounded({ ...HOUR, pools: [1, 1], kinds, rows });
    expect(bound).toBeGreaterThanOrEqual(7);
    expect(bound).toBeLessThan(7 * (1 + 1e-3));
    expect(values[0]!.utilityPerUnit).toBeCloseTo(2, 1);
  });

  it('wide tasks by their nodes: two of three that take two of four nodes all day', async () => {
    const tasks = [{ arrivalS: 0 }, { arrivalS: 0 }, { arrivalS: 0 }];
    const { bound } = await bounded({ ...HOUR, pools: [4], kinds: [[{ timeS: H, nodes: 2 }]], tasks });
    expect(bound).toBeGreaterThanOrEqual(10);
    expect(bound).toBeLessThan(10 * (1 + 1e-3));
  });
});

function busy(seed: number): TinyModel {
  const stream = randomStream(seed, 'busy');
  const { uniform, integer } = stream;
  return {
    measuredFromS: 2 * H,
    endS: 8 * H,
    pools: [2, 3],
    kinds: [
      [
        { pool: 0, timeS: 1500, powerW: 200 },
        { pool: 0, pState: 1, timeS: 2000, powerW: 100 },
        { pool: 1, timeS: 1800, powerW: 150 },
      ],
      [{ pool: 1, timeS: 4000, nodes: 2, powerW: 300 }],
    ],
    functions: Array.from({ length: 5 }, () => randomFunction(stream, 3000)),
    tasks: Array.from({ length: 120 }, () => ({
      arrivalS: uniform(0, 8 * H),
      kind: integer(0, 1),
      utility: integer(0, 4),
    })),
    budgetJ: 8e6,
  };
}

describe('the bound and what there is', () => {
  it('doubles with the tasks, the nodes and the budget', async () => {
    for (let seed = 0; seed < fuzzCount(5); seed++) {
      const tiny = busy(seed);
      const { bound } = await bounded(tiny, { passes: 80 });
      const twice = { ...tiny, pools: [4, 6], budgetJ: 16e6, tasks: [...tiny.tasks, ...tiny.tasks] };
      expect((await bounded(twice, { passes: 80 })).bound).toBeCloseTo(2 * bound, 6);
    }
  });

  it('falls neither with more nodes nor with more energy', async () => {
    const tiny = busy(1);
    const { bound } = await bounded(tiny, { passes: 400 });
    for (const more of [{ pools: [3, 3] }, { pools: [2, 5] }, { budgetJ: 9e6 }, { budgetJ: Infinity }]) {
      expect((await bounded({ ...tiny, ...more }, { passes: 400 })).bound).toBeGreaterThan(bound * (1 - 1e-4));
    }
  });
});

describe('a search that is stopped', () => {
  const model: UtilityModel = tinyModel(busy(3));
  const stoppedAfter = async (steps: number): Promise<{ result: UtilityBound; told: number[] }> => {
    const told: number[] = [];
    const step = ({ bound }: { readonly bound: number | null }): Promise<boolean> =>
      Promise.resolve(told.push(bound!) >= steps);
    return { result: await utilityBound(model, { step }, { slots: 24, passes: 60 }), told };
  };

  it('has a bound after every number of passes, never greater than after fewer', async () => {
    let before = Infinity;
    for (let steps = 1; steps <= 60; steps += 7) {
      const { result, told } = await stoppedAfter(steps);
      expect(result.passes).toBe(steps);
      expect(result.bound).toBe(told.at(-1));
      expect(told).toEqual(told.toSorted((a, b) => b - a));
      expect(result.bound).toBeLessThanOrEqual(before);
      before = result.bound;
    }
  });

  it('gives the same bound and prices each time', async () => {
    expect((await stoppedAfter(60)).result).toEqual((await stoppedAfter(60)).result);
  });
});
