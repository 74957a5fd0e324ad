import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, solve, type SolveOptions } from '../../../src/library/index.js';
import { exportPart } from '../../../src/workbench/export.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { UtilityPlan } from '../../../models/families/utility/plan.js';
import { judgedByPage } from '../../oracle/schedule-by-page.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { repository } from '../../support/repository.js';
import { temporaryDirectory } from '../../support/small-instance.js';

type Json = Record<string, unknown>;

/** Instances and their exports in a folder of the test's own. */
class Place {
  readonly folder = temporaryDirectory();

  written(name: string, instance: Json): string {
    const file = join(this.folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...instance, name: 'same' }));
    return file;
  }

  async exported(what: string, file: string): Promise<string[][]> {
    const out = join(this.folder, `${what}.csv`);
    accepted(await exportPart({ what, file, out, force: false }));
    return rowsOf(readFileSync(out, 'utf8'));
  }
}

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

const bundled = (name: string): Json =>
  JSON.parse(readFileSync(join(repository, 'instances', `${name}.json`), 'utf8')) as Json;

/** The example on the page of a family's format. */
function example(family: string): Json {
  const page = readFileSync(join(repository, `docs/${family}/instances.md`), 'utf8');
  return JSON.parse(/```json\n([^]*?)\n```/.exec(page)![1]!) as Json;
}

/** A bundled utility instance with a tenth of its tasks or fewer, over five hours of which the last four count. */
function shortened(name: string, tasksPerDay: number, energyBudgetJPerDay?: number): Json {
  const base = bundled(`utility/${name}`);
  const period = { durationS: 18_000, measuredFromS: 3600 };
  const budget = energyBudgetJPerDay === undefined ? {} : { energyBudgetJPerDay };
  return { ...base, ...budget, period, arrivals: { ...(base['arrivals'] as Json), tasksPerDay } };
}

/** A log of eight jobs that take their own times, on the pools of the example of utility instances. */
function ofLog(place: Place): Json {
  const jobs = [0, 7, 200, 900, 1300, 1400, 3000, 5000].map((submitS, n) =>
    [n + 1, submitS, -1, 300 + 111 * n, 128 + 64 * (n % 4), -1, -1, -1, 9999, -1, 1, 1, 1, 1, 1, -1, -1, -1].join(' '),
  );
  writeFileSync(join(place.folder, 'log.swf'), `; a log\n${jobs.join('\n')}\n`);
  const base = example('utility');
  const priorities = [{ startingUtility: 8, startingUtilityAbove: 2, urgency: 0.2, share: 1 }];
  return {
    ...base,
    utility: { ...(base['utility'] as Json), priorities },
    arrivals: { source: 'swf', file: 'log.swf', startS: 0, times: 'trace' },
  };
}

/** Names that a spreadsheet would take for formulas, and such as look like what is written in their place. */
const ODD_NAMES = ['=solver', '+gpu', '-x', '@long', "'=solver", "''-x", "'plain", '-1'];
/** The same names in CSV files: no formula, and no two alike. */
const ODD_NAMES_WRITTEN = ["'=solver", "'+gpu", "'-x", "'@long", "''=solver", "'''-x", "'plain", '-1'];

/** Solves an instance, and the same with its tasks or jobs in the file that was exported of it; expects one plan. */
async function expectSamePlan(
  place: Place,
  what: string,
  instance: Json,
  options: SolveOptions,
  counts: (plan: Json) => number,
): Promise<void> {
  const file = place.written('drawn', instance);
  const rows = await place.exported(what, file);
  const listed = place.written('listed', { ...instance, arrivals: { source: 'csv', file: `${what}.csv` } });
  const plans: Json[] = [];
  for (const one of [file, listed]) plans.push(accepted(await solve(one, options)).plan as unknown as Json);
  const [drawn, read] = plans.map(({ instance: _, ...plan }) => plan);
  expect(read).toEqual(drawn);
  expect(rows.length - 1).toBeGreaterThan(4);
  expect(counts(drawn!)).toBeGreaterThan(4);
}

