import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportStudy, reportStudy, runStudy, studyStatus } from '../../../src/library/index.js';
import { csvCells } from '../../support/csv-cells.js';
import { tinyStudyText } from '../../support/made-study.js';
import { lastingDirectory } from '../../support/small-instance.js';

const folder = lastingDirectory();
const file = join(folder, 'study.json');
const out = join(folder, 'tiny');
writeFileSync(file, tinyStudyText());

async function faults(answer: Promise<{ readonly ok: boolean }>): Promise<unknown> {
  const { ok, faults: told } = (await answer) as { ok: boolean; faults?: { file: string; path: string }[] };
  return ok ? null : told!.map(({ file: where, path }) => [where, path]);
}

describe('a study by the library', () => {
  it('is run, looked at and exported; what it says is what the commands print', async () => {
    const done: number[] = [];
    const ran = await runStudy(file, { out, workers: 2, onProgress: (state) => done.push(state.done) });
    expect(ran).toMatchObject({ ok: true, ended: 'complete', record: { details: { runs: 4, made: 4 } } });
    expect(done).toEqual([1, 2, 3, 4]);
    expect(await runStudy(out, {})).toMatchObject({ ok: true, record: { details: { made: 0, takenOver: 4 } } });
    expect(await studyStatus(out)).toMatchObject({ ok: true, record: { details: { done: 4, missing: 0 } } });
    const page = join(folder, 'page.html');
    expect(await reportStudy(out, { out: page })).toMatchObject({ ok: true, record: { files: { report: page } } });
    const table = join(folder, 'runs.csv');
    expect(await exportStudy(out, table, { times: false })).toMatchObject({ ok: true, record: { files: { table } } });
    const [head, ...rows] = csvCells(readFileSync(table, 'utf8'));
    expect([head!.includes('host'), rows.length]).toEqual([false, 4]);
  });

  it('stops where it is told to, with what is done', async () => {
    const stopped = await runStudy(file, { out: join(folder, 'stopped'), signal: { aborted: true } });
    // Where it is told before the runs are known, how many are missing is not known either.
    expect(stopped).toMatchObject({ ok: true, ended: 'stopped', record: { details: { made: 0 } } });
  });

  it('refuses what is wrong with the call, by the names of the call', async () => {
    expect(await faults(runStudy('', {}))).toEqual([['call', 'study']]);
    expect(await faults(runStudy(file, {}))).toEqual([['call', 'out']]);
    const odd = { workers: 0, keys: ['x'], retry: 'all', nothing: 1 } as object;
    expect(await faults(runStudy(file, odd))).toEqual(
      ['workers', 'keys', 'retry', 'nothing'].map((name) => ['call', name]),
    );
    expect(await faults(studyStatus(folder))).toEqual([['call', 'folder']]);
    expect(await faults(exportStudy(folder, join(folder, 'x.csv')))).toEqual([['call', 'folder']]);
    expect(await faults(exportStudy(out, join(out, 'study.json')))).toEqual([['call', 'out']]);
    const format = { format: 'xlsx' } as object;
    expect(await faults(exportStudy(out, join(folder, 'x.csv'), format))).toEqual([['call', 'format']]);
  });
});
