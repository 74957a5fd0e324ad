import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { utilityFiles } from '../../../../../src/families/utility/instances/load.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';

/** Two pools of 4-core and 6-core nodes; one type listed for some numbers of nodes. */
function instance(change: Partial<UtilityInstance> = {}): UtilityInstance {
  const run = (pool: string, nodes: number, timeS: number) => ({
    pool,
    nodes,
    pStates: [{ timeS, powerW: 100 * nodes }],
  });
  return {
    format: 'plenum.utility',
    formatVersion: 1,
    name: 'example',
    environment: 'parallel',
    seed: 3,
    period: { durationS: 3600, measuredFromS: 0 },
    eventIntervalS: 60,
    droppingThreshold: 0,
    urgencyUnitS: 60,
    pools: [
      { name: 'four', nodes: 5, coresPerNode: 4 },
      { name: 'six', nodes: 5, coresPerNode: 6 },
    ],
    utility: {
      classes: [
        {
          name: 'step',
          shape: 'points',
          points: [
            { ageS: 0, utility: 1 },
            { ageOverMeanTime: 2, utility: 1 },
            { ageOverMeanTime: 2, utility: 0 },
          ],
        },
      ],
    },
    taskTypes: {
      source: 'table',
      types: [{ name: 'work', runs: [run('four', 1, 100), run('four', 5, 60), run('six', 2, 90), run('six', 4, 70)] }],
    },
    arrivals: {
      source: 'table',
      tasks: [5, 6, 7, 8, 9].map((cores, n) => ({ name: `t${n}`, taskType: 'work', arrivalS: n, cores })),
    },
    ...change,
  };
}

describe('a compiled problem', () => {
  it('rounds cores up to nodes pool by pool, interpolates times and powers, and leaves out pools that list no such number', () => {
    const { options, tasks } = utilityModel(instance());
    const of = (task: number) => {
      const kind = tasks.kind[task]!;
      const rows: number[][] = [];
      for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
        rows.push([options.pool[o]!, options.nodes[o]!, options.timeS[o]!, options.powerW[o]!]);
      }
      return rows;
    };
    // Two nodes of four cores: 100 - 40 / 4; one node of six is not listed for 5 or 6 cores, two are for 7, 8 and 9.
    expect(of(0)).toEqual([[0, 2, 90, 200]]);
    expect(of(2)).toEqual([
      [0, 2, 90, 200],
      [1, 2, 90, 200],
    ]);
    expect(of(4)).toEqual([
      [0, 3, 80, 300],
      [1, 2, 90, 200],
    ]);
    // 5 and 6 cores are one kind, 7 and 8 another, 9 a third: they need the same nodes everywhere.
    expect([tasks.kind[0] === tasks.kind[1], tasks.kind[2] === tasks.kind[3], options.kindCount]).toEqual([
      true,
      true,
      3,
    ]);
  });

  it('ages utility by the mean time of the type at the number of cores of the task', () => {
    const { functions, tasks } = utilityModel(instance());
    const endOf = (task: number): number => functions.startS[functions.firstPiece[tasks.utility[task]! + 1]! - 1]!;
    // Means of 90 s, and of 80 and 90 s.
    expect([endOf(0), endOf(2), endOf(4)]).toEqual([180, 180, 170]);
    expect(functions.count).toBe(2);
  });

  it('leaves special pools out of the mean time where others run the type', () => {
    const [four, six] = instance().pools;
    const { functions, tasks } = utilityModel(instance({ pools: [four!, { ...six!, special: true }] }));
    const last = functions.firstPiece[tasks.utility[4]! + 1]! - 1;
    expect(functions.startS[last]).toBe(160);
  });

  it('goes back in days from the measured one; only whole days and that one have the budget', () => {
    const of = (durationS: number, measuredFromS: number) =>
      utilityModel(instance({ period: { durationS, measuredFromS }, energyBudgetJPerDay: 7 })).days.map(
        ({ startS, endS, budgetJ }) => [startS, endS, budgetJ],
      );
    expect(of(3600, 0)).toEqual([[0, 3600, 7]]);
    expect(of(3600, 600)).toEqual([
      [0, 600, Infinity],
      [600, 3600, 7],
    ]);
    expect(of(2.5 * 86_400, 1.5 * 86_400)).toEqual([
      [0, 43_200, Infinity],
      [43_200, 129_600, 7],
      [129_600, 216_000, 7],
    ]);
  });

  it('has what a task says before what its type says, and that before what is drawn', () => {
    const tasks = [
      { name: 'own', taskType: 'work', arrivalS: 0, cores: 8, startingUtility: 9 },
      { name: 'of-type', taskType: 'work', arrivalS: 0, cores: 8 },
    ];
    const table = instance().taskTypes;
    if (table.source !== 'table') throw new Error('other types');
    const types = { ...table, types: [{ ...table.types[0]!, startingUtility: 5 }] };
    const priorities = [{ startingUtility: 3, urgency: 0, share: 1 }];
    const start = (change: Partial<UtilityInstance>): number[] => {
      const { functions, tasks: compiled } = utilityModel(
        instance({ arrivals: { source: 'table', tasks }, ...change }),
      );
      return [...compiled.utility].map((f) => functions.value[functions.firstPiece[f]!]!);
    };
    const { classes } = instance().utility;
    expect(start({ taskTypes: types, utility: { classes, priorities } })).toEqual([9, 5]);
    expect(start({ utility: { classes, priorities } })).toEqual([9, 3]);
    expect(start({})).toEqual([9, 1]);
  });
});

