import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../models/families/templates/instance.js';
import { openTemplateDatabase } from '../../../src/families/templates/runs/open-database.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';

const TINY = join(repository, 'instances/templates/tiny-two-quadrants.json');

describe('plenum templates atlas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-atlas-'));
  const database = join(folder, 'tiny.sqlite');
  const page = join(folder, 'atlas.html');

  beforeAll(async () => {
    const { code } = await plenum('templates', 'build', TINY, '--out', database, '--workers', '1');
    expect(code).toBe(0);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('writes the page that its database says, and counts it', async () => {
    const { code, json, stderr } = await plenumJson('templates', 'atlas', database, '--out', page, '--state', '7');
    expect([code, stderr]).toEqual([0, '']);
    const opened = await openTemplateDatabase(database);
    if (!opened.ok) throw new Error('the database does not open');
    const html = readFileSync(page, 'utf8');
    const feasible = Array.from({ length: 24 }, (_, s) => opened.book.template(s)).filter(
      (one) => one.status === 'optimal',
    );
    expect(json).toMatchObject({ instance: 'tiny-two-quadrants', family: 'templates', files: { page } });
    expect(json['details']).toEqual({
      bytes: statSync(page).size,
      states: 24,
      statesShown: 24,
      feasibleStates: feasible.length,
      temperatures: true,
    });
    const data = JSON.parse(/id="plenum-data">(.*)<\/script>/.exec(html)![1]!) as Record<string, unknown>;
    expect(data).toMatchObject({ instance: 'tiny-two-quadrants', firstState: 7, grid: opened.instance.grid });
    expect(html).toContain(opened.facts.instanceSha256);
    const again = await plenum('templates', 'atlas', database, '--out', page, '--instance', TINY);
    expect(again.stdout).toBe(
      `${page}: 24 states, ${(statSync(page).size / 1e6).toFixed(1)} MB; open it in a browser\n`,
    );
  });

  it('refuses a state the database does not have, and another instance', async () => {
    const state = await plenumJson('templates', 'atlas', database, '--out', page, '--state', '24');
    expect(state.code).toBe(2);
    expect(state.stderr).toContain('from 0 to 23');
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(TINY, 'utf8').replace('"name": "tiny-two-quadrants"', '"name": "other"'));
    const instance = await plenumJson('templates', 'atlas', database, '--out', page, '--instance', other);
    expect(instance.code).toBe(2);
    expect(instance.stderr).toContain('another instance than the database');
  });

  it('refuses to write over its input, and a page of what is no database', async () => {
    const before = readFileSync(database);
    expect((await plenumJson('templates', 'atlas', database, '--out', database)).code).toBe(2);
    expect(readFileSync(database).equals(before)).toBe(true);
    const nowhere = join(folder, 'none.html');
    expect((await plenumJson('templates', 'atlas', TINY, '--out', nowhere)).code).toBe(2);
    expect(statSync(nowhere, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('keeps the temperatures of imported air where the instance is named, and has none where it is not', async () => {
    const tiny = JSON.parse(readFileSync(TINY, 'utf8')) as TemplatesInstance;
    const imported = join(folder, 'imported.json');
    writeFileSync(
      imported,
      JSON.stringify({
        ...tiny,
        name: 'imported',
        facility: {
          ...tiny.facility,
          airflow: { source: 'vent-matrices', file: 'vents.csv', nodeAirflowFactor: 1, provenance: 'by hand' },
        },
        quadrants: tiny.quadrants.map((quadrant) => ({ ...quadrant, tiles: [] })),
      }),
    );
    // All air mixed, by the flows of CRAC and racks.
    const shares = { CRAC1: 3 / 4.5, 'R1/1': 1 / 4.5, 'R2/1': 0.5 / 4.5 };
    const rows = ['00', '01', '10', '11'].flatMap((vents) =>
      Object.keys(shares).flatMap((sink) =>
        Object.entries(shares).map(([source, w]) => `${vents},${sink},${source},${String(w)}`),
      ),
    );
    writeFileSync(join(folder, 'vents.csv'), ['vent_id,sink_id,source_id,w', ...rows].join('\n'));
    const file = join(folder, 'imported.sqlite');
    expect((await plenum('templates', 'build', imported, '--out', file, '--workers', '1')).code).toBe(0);
    const without = await plenum('templates', 'atlas', file, '--out', page);
    expect(without.stdout).toContain('--instance');
    expect(readFileSync(page, 'utf8')).toContain('No temperatures');
    const { json } = await plenumJson('templates', 'atlas', file, '--out', page, '--instance', imported);
    expect(json['details']).toMatchObject({ temperatures: true });
    const html = readFileSync(page, 'utf8');
    expect(html).not.toContain('No temperatures');
    expect(html).toContain('in a row by quadrant');
    const matrices = join(folder, 'vents.csv');
    const over = await plenumJson('templates', 'atlas', file, '--out', matrices, '--instance', imported);
    expect([over.code, readFileSync(matrices, 'utf8').split('\n')[0]]).toEqual([2, 'vent_id,sink_id,source_id,w']);
  });
});
