import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { plenumJson } from '../../../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-import-'));
const EXAMPLE = 'docs/examples/workflow.json';

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('plenum import wfcommons', () => {
  it('writes an instance of the records, valid, at the frequency of their machine', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(EXAMPLE, 'utf8').replace('"coreCount": 1,', '"coreCount": 2,'));
    const out = join(folder, 'workflows.json');
    const words = ['import', 'wfcommons', EXAMPLE, other, '--multi-core', 'split', '--out', out];
    const { code, json } = await plenumJson(...words);
    expect([code, json['instance'], json['family'], json['files']]).toEqual([
      0,
      'workflows',
      'jobs',
      { instance: out },
    ]);
    expect(json['details']).toMatchObject({
      referenceGHz: 2.4,
      jobTypes: [
        // At 2.4 GHz 120 + 1500 + 60 s; the levels end at 2 GHz, where 30 %, all and half of them take 1.2 times as long.
        {
          name: 'workflow',
          file: EXAMPLE,
          tasks: 5,
          edges: 5,
          leastTimeS: expect.closeTo(127.2 + 1800 + 66, 9) as number,
        },
        { name: 'other', file: other, tasks: 6 },
      ],
    });
    expect((await plenumJson('validate', out)).code).toBe(0);
    // Once more: what Plenum wrote it overwrites.
    expect((await plenumJson(...words)).code).toBe(0);
  });

  it('names file and place of all that is wrong, and writes nothing', async () => {
    const cyclic = join(folder, 'cyclic.json');
    writeFileSync(cyclic, readFileSync(EXAMPLE, 'utf8').replace('"schemaVersion": "1.5"', '"schemaVersion": "1.2"'));
    const out = join(folder, 'none.json');
    const { code, json } = await plenumJson('import', 'wfcommons', cyclic, join(folder, 'absent.json'), '--out', out);
    expect([code, json['faults']]).toMatchObject([
      2,
      [
        { file: cyclic, path: 'schemaVersion', value: '1.2', allowed: '"1.3" or "1.4" or "1.5" or "1.6"' },
        { file: join(folder, 'absent.json'), path: '' },
      ],
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses an instance that job types cannot be put into, two files of one name, and a foreign file in its way', async () => {
    const table = await plenumJson(
      'import',
      'wfcommons',
      EXAMPLE,
      '--instance',
      'instances/jobs/tiny-paces.json',
      '--out',
      join(folder, 'a.json'),
    );
    expect([table.code, (table.json['faults'] as { path: string }[]).map(({ path }) => path)]).toEqual([
      2,
      ['arrivals.jobs[0].jobType', 'arrivals.jobs[1].jobType'],
    ]);
    const twin = await plenumJson('import', 'wfcommons', EXAMPLE, EXAMPLE, '--out', join(folder, 'a.json'));
    expect([twin.code, twin.json['faults']]).toMatchObject([2, [{ value: 'workflow' }]]);
    const own = join(folder, 'mine.json');
    writeFileSync(own, '{}');
    expect((await plenumJson('import', 'wfcommons', EXAMPLE, '--out', own)).code).toBe(2);
    expect(readFileSync(own, 'utf8')).toBe('{}');
  });
});
