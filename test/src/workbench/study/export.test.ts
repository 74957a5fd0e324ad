import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportFolder, type StudyExported, type StudyExportRequest } from '../../../../src/workbench/study/export.js';
import { csvCells } from '../../../support/csv-cells.js';
import { folderOf } from '../../../support/study-folder.js';
import { parquetRows, sqliteRows } from '../../../support/read-tables.js';
import { drawnStudy } from '../../../support/study-records.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const DRAWN = drawnStudy({ seeds: 1 });
const root = lastingDirectory();
let folder = root;
let count = 0;

beforeEach(() => {
  folder = join(root, String(++count));
});
function asked(file: string, more: Partial<StudyExportRequest> = {}): StudyExportRequest {
  return { format: 'csv', out: join(folder, file), trajectories: null, times: true, force: false, ...more };
}

async function exported(request: StudyExportRequest, drawn = DRAWN): Promise<StudyExported> {
  const answer = await exportFolder(folderOf(join(folder, 'study'), drawn), request);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

async function pathOfFault(request: StudyExportRequest): Promise<unknown> {
  const answer = await exportFolder(folderOf(join(folder, 'study'), DRAWN), request);
  return answer.ok ? null : answer.faults.map(({ path }) => path);
}

describe('export of a study', () => {
  it('gives equal bytes for records that come in another order, in every format', async () => {
    const mixed = { ...DRAWN, records: [...DRAWN.records].reverse() };
    for (const format of ['csv', 'sqlite', 'parquet'] as const) {
      await exported(asked(`a.${format}`, { format }));
      await exported(asked(`b.${format}`, { format }), mixed);
      const [a, b] = ['a', 'b'].map((name) => readFileSync(join(folder, `${name}.${format}`)));
      expect(a!.equals(b!)).toBe(true);
    }
  });

  it('gives equal bytes on every machine without times', async () => {
    const elsewhere = {
      ...DRAWN,
      study: { ...DRAWN.study, instances: [{ from: 'file' as const, file: '/elsewhere/room.json' }] },
      records: DRAWN.records.map((record) => ({
        ...record,
        machine: { ...record.machine, host: 'x', timeS: { total: 99 }, trajectoryTimeS: [7, 8, 9] },
      })),
    };
    for (const format of ['csv', 'sqlite', 'parquet'] as const) {
      const points = format === 'sqlite' ? null : join(folder, `a-points.${format}`);
      const others = format === 'sqlite' ? null : join(folder, `b-points.${format}`);
      await exported(asked(`a.${format}`, { format, times: false, trajectories: points }));
      await exported(asked(`b.${format}`, { format, times: false, trajectories: others }), elsewhere);
      for (const name of points === null ? [''] : ['', '-points']) {
        const [a, b] = ['a', 'b'].map((which) => readFileSync(join(folder, `${which}${name}.${format}`)));
        expect(a!.equals(b!)).toBe(true);
      }
      await exported(asked(`c.${format}`, { format }));
      await exported(asked(`d.${format}`, { format }), elsewhere);
      const [c, d] = ['c', 'd'].map((which) => readFileSync(join(folder, `${which}.${format}`)));
      expect(c!.equals(d!)).toBe(false);
    }
  });

  it('counts runs without a record and records that are not asked for, in the answer and in a note', async () => {
    const { runs, records } = DRAWN;
    const drawn = { ...DRAWN, runs: runs.slice(1), records: records.slice(0, -2) };
    const { record, notes } = await exported(asked('a.csv'), drawn);
    const done = records.length - 3;
    expect(record.details).toMatchObject({ runs: runs.length - 1, done, missing: 2, notAsked: 1 });
    expect(notes[0]).toContain(`Without a record: 2 of ${runs.length - 1} runs.`);
    expect(notes.at(-1)).toMatch(/ask for their runs: 1\.$/);
    expect(csvCells(readFileSync(join(folder, 'a.csv'), 'utf8'))).toHaveLength(1 + done);
  });

  it('replaces what Plenum wrote and refuses what it did not, unless forced', async () => {
    await exported(asked('a.csv'));
    const before = readFileSync(join(folder, 'a.csv'));
    await exported(asked('a.csv'));
    expect(readFileSync(join(folder, 'a.csv')).equals(before)).toBe(true);
    writeFileSync(join(folder, 'a.csv'), 'mine');
    expect(await pathOfFault(asked('a.csv'))).toEqual(['--out']);
    expect(await pathOfFault(asked('b.csv', { trajectories: join(folder, 'a.csv') }))).toEqual(['--trajectories']);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('mine');
    await exported(asked('a.csv', { force: true }));
    expect(readFileSync(join(folder, 'a.csv')).equals(before)).toBe(true);
  });

  it.each(['study.json', 'place.json', 'records/x.csv', 'records', 'submissions/1/x.csv'])(
    'refuses to write to %s of the study folder, even if forced',
    async (name) => {
      expect(await pathOfFault(asked(join('study', name), { force: true }))).toEqual(['--out']);
    },
  );

  it('writes beside them, and trajectories to a file of their own, unless it is SQLite', async () => {
    const points = join(folder, 'study', 'points.csv');
    const { record, lines } = await exported(asked('study/runs.csv', { trajectories: points }));
    expect(record.files).toEqual({ table: join(folder, 'study/runs.csv'), trajectories: points });
    expect(lines).toHaveLength(2);
    const [head, ...rows] = csvCells(readFileSync(points, 'utf8'));
    expect(head).toEqual(['key', 'number', 'steps', 'incumbent', 'bound', 'time_s']);
    expect(rows).toHaveLength(DRAWN.records.reduce((sum, { outcome }) => sum + outcome.trajectory.length, 0));
    expect(await pathOfFault(asked('a.csv', { trajectories: join(folder, 'a.csv') }))).toEqual(['--trajectories']);
    expect(await pathOfFault(asked('a.sqlite', { format: 'sqlite', trajectories: points }))).toEqual([
      '--trajectories',
    ]);
  });

  it('of SQLite has the tables study, runs, violations and trajectory', async () => {
    await exported(asked('a.sqlite', { format: 'sqlite' }));
    const file = readFileSync(join(folder, 'a.sqlite'));
    const tables = await sqliteRows(file, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid");
    expect(tables.flat()).toEqual(['study', 'runs', 'violations', 'trajectory']);
    const facts = Object.fromEntries((await sqliteRows(file, 'SELECT * FROM study')) as [string, string | null][]);
    expect(facts).toMatchObject({ name: 'drawn', title: null, verb: 'solve', missing: '0' });
    expect(JSON.parse(facts['definition']!)).toEqual(DRAWN.study);
    const best = await sqliteRows(file, 'SELECT max(objective) FROM runs WHERE feasible');
    const objectives = DRAWN.records.flatMap(({ outcome }) => (outcome.feasible === true ? outcome.objective! : []));
    expect(best).toEqual([[Math.max(...objectives)]]);
  });

  it('of Parquet has a row for each run with a record', async () => {
    await exported(asked('a.parquet', { format: 'parquet', times: false }));
    const rows = await parquetRows(readFileSync(join(folder, 'a.parquet')));
    expect(rows.map(([key]) => key)).toEqual(DRAWN.runs.map(({ key }) => key));
  });
});
