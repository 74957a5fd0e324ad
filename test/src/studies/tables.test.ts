import { describe, expect, it } from 'vitest';
import { csvText } from '../../../src/reports/csv.js';
import { parquetBytes } from '../../../src/runs/tables/parquet.js';
import { sqliteBytes } from '../../../src/runs/tables/sqlite.js';
import type { RunOutcome, RunRecord } from '../../../src/studies/plan/record.js';
import type { RunIdentity } from '../../../src/studies/plan/run.js';
import { runsTable, type StudyTable, trajectoryTable, violationsTable } from '../../../src/studies/tables.js';
import { csvCells } from '../../support/csv-cells.js';
import { parquetColumns, parquetRows, sqliteRows } from '../../support/read-tables.js';

interface Made {
  readonly run?: Partial<RunIdentity>;
  readonly outcome?: Partial<RunOutcome>;
  readonly timeS?: Readonly<Record<string, number>>;
}

function recordOf(key: string, { run = {}, outcome = {}, timeS = { total: 2 } }: Made = {}): RunRecord {
  return {
    format: 'plenum.run',
    formatVersion: 1,
    key,
    run: {
      verb: 'solve',
      family: 'reward-rate',
      method: 'greedy',
      options: {},
      seed: 1,
      more: {},
      version: '0.1.0',
      instance: { name: 'room', sha256: 'f00d', generated: null, changes: [] },
      budget: { timeLimitS: null, workLimit: 10 },
      ...run,
    },
    outcome: {
      termination: 'workLimit',
      failure: null,
      feasible: true,
      objective: 1.5,
      objectiveUnit: 'reward/s',
      better: 'more',
      bound: 2,
      boundScope: 'all plans',
      gap: 0.25,
      gapReason: null,
      violations: [],
      infeasibility: null,
      warnings: [],
      work: { steps: 10 },
      trajectory: [],
      values: {},
      ...outcome,
    },
    machine: {
      plenumVersion: '0.1.0',
      nodeVersion: 'v20',
      host: 'h',
      platform: 'linux',
      timeS,
      cpuS: 1,
      peakMemoryMiB: 90,
      trajectoryTimeS: [0.5, 1],
    },
  };
}

function tableOf(records: readonly RunRecord[], times = true): StudyTable {
  return runsTable({ runs: records.map(({ key }, position) => ({ key, position })), records, times });
}

/** Cells of a row by the name of their column. */
function cells({ columns, rows }: StudyTable, row: number): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ name }, c) => [name, rows[row]![c]]));
}

const RUN_A = recordOf('a', {
  run: {
    instance: {
      name: 'room',
      sha256: 'f00d',
      generated: null,
      changes: [
        { field: 'limits.powerCapW', value: 2000, factor: false },
        { field: 'workload.taskTypes[*].arrivalRatePerS', value: 1.2, factor: true },
      ],
    },
    options: { engine: 'highs' },
  },
  outcome: {
    feasible: false,
    violations: [{ constraint: 'powerCap', where: '', unit: 'W', value: 2100, limit: 2000, amount: 100 }],
    warnings: ['a, "b"'],
    trajectory: [
      [1, null, 2],
      [10, 1.5, 2],
    ],
    work: { steps: 10, pivots: 7 },
  },
  timeS: { total: 2, search: 1.5 },
});
const RUN_B = recordOf('b', {
  run: {
    verb: 'reproduce',
    family: 'geo',
    method: null,
    more: { trial: 3, arm: { a: 1 } },
    instance: { name: 'centres', sha256: null, generated: { words: { centres: 4 }, seed: 9 }, changes: [] },
    budget: { timeLimitS: 0.5, workLimit: null },
  },
  outcome: {
    termination: 'failed',
    failure: { reason: 'memory', message: 'over 512 MiB' },
    feasible: null,
    objective: null,
    objectiveUnit: null,
    better: null,
    bound: null,
    boundScope: null,
    gap: null,
    gapReason: 'no plan',
    work: {},
    values: { psi: 1, shares: [0.5, 0.5] },
  },
});