describe('tasks of a utility instance, exported and read again', () => {
  const runs = (plan: Json): number => (plan['runs'] as unknown[]).length;

  test.each([
    ['serial-100', 2000, 2e8, { method: 'upe' }],
    ['parallel-5000', 300, 1e9, { method: 'upt' }],
    ['preemptive-64', 3000, undefined, { method: 'upt', preemption: 'greedy' }],
  ] as const)('%s: the plan is the same to the last digit', async (name, tasksPerDay, budgetJ, options) => {
    const instance = shortened(name, tasksPerDay, budgetJ);
    await expectSamePlan(new Place(), 'tasks', instance, { ...options, bound: false }, runs);
  });

  test('of a log: the plan is the same, with the run times of the jobs', async () => {
    const place = new Place();
    await expectSamePlan(place, 'tasks', ofLog(place), { method: 'upt', bound: false }, runs);
    const [head, ...rows] = rowsOf(readFileSync(join(place.folder, 'tasks.csv'), 'utf8'));
    const column = head!.indexOf('runS');
    expect(rows.map((row) => Number(row[column]))).toEqual([300, 411, 522, 633, 744, 855, 966, 1077]);
  });

  test('of a facility: the plan is the same', async () => {
    const base = bundled('utility/tiny-facility');
    const place = new Place();
    const file = place.written('drawn', base);
    await place.exported('tasks', file);
    const listed = place.written('listed', { ...base, arrivals: { source: 'csv', file: 'tasks.csv' } });
    const [drawn, read] = await Promise.all(
      [file, listed].map(async (one) => accepted(await solve(one, { bound: false })).plan as unknown as Json),
    );
    expect({ ...read, instance: null }).toEqual({ ...drawn, instance: null });
  });

  test('with names that begin like formulas or with an apostrophe: the plan is the same', async () => {
    const base = example('utility');
    const { classes } = base['utility'] as { classes: Json[] };
    const { types } = base['taskTypes'] as { types: Json[] };
    const instance = {
      ...base,
      energyBudgetJPerDay: undefined,
      utility: { classes: ODD_NAMES.map((name) => ({ ...classes[0]!, name })) },
      taskTypes: { source: 'table', types: ODD_NAMES.map((name) => ({ ...types[0]!, name, utilityClass: name })) },
      arrivals: {
        source: 'table',
        tasks: ODD_NAMES.map((name, n) => ({ name, taskType: name, arrivalS: 600 * n, cores: 128 })),
      },
    };
    const place = new Place();
    await expectSamePlan(place, 'tasks', instance, { method: 'upt', bound: false }, runs);
    const [, ...rows] = rowsOf(readFileSync(join(place.folder, 'tasks.csv'), 'utf8'));
    for (const column of [0, 1, 4]) expect(rows.map((row) => row[column])).toEqual(ODD_NAMES_WRITTEN);
  });
});

/** Rows of a CSV file by the names of its columns. */
function byName([head, ...rows]: string[][]): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(row.map((cell, n) => [head![n]!, cell])));
}

describe('a checker from docs/utility/plan.md and the exported files alone', () => {
  const dear = (instance: Json): Json => {
    const { energyBudgetJPerDay: _, ...rest } = instance;
    const usdPerKwh = Array.from({ length: 24 }, (_hour, hour) => 0.05 + 0.01 * hour);
    return { ...rest, energyPrice: { source: 'series', usdPerKwh }, costBudgetUsdPerDay: 5 };
  };
  const twoDays = { durationS: 100_800, measuredFromS: 93_600 };

  test.each([
    ['serial tasks over two midnights', { ...shortened('serial-100', 300, 2e7), period: twoDays }, { method: 'upe' }],
    ['serial tasks with a price by the hour', dear(shortened('serial-100', 2000)), { method: 'upe' }],
    ['parallel tasks', shortened('parallel-5000', 300, 1e9), { method: 'upt' }],
    ['preempted tasks', shortened('preemptive-64', 3000), { method: 'upt', preemption: 'greedy' }],
    ['jobs of a log', null, { method: 'fcfs' }],
  ] as [string, Json | null, SolveOptions][])('%s: says the same of a schedule', async (_name, drawn, options) => {
    const place = new Place();
    const instance = drawn ?? ofLog(place);
    const file = place.written('drawn', instance);
    const tasks = byName(await place.exported('tasks', file));
    const types = byName(await place.exported('types', file));
    const { record, plan } = accepted(await solve(file, { ...options, bound: false }));
    const schedule = plan as unknown as UtilityPlan;
    const judge = (of: UtilityPlan) => judgedByPage(instance as unknown as UtilityInstance, of, tasks, types);
    const { utility, energyJ, costUsd, broken } = judge(schedule);
    expect(broken).toEqual([]);
    expect(record.feasible).toBe(true);
    const details = record.details as { energyJ: number[]; costUsd: number[] | null };
    const expectNear = (found: readonly number[], said: readonly number[]): void => {
      expect(found).toHaveLength(said.length);
      found.forEach((value, n) => {
        expect(Math.abs(value - said[n]!)).toBeLessThanOrEqual(1e-9 * Math.max(1, said[n]!));
      });
    };
    expectNear([utility, ...energyJ], [record.objective!, ...details.energyJ]);
    if (details.costUsd !== null) expectNear(costUsd, details.costUsd);
    expect(schedule.runs.length).toBeGreaterThan(4);
    // Every way to spoil it is found by both.
    const [first, ...others] = schedule.runs;
    const [[startS, endS]] = first!.pieces as [readonly [number, number]];
    const spoilt: readonly UtilityPlan[] = [
      { ...schedule, runs: [{ ...first!, pState: first!.pState + 20 }, ...others] },
      { ...schedule, runs: [{ ...first!, nodes: first!.nodes + 1 }, ...others] },
      { ...schedule, runs: [{ ...first!, pieces: [[startS + 7.5, endS + 7.5]] }, ...others] },
      { ...schedule, runs: [{ ...first!, pieces: [[startS, endS + 1]] }, ...others] },
      { ...schedule, runs: [...schedule.runs, first!] },
      { ...schedule, dropped: [...schedule.dropped, { task: first!.task, atS: 0 }] },
    ];
    for (const [n, one] of spoilt.entries()) {
      const planFile = join(place.folder, 'spoilt.json');
      writeFileSync(planFile, JSON.stringify(one));
      const checked = accepted(await check(file, planFile));
      expect([n, judge(one).broken.length > 0, checked.record.feasible]).toEqual([n, true, false]);
    }
  });
});