describe('hostile instances', () => {
  const refused = (raw: unknown): readonly string[] => {
    const judged = utilityFiles.judge(raw);
    return judged.ok ? [] : judged.faults.map(({ path }) => path);
  };
  const json = (): Record<string, unknown> => JSON.parse(JSON.stringify(instance())) as Record<string, unknown>;

  it('two hundred thousand faulty tasks are refused with the first hundred and the number of the others', () => {
    const task = { name: 'x', taskType: 'nobody', arrivalS: -1 };
    const judged = utilityFiles.judge({
      ...json(),
      arrivals: { source: 'table', tasks: new Array(200_000).fill(task) },
    });
    expect(judged.ok).toBe(false);
    if (judged.ok) return;
    expect(judged.faults.length).toBeLessThanOrEqual(101);
    expect(judged.faults.at(-1)?.more).toBeGreaterThan(200_000);
  });

  it('lists beyond any instance are refused before they are judged', () => {
    expect(refused({ ...json(), pools: new Array(2_000_000).fill({ name: 'p', nodes: 1 }) })).toEqual(['pools']);
  });

  it('numbers beyond any facility, and numbers that are none, are refused at their field', () => {
    expect(refused({ ...json(), eventIntervalS: 1e308 })).toEqual(['eventIntervalS']);
    expect(refused({ ...json(), droppingThreshold: Infinity })).toEqual(['droppingThreshold']);
    expect(refused({ ...json(), urgencyUnitS: NaN })).toEqual(['urgencyUnitS']);
    expect(refused({ ...json(), seed: 2 ** 40 })).toEqual(['seed']);
    expect(refused({ ...json(), pools: [{ name: 'p', nodes: 1e12 }] })).toContain('pools[0].nodes');
  });

  it('values of other kinds are refused in words, whatever they are', () => {
    for (const value of [null, 0, '', 'x', [], {}, [[[[[[[[]]]]]]]], true]) {
      for (const key of Object.keys(json())) {
        if (['name', 'description'].includes(key) && value === 'x') continue;
        if (JSON.stringify(json()[key]) === JSON.stringify(value)) continue;
        const found = refused({ ...json(), [key]: value });
        const isLegal = (key === 'seed' || key === 'droppingThreshold') && value === 0;
        expect([key, value, found.length > 0]).toEqual([key, value, !isLegal]);
      }
    }
  });

  it('types, pools and P-states whose product is beyond memory are refused', () => {
    const pools = Array.from({ length: 1000 }, (_, p) => ({ name: `p${p}`, nodes: 1 }));
    const types = {
      source: 'two-level',
      groups: [{ name: 'g', count: 10_000, share: 1, meanTimeS: 60 }],
      typeCoV: 0,
      poolCoV: 0,
    };
    const arrivals = { source: 'generated', tasksPerDay: 10, amplitude: 0 };
    expect(refused({ ...json(), environment: 'preemptive', pools, taskTypes: types, arrivals })).toEqual(['taskTypes']);
    const groups = Array.from({ length: 1000 }, (_, g) => ({ ...types.groups[0], name: `g${g}` }));
    expect(refused({ ...json(), environment: 'preemptive', taskTypes: { ...types, groups }, arrivals })).toEqual([
      'taskTypes',
    ]);
  });
});