describe('the table of the runs of a study', () => {
  it('has a column for every changed field, option, count and value of any run, empty for the others', () => {
    const table = tableOf([RUN_A, RUN_B]);
    expect(cells(table, 0)).toEqual({
      key: 'a',
      verb: 'solve',
      family: 'reward-rate',
      instance: 'room',
      instance_sha256: 'f00d',
      named_json: null,
      generated_json: null,
      generated_seed: null,
      'change.limits.powerCapW': 2000,
      'factor.workload.taskTypes[*].arrivalRatePerS': 1.2,
      method: 'greedy',
      'option.engine': 'highs',
      seed: 1,
      time_limit_s: null,
      work_limit: 10,
      'more.arm': null,
      'more.trial': null,
      termination: 'workLimit',
      failure: null,
      failure_message: null,
      feasible: false,
      objective: 1.5,
      objective_unit: 'reward/s',
      better: 'more',
      bound: 2,
      bound_scope: 'all plans',
      gap: 0.25,
      gap_reason: null,
      violations: 1,
      infeasibility: null,
      warnings: 1,
      warnings_json: '["a, \\"b\\""]',
      violations_json: '[{"constraint":"powerCap","where":"","unit":"W","value":2100,"limit":2000,"amount":100}]',
      'work.pivots': 7,
      'work.steps': 10,
      'value.psi': null,
      'value.shares': null,
      'time.search_s': 1.5,
      'time.total_s': 2,
      cpu_s: 1,
      peak_memory_mib: 90,
      host: 'h',
      platform: 'linux',
      plenum_version: '0.1.0',
      node_version: 'v20',
    });
    expect(cells(table, 1)).toEqual({
      key: 'b',
      verb: 'reproduce',
      family: 'geo',
      instance: 'centres',
      instance_sha256: null,
      named_json: null,
      generated_json: '{"centres":4}',
      generated_seed: 9,
      'change.limits.powerCapW': null,
      'factor.workload.taskTypes[*].arrivalRatePerS': null,
      method: null,
      'option.engine': null,
      seed: 1,
      time_limit_s: 0.5,
      work_limit: null,
      'more.arm': '{"a":1}',
      'more.trial': 3,
      termination: 'failed',
      failure: 'memory',
      failure_message: 'over 512 MiB',
      feasible: null,
      objective: null,
      objective_unit: null,
      better: null,
      bound: null,
      bound_scope: null,
      gap: null,
      // Nothing was judged: that is not "breaks no limit".
      gap_reason: 'no plan',
      violations: null,
      violations_json: null,
      infeasibility: null,
      warnings: 0,
      warnings_json: '[]',
      'work.pivots': null,
      'work.steps': null,
      'value.psi': 1,
      'value.shares': '[0.5,0.5]',
      'time.search_s': null,
      'time.total_s': 2,
      cpu_s: 1,
      peak_memory_mib: 90,
      host: 'h',
      platform: 'linux',
      plenum_version: '0.1.0',
      node_version: 'v20',
    });
  });

  it('says how many limits a plan breaks, and nothing of a run that found no plan', () => {
    const none = recordOf('1', { outcome: { feasible: false, objective: null } });
    const table = tableOf([RUN_A, none, recordOf('2')]);
    expect([0, 1, 2].map((row) => cells(table, row)['violations'])).toEqual([1, null, 0]);
    expect([1, 2].map((row) => cells(table, row)['violations_json'])).toEqual([null, '[]']);
  });

  it('begins with the key and ends with what depends on the machine, all of which can be left out', () => {
    const { columns } = tableOf([RUN_A, RUN_B]);
    const names = columns.map(({ name }) => name);
    const first = columns.findIndex(({ machine }) => machine);
    expect([names[0], names[first]]).toEqual(['key', 'time.search_s']);
    expect(columns.slice(first).every(({ machine }) => machine)).toBe(true);
    expect(tableOf([RUN_A, RUN_B], false).columns.map(({ name }) => name)).toEqual(names.slice(0, first));
    const elsewhere = { ...RUN_A, machine: { ...RUN_A.machine, host: 'other', timeS: { all: 9 }, cpuS: null } };
    expect(tableOf([elsewhere], false).rows).toEqual(tableOf([RUN_A], false).rows);
  });

  it('leaves out records that the study does not ask for, and counts them and the runs without one', () => {
    const runs = ['a', 'c', 'd'].map((key, position) => ({ key, position }));
    const { rows, missing, others } = runsTable({ runs, records: [RUN_A, RUN_B], times: false });
    expect([rows.map(([key]) => key), missing, others]).toEqual([['a'], 2, 1]);
  });

  it('orders runs of the same position by their keys', () => {
    const runs = ['b', 'a'].map((key) => ({ key, position: 0 }));
    const { rows } = runsTable({ runs, records: [RUN_B, RUN_A], times: false });
    expect(rows.map(([key]) => key)).toEqual(['a', 'b']);
  });

  it('takes values of several kinds in one column as texts, and tells columns apart by more than capital letters', () => {
    const one = recordOf('1', { outcome: { values: { x: 1, y: true, Z: 1 } } });
    const two = recordOf('2', { outcome: { values: { x: 'on', y: null, z: 2 } } });
    const table = tableOf([one, two]);
    const kinds = Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]));
    expect([kinds['value.x'], kinds['value.y'], kinds['value.Z']]).toEqual(['text', 'flag', 'number']);
    expect([cells(table, 0)['value.x'], cells(table, 1)['value.x']]).toEqual(['1', 'on']);
    expect([cells(table, 0)['value.z_2'], cells(table, 1)['value.z_2']]).toEqual([null, 2]);
  });

  it('writes half a character and the character 0 as U+FFFD, and what is no number as nothing', () => {
    const odd = recordOf('1', { outcome: { gapReason: 'a\0b\ud83d', objective: NaN, bound: Infinity, gap: -0 } });
    const { gap_reason: reason, objective, bound, gap } = cells(tableOf([odd]), 0);
    expect([reason, objective, bound, Object.is(gap, 0)]).toEqual(['a\uFFFDb\uFFFD', null, null, true]);
  });
});

