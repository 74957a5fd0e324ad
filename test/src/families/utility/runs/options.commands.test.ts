import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UtilityRunResult } from '../../../../../src/families/utility/runs/result.js';
import { solve, type SolveOptions } from '../../../../../src/library/index.js';
import { faultsOf, solvedAs } from '../../../../support/accepted.js';
import type { Json } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** A kind of work on pool, nodes, time and power of each P-state; and its utility: constant until an age, s, then nothing, or a line to nothing. */
interface Work {
  readonly pool?: string;
  readonly nodes: number;
  readonly pStates: readonly (readonly [number, number])[];
  readonly until?: number;
  readonly line?: number;
}

/** Task by name: kind of work, arrival in s, starting utility. */
type Task = readonly [string, string, number, number];

interface Day {
  readonly pools: Readonly<Record<string, number>>;
  readonly works: Readonly<Record<string, Work>>;
  readonly tasks: readonly Task[];
  readonly durationS: number;
  readonly budgetJ?: number;
  readonly droppingThreshold?: number | 'none';
}

/** File of a small parallel instance with an event every minute. */
function fileOf({ pools, works, tasks, durationS, budgetJ, droppingThreshold = 0 }: Day): string {
  const shapes = Object.entries(works).map(([name, { until, line }]) => {
    const end = until ?? line ?? 1e5;
    const last = { ageS: end, utility: 0 };
    const points = [{ ageS: 0, utility: 1 }, ...(line === undefined ? [{ ageS: end, utility: 1 }] : []), last];
    return { name, shape: 'points', points };
  });
  const types = Object.entries(works).map(([name, { pool = 'pool', nodes, pStates }]) => ({
    name,
    utilityClass: name,
    runs: [{ pool, nodes, pStates: pStates.map(([timeS, powerW]) => ({ timeS, powerW })) }],
  }));
  const instance = {
    format: 'plenum.utility',
    formatVersion: 1,
    name: 'by-hand',
    environment: 'parallel',
    seed: 0,
    period: { durationS, measuredFromS: 0 },
    eventIntervalS: 60,
    droppingThreshold,
    urgencyUnitS: 60,
    ...(budgetJ === undefined ? {} : { energyBudgetJPerDay: budgetJ }),
    pools: Object.entries(pools).map(([name, nodes]) => ({ name, nodes })),
    utility: { classes: shapes },
    taskTypes: { source: 'table', types },
    arrivals: {
      source: 'table',
      tasks: tasks.map(([name, taskType, arrivalS, startingUtility]) => ({
        name,
        taskType,
        arrivalS,
        startingUtility,
        cores: works[taskType]!.nodes,
      })),
    },
  };
  const file = join(temporaryDirectory(), 'by-hand.json');
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

/** Record of a run of the library, its details beside what all have. */
async function solved(file: string, options: SolveOptions): Promise<Json> {
  const { record } = await solvedAs<UtilityRunResult>(file, { bound: false, ...options });
  expect([record.termination === 'failed', record.feasible]).toEqual([false, true]);
  return record;
}

/** Path, value and what is allowed of the one fault of a refused call. */
async function refused(instance: string, options: object) {
  const [fault] = faultsOf(await solve(`instances/utility/${instance}.json`, options));
  return [fault!.path, fault!.value, fault!.allowed];
}

const BEST_FIRST = 'only with method price, upe, upt, util, upr, min-min, event-based, task-based';

describe('--reservations', () => {
  // short runs 0-150 on one of two nodes; wide needs both, from 150. At 60 s good, worth ten times as much per node, wants 120 s of one node:
  // before wide where that only holds its place, and wide ends at 280; after it, from 250, where it is reserved, and 370 is too late.
  const day: Day = {
    pools: { pool: 2 },
    durationS: 900,
    works: {
      short: { nodes: 1, pStates: [[150, 100]] },
      wide: { nodes: 2, pStates: [[100, 200]] },
      good: { nodes: 1, pStates: [[120, 100]], until: 300 },
    },
    tasks: [
      ['a', 'short', 0, 3],
      ['b', 'wide', 0, 2],
      ['c', 'good', 60, 12],
    ],
  };

  it.each([
    [{ reservations: 'place-holders' }, 17],
    [{}, 17],
    [{ reservations: 'permanent' }, 5],
  ] as const)('%j: earns %d', async (options, utility) => {
    const json = await solved(fileOf(day), { method: 'upr', ...options });
    expect(json).toMatchObject({ objective: utility });
  });

  it('is for parallel tasks, and for policies that leave what is reserved to it', async () => {
    const permanent = { reservations: 'permanent' };
    expect(await refused('tiny-serial-budget', permanent)).toEqual([
      'reservations',
      'permanent',
      'with parallel tasks',
    ]);
    for (const method of ['easy', 'conservative', 'multi-queue', 'fcfs', 'random']) {
      expect(await refused('tiny-parallel-wide', { method, ...permanent })).toEqual([
        'reservations',
        `permanent, with ${method}`,
        BEST_FIRST,
      ]);
    }
    expect(await refused('tiny-parallel-wide', { reservations: 'always' })).toEqual([
      'reservations',
      'always',
      'place-holders, permanent',
    ]);
  });
});

describe('--binding', () => {
  // first has nodes 1-3 until 250, second two of them 250-300, third three nodes 300-450: on two no idle time is left, of the others node 4 has never
  // run, so that no idle time between two tasks begins there. last, 200 s of one node from 180: one is free at every moment, but node 4 is bound from 300.
  const day: Day = {
    pools: { pool: 4 },
    durationS: 900,
    works: {
      first: { nodes: 3, pStates: [[250, 300]] },
      second: { nodes: 2, pStates: [[50, 200]] },
      third: { nodes: 3, pStates: [[150, 300]] },
      last: { nodes: 1, pStates: [[200, 100]], until: 250 },
    },
    tasks: [
      ['a', 'first', 0, 1],
      ['b', 'second', 60, 1],
      ['c', 'third', 120, 1],
      ['d', 'last', 180, 4],
    ],
  };

  it.each([
    [{ binding: 'late' }, 7],
    [{}, 7],
    [{ binding: 'early' }, 3],
  ] as const)('%j: earns %d', async (options, utility) => {
    const json = await solved(fileOf(day), { method: 'conservative', ...options });
    expect(json).toMatchObject({ objective: utility });
  });

  it('is for parallel tasks', async () => {
    expect(await refused('tiny-preemptive-burst', { binding: 'early' })).toEqual([
      'binding',
      'early',
      'with parallel tasks',
    ]);
    expect(await refused('tiny-parallel-wide', { binding: 'never' })).toEqual(['binding', 'never', 'late, early']);
  });
});

describe('--goal-counts', () => {
  // An even share of 100,000 J by 60 s of 600 is 10,000 J; long has drawn 6,000 J by then and will draw 30,000. Below the goal quick runs 100 s at 200 W:
  // 3 of 4 after 100 of 400 s, 3/100 per s against 2.4/160. Above it 160 s at 90 W: 2.4 for 14,400 J against 3 for 20,000 J. long earns 1/4 of 1.
  const day: Day = {
    pools: { pool: 2 },
    durationS: 600,
    budgetJ: 100_000,
    works: {
      long: { nodes: 1, pStates: [[300, 100]], line: 400 },
      quick: {
        nodes: 1,
        pStates: [
          [100, 200],
          [160, 90],
        ],
        line: 400,
      },
    },
    tasks: [
      ['a', 'long', 0, 1],
      ['b', 'quick', 60, 4],
    ],
  };

  it.each(['event-based', 'task-based'])('%s: what running tasks will draw counts or does not', async (method) => {
    const file = fileOf(day);
    for (const options of [{}, { goalCounts: 'consumed' } as const]) {
      const { objective, energyJ } = await solved(file, { method, ...options });
      expect([objective, energyJ]).toEqual([expect.closeTo(3.25, 9), [expect.closeTo(50_000, 6)]]);
    }
    const { objective, energyJ } = await solved(file, { method, goalCounts: 'committed' });
    expect([objective, energyJ]).toEqual([expect.closeTo(2.65, 9), [expect.closeTo(44_400, 6)]]);
  });

  it('is for the two policies that have a goal of this kind', async () => {
    const committed = { goalCounts: 'committed' };
    const allowed = 'only with method event-based, task-based';
    expect(await refused('tiny-parallel-wide', committed)).toEqual(['goalCounts', 'committed, with price', allowed]);
    expect(await refused('tiny-parallel-wide', { method: 'upe', ...committed })).toEqual([
      'goalCounts',
      'committed, with upe',
      allowed,
    ]);
    expect(await refused('tiny-parallel-wide', { method: 'event-based', goalCounts: 'all' })).toEqual([
      'goalCounts',
      'all',
      'consumed, committed',
    ]);
  });
});

describe('a dropping threshold of "none"', () => {
  // late waits for the only node until 300 s, when it can earn nothing any more: 60 s of 50 W for nothing.
  const day: Day = {
    pools: { pool: 1 },
    durationS: 1200,
    works: { long: { nodes: 1, pStates: [[300, 100]] }, late: { nodes: 1, pStates: [[60, 50]], until: 200 } },
    tasks: [
      ['a', 'long', 0, 1],
      ['b', 'late', 10, 1],
    ],
  };

  it.each([
    [0, 30_000],
    ['none', 33_000],
  ] as const)('%s: a task that can earn nothing any more is dropped or runs', async (droppingThreshold, drawnJ) => {
    const { objective, energyJ } = await solved(fileOf({ ...day, droppingThreshold }), { method: 'upt' });
    expect([objective, energyJ]).toEqual([1, [expect.closeTo(drawnJ, 6)]]);
  });
});

describe('--goal-rate', () => {
  it('is refused where tasks are listed, as nothing says what was to be expected, and with policies without a goal', async () => {
    const arrivals = { goalRate: 'arrivals' };
    expect(await refused('tiny-parallel-wide', { method: 'event-based', ...arrivals })).toEqual([
      'goalRate',
      'arrivals',
      'with arrivals that are generated, or of a log that has jobs in whole hours before arrivals.startS',
    ]);
    expect(await refused('tiny-parallel-wide', { method: 'upe', ...arrivals })).toEqual([
      'goalRate',
      'arrivals, with upe',
      'only with method event-based, task-based',
    ]);
  });
});

describe('--easy-scope', () => {
  // At 0 one waits for the only node of the left pool, and has the reservation of the system until it starts at 300. Of the right pool one node runs
  // until 300; pair needs both, by 450 at the latest. With a reservation of its own group it starts at 300, long after it; else long starts at 60.
  const day: Day = {
    pools: { left: 1, right: 2 },
    durationS: 1200,
    works: {
      'left-one': { pool: 'left', nodes: 1, pStates: [[300, 100]] },
      'right-one': { pool: 'right', nodes: 1, pStates: [[300, 100]] },
      pair: { pool: 'right', nodes: 2, pStates: [[100, 200]], until: 450 },
      long: { pool: 'right', nodes: 1, pStates: [[400, 100]] },
    },
    tasks: [
      ['a', 'left-one', 0, 1],
      ['b', 'right-one', 0, 1],
      ['c', 'left-one', 0, 1],
      ['d', 'pair', 0, 10],
      ['e', 'long', 60, 5],
    ],
  };

  it.each([
    [{ easyScope: 'group' }, 18],
    [{ easyScope: 'system' }, 8],
    [{}, 8],
  ] as const)('%j: earns %d', async (options, utility) => {
    const json = await solved(fileOf(day), { method: 'easy', ...options });
    expect(json).toMatchObject({ objective: utility });
  });

  it('is for EASY backfilling', async () => {
    expect(await refused('tiny-parallel-wide', { method: 'conservative', easyScope: 'group' })).toEqual([
      'easyScope',
      'group, with conservative',
      'only with method easy',
    ]);
    expect(await refused('tiny-parallel-wide', { method: 'easy', easyScope: 'pool' })).toEqual([
      'easyScope',
      'pool',
      'system, group',
    ]);
  });
});

describe('--preemption', () => {
  it('is refused where tasks take turns, unless it is none', async () => {
    for (const method of ['fcfs', 'random']) {
      for (const rule of ['greedy', 'difference', 'pair']) {
        const [path, value, allowed] = await refused('tiny-preemptive-burst', { method, preemption: rule });
        expect([path, value]).toEqual(['preemption', `${rule}, with ${method}`]);
        expect(allowed).toBe(`${rule} ${BEST_FIRST}; with ${method}: none`);
      }
      const file = 'instances/utility/tiny-preemptive-burst.json';
      expect(await solved(file, { method, preemption: 'none' })).toMatchObject({ preemptions: 0 });
    }
  });
});

describe('--filter per-task', () => {
  // One node, tasks of 100 s and 10,000 J: of 40,000 J four are left while nothing runs, and as many as the rest of 600 s has hundreds. Until 180 s
  // energy is the lesser number, from 240 s time is: 4 and 6 of the ten events.
  const day: Day = {
    pools: { pool: 1 },
    durationS: 600,
    budgetJ: 40_000,
    works: { work: { nodes: 1, pStates: [[100, 100]] } },
    tasks: [['late', 'work', 550, 1]],
  };

  it('says in how many events each term of its limit was the least; other filters have one', async () => {
    const file = fileOf(day);
    expect(await solved(file, { method: 'upr', filter: 'per-task' })).toMatchObject({
      filterBranches: { resources: 6, energy: 4 },
    });
    expect(await solved(file, { method: 'upr', filter: 'per-resource' })).toMatchObject({ filterBranches: null });
  });
});
