import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../../src/families/registry.js';
import type { Fault } from '../../../../src/instances/fault.js';
import { openStudyFolder, recordsOf } from '../../../../src/workbench/study/folder.js';
import { studyReportOf } from '../../../../src/workbench/study/report.js';
import { studyRun, type StudyRunAnswer } from '../../../../src/workbench/study/run.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

const STOP = { of: 'objective', halfWidth: '1 %', least: 2, step: 2 };

/** Run of a study of a method that draws nothing, in this process. */
async function ran(study: object): Promise<StudyRunAnswer | readonly Fault[]> {
  const file = join(folder, 'study.json');
  const axes = { instances: ['reward-rate/tiny-deadline'], methods: ['greedy-power'], seeds: '1..6' };
  writeFileSync(file, JSON.stringify({ format: 'plenum.study', formatVersion: 1, name: 'tried', ...axes, ...study }));
  const answer = await studyRun({
    study: file,
    out: join(folder, 'out'),
    workers: 1,
    keys: null,
    retry: 'none',
    yes: false,
    allowOutside: false,
    packageDirectory: resolve('.'),
    plenumVersion: '1.0.0',
    families: FAMILIES,
  });
  return answer.ok ? answer : answer.faults;
}

describe('a study with a rule of stopping', () => {
  it('ends with the first seeds where they tell enough, and says so', async () => {
    const answer = (await ran({ stop: STOP })) as StudyRunAnswer;
    expect(answer.ended).toBe('complete');
    expect(answer.text).toContain('2 of 6 seeds were enough');
    expect(answer.record.details).toMatchObject({ done: 2, runs: 2, stopping: { seeds: [1, 2], ended: true } });
    const shards = readdirSync(join(folder, 'out', 'records')).filter((name) => name.length === 2);
    // Three looks at most: intervals and tests of the report are at 1 - 0.05 / 3.
    const around = { packageDirectory: resolve('.'), plenumVersion: '1.0.0', families: FAMILIES };
    const opened = await openStudyFolder(join(folder, 'out'), around);
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const { analysis } = studyReportOf({ ...opened.folder, records: recordsOf(opened.folder.store) }, false);
    expect(analysis).toMatchObject({ confidence: 0.9834, missing: 0 });
    expect(shards.flatMap((shard) => readdirSync(join(folder, 'out', 'records', shard)))).toHaveLength(2);
  });

  it('is refused where its first look needs more seeds than there are', async () => {
    expect(await ran({ stop: { ...STOP, least: 7 } })).toMatchObject([
      { path: 'stop.least', value: 7, allowed: 'at most the number of seeds, 6' },
    ]);
  });
});
