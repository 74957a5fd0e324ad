import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { nearestState, stateCount } from '../../../models/families/templates/states.js';
import { COLUMNS, SCHEMA_SQL } from '../../../src/families/templates/runs/database-schema.js';
import { openTemplateDatabase } from '../../../src/families/templates/runs/open-database.js';
import { once } from '../../support/once.js';
import { repository } from '../../support/repository.js';
import { faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { plenum } from '../../support/run-cli.js';
import { newDirectory, tinyTemplates, unmixed, writeInstance } from '../../support/templates-database.js';

let directory: string;
let instance: string;
let out: string;

/** Bytes of the database of the small room. */
const built = once(async () => {
  const own = writeInstance(newDirectory(), tinyTemplates('tiny-two-quadrants'));
  const file = join(newDirectory(), 'room.sqlite');
  await ownAnswer('templates build', [own], { out: file, workers: 1 });
  return readFileSync(file);
});

beforeEach(async () => {
  directory = newDirectory();
  instance = writeInstance(directory, tinyTemplates('tiny-two-quadrants'));
  out = join(directory, 'room.sqlite');
  writeFileSync(out, await built());
});

/** Bytes of the database of the room whose air is not mixed. */
const builtUnmixed = once(async () => {
  const file = join(newDirectory(), 'room.sqlite');
  await ownAnswer('templates build', [writeInstance(newDirectory(), unmixed())], { out: file, workers: 1 });
  return readFileSync(file);
});

/** Question for the nearest state. */
const query = (arriving: number, running: string, power: string) =>
  ownAnswer('templates query', [out], { arriving, running, power });

describe('plenum templates query', () => {
  it('answers the nearest state, and says how far off it is', async () => {
    const { ended, record: json } = await query(2, '12,0', '2.5kW');
    expect(ended).toBe('done');
    expect(json).toMatchObject({ power: { totalW: 2520, capW: 2800 }, setPointsC: { CRAC1: 25 } });
    expect(json).toMatchObject({
      database: out,
      found: { arrivingWorkPerS: 2, runningCores: [12, 0], powerLimitW: 2500 },
      state: { index: 7, arrivingWorkPerS: 1, runningCores: [20, 0], powerLimitW: 2800 },
      distance: { arrivingWorkPerS: 1, runningCores: [-8, 0], powerLimitW: -300, halfSteps: 0.8 },
      instance: 'tiny-two-quadrants',
      feasible: true,
      objectiveUnit: 'tasks/J',
      violations: [],
      outsideGrid: false,
      status: 'optimal',
      binding: 'work',
      setPointC: 25,
    });
    // 20 cores of Q1 run; the rest of 2 tasks/s is cheaper on the quick nodes of Q2.
    expect(json['quadrants']).toEqual([
      { name: 'Q1', opening: 0.5, allowableCores: 20, runningCores: 12, cores: 40 },
      { name: 'Q2', opening: 0.5, allowableCores: 10, runningCores: 0, cores: 20 },
    ]);
    const nodes = json['nodes'] as readonly {
      readonly rack: string;
      readonly slot: number;
      readonly allowableCores: number;
    }[];
    expect(nodes.map(({ rack, slot, allowableCores }) => `${rack} ${slot} ${allowableCores}`)).toEqual([
      ...Array.from({ length: 10 }, (_, k) => `R1 ${k + 1} 2`),
      ...Array.from({ length: 5 }, (_, k) => `R2 ${k + 1} 2`),
    ]);
    // 2520 W for a limit of 2500 W.
    expect(json['abovePowerLimitW']).toBeCloseTo(20, 6);
  });

  it('takes power in W, kW and MW', async () => {
    for (const power of ['2800', '2800W', '2.8kW', '2.8 kw', '.0028MW', '2.8e3']) {
      const { record } = await query(1, '20,0', power);
      expect(record).toMatchObject({ found: { powerLimitW: 2800 }, distance: { halfSteps: 0 }, outsideGrid: false });
    }
  });

  it('says that a room is outside the grid, and that a state is infeasible', async () => {
    const outside = await query(18, '0,0', '4kW');
    expect(outside.ended).toBe('done');
    expect(outside.text).toContain('OUTSIDE the grid, 2.25 half steps at most');
    const infeasible = await query(1, '20,10', '2kW');
    expect(infeasible).toMatchObject({
      ended: 'notFeasible',
      record: { feasible: false, objective: null, binding: 'infeasible-power', gap: null },
    });
    expect(infeasible.record['powerW']).toBeCloseTo(2520, 6);
    expect(infeasible.text).toContain('infeasible: running work alone takes more than the power limit');
  });

  it.each([
    [-1, '0,0', '2kW', '--arriving'],
    [NaN, '0,0', '2kW', '--arriving'],
    [1, '0', '2kW', '2 numbers, for the quadrants Q1, Q2'],
    [1, '0,0,0', '2kW', '2 numbers'],
    [1, '0,-1', '2kW', 'whole numbers'],
    [1, '0,', '2kW', 'whole numbers'],
    [1, '0,0.5', '2kW', 'whole numbers'],
    [1, '41,0', '2kW', 'at most 40 cores in Q1'],
    [1, '0,0', '0', 'a power above 0'],
    [1, '0,0', '2 horses', 'a power above 0'],
    [1, '0,0', '1e999', 'a power above 0'],
    [1, '0,0', undefined, '--power'],
  ])('refuses %j, %j and %j', async (arriving, running, power, said) => {
    const faults = faultsOf(await ownCommand('templates query', [out], { arriving, running, power }));
    expect(JSON.stringify(faults)).toContain(said);
  });
});

describe('plenum templates build, info and export', () => {
  it('overwrite nothing that is there, the instance above all', async () => {
    const before = readFileSync(instance, 'utf8');
    const refused = async (name: string, input: string, words: Parameters<typeof ownCommand>[2]): Promise<string> => {
      const faults = faultsOf(await ownCommand(`templates ${name}`, [input], words));
      expect(faults).toHaveLength(1);
      return faults[0]!.remedy;
    };
    await refused('build', instance, { out: instance, force: true });
    expect(readFileSync(instance, 'utf8')).toBe(before);
    const bytes = readFileSync(out);
    await refused('export', out, { out, force: true });
    const again = await ownAnswer('templates build', [instance], { out });
    expect(again).toMatchObject({
      ended: 'done',
      record: { outcome: 'alreadyComplete', states: 24, infeasible: 6, rounding: 'safe' },
    });
    await refused('build', instance, { out, rounding: 'ceiling' });
    expect(readFileSync(out).equals(bytes)).toBe(true);
    const file = join(directory, 'room.json');
    writeFileSync(file, 'mine');
    expect(await refused('export', out, { out: file })).toContain('--force');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(directory).sort()).toEqual(['instance.json', 'room.json', 'room.sqlite']);
  });

  it('refuse to overwrite the matrices of the instance', async () => {
    const { facility, quadrants, ...rest } = tinyTemplates('tiny-one-quadrant');
    const matrices = { source: 'vent-matrices', file: 'vents.csv', nodeAirflowFactor: 1, provenance: 'mixed' } as const;
    const imported = { ...rest, facility: { ...facility, airflow: matrices } };
    const file = writeInstance(directory, { ...imported, quadrants: quadrants.map((one) => ({ ...one, tiles: [] })) });
    const entities = ['CRAC1', 'R1/1'];
    const rows = entities.flatMap((sink) => entities.map((source) => `0,${sink},${source},0.5\n`));
    const csv = join(directory, 'vents.csv');
    writeFileSync(csv, `vent_id,sink_id,source_id,w\n${rows.join('')}`);
    const refused = await ownCommand('templates build', [file], { out: csv, force: true });
    expect(JSON.stringify(faultsOf(refused))).toContain('the input file itself');
    expect(readFileSync(csv, 'utf8')).toContain('0,CRAC1,R1/1,0.5');
    const built = await ownAnswer('templates build', [file], { out, force: true, workers: 1 });
    expect(built).toMatchObject({
      ended: 'done',
      record: { outcome: 'built', optimal: 10, airflow: { kind: 'imported' } },
    });
  });

  it('say what is wrong with a file, without a stack trace', async () => {
    const foreign = join(directory, 'notes.txt');
    writeFileSync(foreign, 'notes');
    const file = join(directory, 'x');
    const rewardRate = join(repository, 'instances/reward-rate/tiny-two-node-types.json');
    for (const refused of [
      await ownCommand('templates query', [foreign], { arriving: 1, running: '0,0', power: '1kW' }),
      await ownCommand('templates export', [foreign], { out: file }),
      await ownCommand('templates info', [join(directory, 'none.sqlite')]),
      await ownCommand('templates build', [foreign], { out: file }),
      await ownCommand('templates build', [rewardRate], { out: file }),
    ]) {
      expect(faultsOf(refused)).not.toEqual([]);
    }
    const { code, stdout, stderr } = await plenum('templates', 'info', foreign);
    expect([code, stdout, stderr.includes(foreign)]).toEqual([2, '', true]);
    expect(stderr).not.toContain('    at ');
    expect(readdirSync(directory).sort()).toEqual(['instance.json', 'notes.txt', 'room.sqlite']);
  });

  it('info counts as the templates themselves do', async () => {
    const { record: json, text } = await ownAnswer('templates info', [out]);
    expect(json).toMatchObject({
      database: out,
      states: 24,
      optimal: 18,
      infeasible: 6,
      instanceName: 'tiny-two-quadrants',
    });
    const database = await openTemplateDatabase(out);
    if (!database.ok) throw new Error('refused');
    const counts: Record<string, number> = {};
    for (let k = 0; k < 24; k++)
      counts[database.book.template(k).binding] = (counts[database.book.template(k).binding] ?? 0) + 1;
    expect(json['binding']).toEqual(counts);
    expect(json['largestGap']).toBeLessThan(1e-6);
    expect(json['largestGap']).toBeGreaterThanOrEqual(0);
    expect(text).toMatch(/safe: breaks no limit of 18 feasible states/);
    expect(text).toMatch(
      /ceiling: of 18 feasible states breaks the power limit in 2 \(by 100\.0 W at worst, state 0\)/,
    );
  });

  it('export the figures that are stored, with the states in the documented order', async () => {
    writeFileSync(out, await builtUnmixed());
    const database = await openTemplateDatabase(out);
    if (!database.ok) throw new Error('refused');
    const file = join(directory, 'room.json');
    await ownAnswer('templates export', [out], { out: file });
    const { grid, templates, blocks } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly grid: typeof database.instance.grid;
      readonly blocks: readonly { readonly quadrant: string }[];
      readonly templates: readonly Record<string, unknown>[];
    };
    expect(blocks.map(({ quadrant }) => quadrant)).toEqual(['Q1', 'Q2']);
    expect(templates).toHaveLength(stateCount(grid));
    const csv = join(directory, 'room.csv');
    await ownAnswer('templates export', [out], { out: csv, format: 'csv' });
    const [head, ...rows] = readFileSync(csv, 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(rows).toHaveLength(24);
    templates.forEach((exported, k) => {
      const { arrivingWorkPerS, runningCores, powerLimitW } = exported as unknown as Parameters<typeof nearestState>[1];
      expect(nearestState(grid, { arrivingWorkPerS, runningCores, powerLimitW })).toBe(k);
      const stored = database.book.template(k);
      expect(exported).toMatchObject({
        state: k,
        status: stored.status,
        binding: stored.binding,
        powerW: stored.powerW,
      });
      expect(exported['ventOpenings']).toEqual([0.5, 1]);
      expect(database.ventOpenings[stored.vents]).toEqual([0.5, 1]);
      expect(exported['allowableCores']).toEqual([...stored.allowableCores]);
      expect(exported['cores']).toEqual(database.coresFigures(k));
      const row = Object.fromEntries(head!.map((name, n) => [name, rows[k]![n]!]));
      expect(row).toMatchObject({
        state: String(k),
        'running_cores Q2': String(runningCores[1]),
        status: stored.status,
      });
      expect(row['allowable_cores R2/L1']).toBe(String(stored.allowableCores[1]));
      expect(Number(row['set_point_c'])).toBe(stored.setPointC);
      expect([row['opening Q1'], row['opening Q2']]).toEqual(['0.5', '1']);
    });
  });
});

