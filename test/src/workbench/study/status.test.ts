import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderStatus, recordTimes } from '../../../../src/workbench/study/status.js';
import { folderOf } from '../../../support/study-folder.js';
import { drawnStudy } from '../../../support/study-records.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const folder = lastingDirectory();

describe('times of records', () => {
  it('are the age of the last one and the rate of the last hundred', () => {
    expect(recordTimes([], 10)).toEqual({ lastAgeS: null, ratePerS: null });
    expect(recordTimes([7], 10)).toEqual({ lastAgeS: 3, ratePerS: null });
    expect(recordTimes([8, 2, 4, 6], 10)).toEqual({ lastAgeS: 2, ratePerS: 0.5 });
    // A hundred in 99 s after one that came a day before.
    const late = Array.from({ length: 100 }, (_, n) => 100_000 + n);
    expect(recordTimes([0, ...late], 100_100)).toEqual({ lastAgeS: 1, ratePerS: 1 });
  });

  it('say no rate where all came at once, and no age below 0 where another clock is ahead', () => {
    expect(recordTimes([5, 5], 4)).toEqual({ lastAgeS: 0, ratePerS: null });
  });
});

describe('the status of a study folder', () => {
  it('counts what was set aside, and rates the records that the study asks for', () => {
    const drawn = drawnStudy({ seeds: 1 });
    const [first] = drawn.records;
    for (const [n, { key }] of drawn.records.entries()) {
      const shard = join(folder, 'records', key.slice(0, 2));
      mkdirSync(shard, { recursive: true });
      writeFileSync(join(shard, `${key}.json`), '');
      utimesSync(join(shard, `${key}.json`), 1000 + 60 * n, 1000 + 60 * n);
    }
    mkdirSync(join(folder, 'set-aside', 'ab'), { recursive: true });
    for (const name of ['x', 'ab/y', 'ab/z']) writeFileSync(join(folder, 'set-aside', name), '');
    // The last record is of a run that is no longer asked for.
    const runs = drawn.runs.slice(0, -1);
    const { record, lines } = folderStatus(folderOf(folder, { ...drawn, runs }), first!.run.version, 1600);
    expect(record.details).toMatchObject({ setAside: 3, notAsked: 1, missing: 0, done: runs.length });
    const last = 1000 + 60 * (runs.length - 1);
    expect(record.details['lastRecordAgeS']).toBeCloseTo(1600 - last, 6);
    expect(record.details['ratePerS']).toBeCloseTo(1 / 60, 9);
    const text = lines.join('\n');
    expect(text).toContain(`drawn: ${runs.length} of ${runs.length} runs done, 0 missing`);
    expect(text).toContain('set aside     3 files');
    expect(text).toContain('not asked for 1 record\n');
    expect(text).toMatch(/last record +\d+ (s|min) ago, lately 1\.00 per min/);
    expect(text).toMatch(/best +room-a: [\d.]+ reward\/s by config-lp, gap (< )?[\d.]+ %/);
  });
});
