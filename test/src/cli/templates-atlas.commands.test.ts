import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../models/families/templates/instance.js';
import { openTemplateDatabase } from '../../../src/families/templates/runs/open-database.js';
import { repository } from '../../support/repository.js';
import { faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { lastingDirectory } from '../../support/small-instance.js';
import { tinyDatabase } from '../../support/tiny-database.js';

const TINY = join(repository, 'instances/templates/tiny-two-quadrants.json');

describe('plenum templates atlas', () => {
  const folder = lastingDirectory();
  const database = join(folder, 'tiny.sqlite');
  const page = join(folder, 'atlas.html');

  beforeAll(async () => {
    writeFileSync(database, await tinyDatabase());
  });

  /** Faults for which an atlas is refused, as JSON. */
  async function refused(file: string, words: Parameters<typeof ownCommand>[2]): Promise<string> {
    const faults = faultsOf(await ownCommand('templates atlas', [file], words));
    expect(faults).not.toEqual([]);
    return JSON.stringify(faults);
  }

  it('writes the page that its database says, and counts it', async () => {
    const { ended, record: json } = await ownAnswer('templates atlas', [database], { out: page, state: 7 });
    expect(ended).toBe('done');
    const opened = await openTemplateDatabase(database);
    if (!opened.ok) throw new Error('the database does not open');
    const html = readFileSync(page, 'utf8');
    const feasible = Array.from({ length: 24 }, (_, s) => opened.book.template(s)).filter(
      (one) => one.status === 'optimal',
    );
    expect(json).toMatchObject({ instance: 'tiny-two-quadrants', family: 'templates', files: { page } });
    expect(json).toMatchObject({
      bytes: statSync(page).size,
      states: 24,
      statesShown: 24,
      feasibleStates: feasible.length,
      temperatures: true,
    });
    const data = JSON.parse(/id="plenum-data">(.*)<\/script>/.exec(html)![1]!) as Record<string, unknown>;
    expect(data).toMatchObject({ instance: 'tiny-two-quadrants', firstState: 7, grid: opened.instance.grid });
    expect(html).toContain(opened.facts.instanceSha256);
    const { text } = await ownAnswer('templates atlas', [database], { out: page, instance: TINY });
    expect(text).toBe(`${page}: 24 states, ${(statSync(page).size / 1e6).toFixed(1)} MB; open it in a browser`);
  });

  it('refuses a state the database does not have, and another instance', async () => {
    expect(await refused(database, { out: page, state: 24 })).toContain('from 0 to 23');
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(TINY, 'utf8').replace('"name": "tiny-two-quadrants"', '"name": "other"'));
    expect(await refused(database, { out: page, instance: other })).toContain('another instance than the database');
  });

  it('refuses to write over its input, and a page of what is no database', async () => {
    const before = readFileSync(database);
    await refused(database, { out: database });
    expect(readFileSync(database).equals(before)).toBe(true);
    const nowhere = join(folder, 'none.html');
    await refused(TINY, { out: nowhere });
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
    await ownAnswer('templates build', [imported], { out: file, workers: 1 });
    const without = await ownAnswer('templates atlas', [file], { out: page });
    expect(without.text).toContain('--instance');
    expect(readFileSync(page, 'utf8')).toContain('No temperatures');
    const { record } = await ownAnswer('templates atlas', [file], { out: page, instance: imported });
    expect(record).toMatchObject({ temperatures: true });
    const html = readFileSync(page, 'utf8');
    expect(html).not.toContain('No temperatures');
    expect(html).toContain('in a row by quadrant');
    const matrices = join(folder, 'vents.csv');
    await refused(file, { out: matrices, instance: imported });
    expect(readFileSync(matrices, 'utf8').split('\n')[0]).toBe('vent_id,sink_id,source_id,w');
  });
});
