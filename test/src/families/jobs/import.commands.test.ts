import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../../src/library/index.js';
import { faultsOf } from '../../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../../support/own-command.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const folder = lastingDirectory();
const EXAMPLE = 'docs/examples/workflow.json';

describe('plenum import wfcommons', () => {
  it('writes an instance of the records, valid, at the frequency of their machine', async () => {
    const other = join(folder, 'other.json');
    writeFileSync(other, readFileSync(EXAMPLE, 'utf8').replace('"coreCount": 1,', '"coreCount": 2,'));
    const out = join(folder, 'workflows.json');
    const imported = () => ownAnswer('import wfcommons', [EXAMPLE, other], { multiCore: 'split', out });
    const { ended, record } = await imported();
    expect([ended, record['instance'], record['family'], record['files']]).toEqual([
      'done',
      'workflows',
      'jobs',
      { instance: out },
    ]);
    expect(record).toMatchObject({
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
    expect((await validate([out])).ok).toBe(true);
    // Once more: what Plenum wrote it overwrites.
    expect((await imported()).ended).toBe('done');
  });

  it('names file and place of all that is wrong, and writes nothing', async () => {
    const cyclic = join(folder, 'cyclic.json');
    writeFileSync(cyclic, readFileSync(EXAMPLE, 'utf8').replace('"schemaVersion": "1.5"', '"schemaVersion": "1.2"'));
    const out = join(folder, 'none.json');
    const refused = await ownCommand('import wfcommons', [cyclic, join(folder, 'absent.json')], { out });
    expect(faultsOf(refused)).toMatchObject([
      { file: cyclic, path: 'schemaVersion', value: '1.2', allowed: '"1.3" or "1.4" or "1.5" or "1.6"' },
      { file: join(folder, 'absent.json'), path: '' },
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses an instance that job types cannot be put into, two files of one name, and a foreign file in its way', async () => {
    const faults = async (files: readonly string[], words: Parameters<typeof ownCommand>[2]) =>
      faultsOf(await ownCommand('import wfcommons', files, { out: join(folder, 'a.json'), ...words }));
    const table = await faults([EXAMPLE], { instance: 'instances/jobs/tiny-paces.json' });
    expect(table.map(({ path }) => path)).toEqual(['arrivals.jobs[0].jobType', 'arrivals.jobs[1].jobType']);
    expect(await faults([EXAMPLE, EXAMPLE], {})).toMatchObject([{ value: 'workflow' }]);
    const own = join(folder, 'mine.json');
    writeFileSync(own, '{}');
    expect(await faults([EXAMPLE], { out: own })).not.toEqual([]);
    expect(readFileSync(own, 'utf8')).toBe('{}');
  });
});