describe('jobs of a jobs instance, exported and read again', () => {
  test('month-2x10 with 30 jobs: the plan is the same to the last digit', async () => {
    const base = bundled('jobs/month-2x10');
    const instance = { ...base, arrivals: { ...(base['arrivals'] as Json), jobs: 30 } };
    const counts = (plan: Json): number => (plan['runs'] as unknown[]).length;
    await expectSamePlan(new Place(), 'jobs', instance, { method: 'val-opt', bound: false }, counts);
  });

  test('with names that begin like formulas or with an apostrophe: the plan is the same', async () => {
    const base = example('jobs');
    const { types } = base['jobTypes'] as { types: Json[] };
    const instance = {
      ...base,
      jobTypes: { source: 'table', types: ODD_NAMES.map((name) => ({ ...types[0]!, name })) },
      arrivals: { source: 'table', jobs: ODD_NAMES.map((name, n) => ({ name, jobType: name, arrivalS: 3600 * n })) },
    };
    const counts = (plan: Json): number => (plan['runs'] as unknown[]).length;
    const place = new Place();
    await expectSamePlan(place, 'jobs', instance, { method: 'val-opt', bound: false }, counts);
    const [, ...rows] = rowsOf(readFileSync(join(place.folder, 'jobs.csv'), 'utf8'));
    for (const column of [0, 1]) expect(rows.map((row) => row[column])).toEqual(ODD_NAMES_WRITTEN);
  });
});

describe('what is written, by hand from the examples of the pages of the formats', () => {
  test('tasks: what the example says, and 1 where it says nothing of a starting utility', async () => {
    const place = new Place();
    const [head, ...rows] = await place.exported('tasks', place.written('example', example('utility')));
    expect(head!.join()).toBe(
      'task,taskType,arrivalS,cores,utilityClass,startingUtility,urgency,mayPreempt,mayBePreempted,runS',
    );
    expect(rows.map((row) => row.join())).toEqual([
      'a,flow,0,128,soon,4,0.1,,,',
      'b,flow,240,300,before-noon,8,0.1,,,',
    ]);
  });

  test('types: two and five nodes of thin, half-way between those listed, and two of gpu', async () => {
    const place = new Place();
    const [head, ...rows] = await place.exported('types', place.written('example', example('utility')));
    expect(head!.join()).toBe('task_type,pool,nodes,p_state,time_s,power_w');
    expect(rows.map((row) => row.join())).toEqual([
      'flow,thin,2,0,1200,700',
      'flow,thin,2,1,1500,520',
      'flow,thin,5,0,800,1800',
      'flow,thin,5,1,1010,1310',
      'flow,gpu,2,0,300,1600',
    ]);
  });

  test('jobs: worth 10 up to 3330 s, nothing from 8880 s on, as the page says of job a', async () => {
    const place = new Place();
    const base = example('jobs');
    const { jobs } = base['arrivals'] as { jobs: Json[] };
    const file = place.written('example', { ...base, arrivals: { source: 'table', jobs: jobs.slice(0, 1) } });
    expect(await place.exported('jobs', file)).toEqual([
      ['job', 'jobType', 'arrivalS', 'pace', 'worth', 'softDeadlineS', 'endS'],
      ['a', 'assembly', '0', '1', '10', '3330', '8880'],
    ]);
    const types = await place.exported('types', file);
    expect(types.filter(([, task]) => task === 'left')).toEqual([
      ['assembly', 'left', 'thin', '0', '3240', '1.1'],
      ['assembly', 'left', 'thin', '1', '1800', '5.2'],
    ]);
    expect(await place.exported('edges', file)).toEqual([
      ['job_type', 'from', 'to', 'bytes', 'transfer_s'],
      ['assembly', 'split', 'left', '2000000000', '2'],
      ['assembly', 'split', 'right', '2000000000', '2'],
      ['assembly', 'left', 'merge', '500000000', '0.5'],
      ['assembly', 'right', 'merge', '500000000', '0.5'],
    ]);
  });
});