describe('the tables beside it', () => {
  it('have a row per broken limit and per point of a trajectory', () => {
    const table = tableOf([RUN_A, RUN_B]);
    expect(violationsTable(table).rows).toEqual([['a', 1, 'powerCap', '', 'W', 2100, 2000, 100]]);
    expect(trajectoryTable(table, true).rows).toEqual([
      ['a', 1, 1, null, 2, 0.5],
      ['a', 2, 10, 1.5, 2, 1],
    ]);
    expect(trajectoryTable(table, false).rows).toEqual([
      ['a', 1, 1, null, 2],
      ['a', 2, 10, 1.5, 2],
    ]);
  });
});

describe('files of tables', () => {
  it('are readable of no record at all: the columns that every study has', async () => {
    const table = tableOf([], false);
    const names = table.columns.map(({ name }) => name);
    expect(names).toContain('objective');
    expect(csvCells(csvText([names, ...table.rows], { quoteEmpty: true }))).toEqual([names]);
    const parquet = await parquetBytes(table);
    expect(parquetColumns(parquet).map(({ name }) => name)).toEqual(names);
    expect(await parquetRows(parquet)).toEqual([]);
    const file = await sqliteBytes([{ ...table, key: ['key'] }], { applicationId: 1, schemaVersion: 1 });
    expect(await sqliteRows(file, 'SELECT count(*) FROM runs')).toEqual([[0]]);
  });

  it('have typed columns', async () => {
    const table = tableOf([RUN_A, RUN_B]);
    const types = Object.fromEntries(parquetColumns(await parquetBytes(table)).map(({ name, type }) => [name, type]));
    expect([types['key'], types['seed'], types['objective'], types['feasible']]).toEqual([
      'BYTE_ARRAY',
      'INT64',
      'DOUBLE',
      'BOOLEAN',
    ]);
    const keyed = { ...table, key: ['key'], indexes: [['family', 'method']] };
    const file = await sqliteBytes([keyed], { applicationId: 1234, schemaVersion: 5 });
    const columns = await sqliteRows(file, "SELECT name, type FROM pragma_table_info('runs')");
    const declared = Object.fromEntries(columns as [string, string][]);
    expect([declared['key'], declared['seed'], declared['objective'], declared['feasible']]).toEqual([
      'TEXT',
      'INTEGER',
      'REAL',
      'BOOLEAN',
    ]);
    const [header] = await sqliteRows(file, 'SELECT * FROM pragma_application_id(), pragma_user_version()');
    expect(header).toEqual([1234, 5]);
    const plan = await sqliteRows(file, "EXPLAIN QUERY PLAN SELECT * FROM runs WHERE family = 'geo'");
    expect(String(plan[0]!.at(-1))).toContain('USING INDEX runs_1');
  });

  it('are the same bytes each time', async () => {
    const table = tableOf([RUN_A, RUN_B]);
    const make = async (): Promise<Uint8Array[]> => [
      await parquetBytes(table),
      await sqliteBytes([{ ...table, key: ['key'] }], { applicationId: 1, schemaVersion: 1 }),
    ];
    expect(await make()).toEqual(await make());
  });
});