describe('views of the database', () => {
  it('show the cores, openings and infeasible states of the templates', async () => {
    const { Database } = await initSqlJs();
    const sqlite = new Database(readFileSync(out));
    const rowsOf = (sql: string): unknown[][] => {
      const statement = sqlite.prepare(sql);
      const rows: unknown[][] = [];
      while (statement.step()) rows.push(statement.get());
      statement.free();
      return rows;
    };
    const database = await openTemplateDatabase(out);
    if (!database.ok) throw new Error('refused');
    const { book, blocks, ventOpenings } = database;
    expect(rowsOf('SELECT state, block, cores, of_cores FROM block_cores ORDER BY 1, 2')).toEqual(
      Array.from({ length: 24 }, (_, k) => k).flatMap((k) =>
        blocks.map(({ nodeCount, coresPerNode }, b) => [
          k,
          b,
          book.template(k).allowableCores[b]!,
          nodeCount * coresPerNode,
        ]),
      ),
    );
    expect(rowsOf('SELECT rack, slot, cores FROM node_cores WHERE state = 0 AND cores > 0 ORDER BY 1, 2')).toEqual([
      ['R2', 1, 2],
      ...[2, 3, 4, 5].map((slot) => ['R2', slot, 1]),
    ]);
    expect(rowsOf('SELECT opening FROM openings WHERE state = 7 ORDER BY quadrant').flat()).toEqual(
      ventOpenings[book.template(7).vents],
    );
    const infeasible = rowsOf('SELECT state, excess_w, excess_k FROM infeasible ORDER BY 1');
    expect(infeasible.map(([state]) => state)).toEqual([3, 6, 9, 15, 18, 21]);
    expect(infeasible[0]![1]).toBeCloseTo(100, 6);
    expect(infeasible.map(([, , kelvin]) => kelvin)).toEqual([0, 0, 0, 0, 0, 0]);
    sqlite.close();
  });

  it('show the openings of each quadrant', async () => {
    writeFileSync(out, await builtUnmixed());
    const { Database } = await initSqlJs();
    const sqlite = new Database(readFileSync(out));
    const statement = sqlite.prepare(
      'SELECT quadrant, opening, running_cores FROM openings WHERE state = 7 ORDER BY quadrant',
    );
    const rows: unknown[][] = [];
    while (statement.step()) rows.push(statement.get());
    statement.free();
    sqlite.close();
    expect(rows).toEqual([
      ['Q1', 0.5, 20],
      ['Q2', 1, 0],
    ]);
  });

  it('the page on the database names every table, column and view', () => {
    const page = readFileSync(join(repository, 'docs/templates/database.md'), 'utf8');
    const views = [...SCHEMA_SQL.matchAll(/CREATE VIEW (\w+)/g)].map(([, name]) => name!);
    const names = [...Object.keys(COLUMNS), ...Object.values(COLUMNS).flat(), ...views];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(views).toHaveLength(4);
  });
});