describe('exports of tasks and jobs refuse', () => {
  const refusal = async (what: string, file: string, out: string, force = false) => {
    const faults = faultsOf(await exportPart({ what, file, out, force }));
    expect(faults).toHaveLength(1);
    return faults[0]!;
  };

  test.each([
    ['tasks', 'jobs/tiny-chains', 'utility'],
    ['jobs', 'utility/tiny-serial-budget', 'jobs'],
    ['edges', 'utility/tiny-serial-budget', 'jobs'],
    ['types', 'robust/tiny-fits-one-node', 'utility or jobs'],
  ])('%s of %s, and say that it takes a %s instance', async (what, name, owners) => {
    const out = join(temporaryDirectory(), 'out.csv');
    const { path, allowed } = await refusal(what, join(repository, 'instances', `${name}.json`), out);
    expect([path, allowed]).toEqual(['format', `a ${owners} instance: others have no ${what}`]);
    expect(existsSync(out)).toBe(false);
  });

  test('tasks of a log that nobody named', async () => {
    const out = join(temporaryDirectory(), 'out.csv');
    const { path, remedy } = await refusal('tasks', join(repository, 'instances/utility/curie.json'), out);
    expect([path, remedy]).toEqual(['arrivals.file', expect.stringContaining('name the log in a copy')]);
  });

  test('jobs with curves of points, which a CSV file of jobs cannot say, but not those of their type', async () => {
    const place = new Place();
    const base = example('jobs');
    const file = place.written('example', base);
    const { path, value } = await refusal('jobs', file, join(place.folder, 'out.csv'));
    expect([path, value]).toEqual(['arrivals', 'a curve of points, of job "b"']);
    const { jobs } = base['arrivals'] as { jobs: Json[] };
    const { types } = base['jobTypes'] as { types: Json[] };
    const ofType = place.written('of-type', {
      ...base,
      jobTypes: { source: 'table', types: types.map((type) => ({ ...type, value: jobs[1]!['value'] })) },
      arrivals: { source: 'table', jobs: jobs.slice(0, 1) },
    });
    expect((await place.exported('jobs', ofType))[1]!.join()).toBe('a,assembly,0,1,,,');
  });

  test('to write over the instance, its file of tasks or its log, even by force', async () => {
    const place = new Place();
    const log = place.written('log', ofLog(place));
    writeFileSync(join(place.folder, 'tasks.csv'), 'task,taskType,arrivalS,cores\na,flow,0,128\n');
    const csv = place.written('csv', { ...example('utility'), arrivals: { source: 'csv', file: 'tasks.csv' } });
    for (const [file, name] of [
      [log, 'log.json'],
      [log, 'log.swf'],
      [csv, 'tasks.csv'],
    ] as const) {
      const out = join(place.folder, name);
      const before = readFileSync(out, 'utf8');
      for (const force of [false, true]) {
        const { path, value } = await refusal('tasks', file, out, force);
        expect([name, force, path, String(value)]).toEqual([name, force, '--out', expect.stringContaining(name)]);
      }
      expect(readFileSync(out, 'utf8')).toBe(before);
    }
  });

  test('a file of somebody else, a folder and a link in its place, and a folder that is a file', async () => {
    const { folder } = new Place();
    const file = join(repository, 'instances/jobs/tiny-chains.json');
    writeFileSync(join(folder, 'kept.csv'), 'mine');
    mkdirSync(join(folder, 'folder.csv'));
    symlinkSync(join(folder, 'kept.csv'), join(folder, 'link.csv'));
    for (const name of ['kept.csv', 'folder.csv', 'link.csv', 'kept.csv/x.csv']) {
      const { path, value } = await refusal('jobs', file, join(folder, name), name !== 'kept.csv');
      expect([name, path, value]).toEqual([name, '--out', expect.anything()]);
    }
    expect(readFileSync(join(folder, 'kept.csv'), 'utf8')).toBe('mine');
    const deeper = join(folder, 'not', 'there', 'jobs.csv');
    accepted(await exportPart({ what: 'jobs', file, out: deeper, force: false }));
    expect(existsSync(deeper)).toBe(true);
  });
});
