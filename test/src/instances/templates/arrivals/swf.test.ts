import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type TraceArrivals,
  traceArrivals,
  type TraceWindow,
} from '../../../../../src/instances/templates/arrivals/swf.js';

const directory = mkdtempSync(join(tmpdir(), 'plenum-test-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const WHOLE: TraceWindow = { startS: 0, durationS: 86_400, taskPer: 'job' };

/** A job as the format has it: number, submit, wait, run, allocated, ..., requested, ... */
function job(submitS: number | string, allocated: number | string = 1, requested: number | string = -1): string {
  return `1 ${submitS} 0 60 ${allocated} -1 -1 ${requested} 3600 -1 1 3 1 -1 1 -1 -1 -1`;
}

const HEAD = '; Version: 2.2\n;   Computer: none\n\n';

function read(text: string, window: Partial<TraceWindow> = {}, name = 'trace.swf'): TraceArrivals {
  const file = join(directory, name);
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return traceArrivals(file, { ...WHOLE, ...window }, 4, 1);
}

function times(found: TraceArrivals): number[] {
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return [...found.arrivals.timeS];
}

function fault(found: TraceArrivals): { path: string; value: unknown; text: string } {
  if (found.ok) throw new Error('accepted');
  const [{ path, value, allowed, remedy }] = [found.problems[0]!];
  return { path, value, text: `${allowed} ${remedy}` };
}

describe('arrivals from a trace', () => {
  const text = `${HEAD}${[job(10), job(10), job(500.5), job(90_000)].join('\n')}\n`;

  it.each(['trace.swf', 'trace.swf.gz'])('are not the submit times of %s', (name) => {
    const found = read(text, {}, name);
    expect(times(found)).toEqual([10, 10, 500.5]);
    expect(found).toMatchObject({ ok: true, jobsInTrace: 4, jobsInWindow: 3, warnings: [] });
    if (found.ok) {
      expect(found.arrivals.durationS).toBe(86_400);
      expect(found.arrivals.taskType).toHaveLength(3);
      expect(found.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('are cut elsewhere than at the window, whose end is outside', () => {
    expect(times(read(text, { startS: 10, durationS: 490.5 }))).toEqual([0, 0]);
    expect(times(read(text, { startS: 11, durationS: 490 }))).toEqual([489.5]);
    expect(times(read(text, { startS: 86_400 }))).toEqual([3600]);
  });

  it('are one per processor though not asked for, or not though asked for', () => {
    const jobs = [job(1, 3, 5), job(2, -1, 2), job(3, 1)].join('\n');
    expect(times(read(jobs))).toEqual([1, 2, 3]);
    expect(times(read(jobs, { taskPer: 'processor' }))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('keep a wrong order, or hide that they were sorted', () => {
    const found = read(`${HEAD}${[job(5), job(3), job(4)].join('\n')}`);
    expect(times(found)).toEqual([3, 4, 5]);
    expect(found.ok && found.warnings[0]).toContain('line 5');
  });

  it('have types that depend on more than the seed', () => {
    const many = Array.from({ length: 4000 }, (_, n) => job(n)).join('\r\n');
    const found = read(many);
    if (!found.ok) throw new Error('refused');
    for (let type = 0; type < 4; type++) {
      expect(Math.abs(found.arrivals.taskType.filter((one) => one === type).length - 1000)).toBeLessThan(120);
    }
    expect(read(many)).toEqual(found);
  });
});

describe('a trace is taken though', () => {
  it.each<[string, string, Partial<TraceWindow>, string, unknown, string]>([
    ['a field is missing', `${job(1)}\n${job(2).slice(0, -3)}`, {}, 'line 2', '17 fields', '18 fields'],
    ['a field is too many', `${job(1)} 7`, {}, 'line 1', '19 fields', '18 fields'],
    ['a field is no number', `${HEAD}${job('soon')}`, {}, 'line 4, field 2 (submit time)', 'soon', 'a number'],
    ['a field is hexadecimal', job('0x10'), {}, 'line 1, field 2 (submit time)', '0x10', 'a number'],
    ['an unused field is no number', job(1).replace('3600', 'x'), {}, 'line 1, field 9', 'x', '-1'],
    ['a submit time is negative', job(-1), {}, 'line 1, field 2 (submit time)', -1, 'at least 0'],
    [
      'nobody knows its processors',
      job(1, -1, -1),
      { taskPer: 'processor' },
      'line 1, field 8 (processors requested)',
      -1,
      'one task per job',
    ],
    [
      'a job has half a processor',
      job(1, 1.5),
      { taskPer: 'processor' },
      'line 1, field 5 (processors allocated)',
      1.5,
      'whole',
    ],
    ['it has no jobs', HEAD, {}, '', 'no jobs', 'completely'],
    ['its window is empty', job(100), { startS: 200 }, '', 'no job in [200, 86600) s', 'from 100 to 100 s'],
    [
      'it has more tasks than anyone wants',
      job(1, 30_000_000),
      { taskPer: 'processor' },
      '',
      '30000000 tasks in the window',
      'shorter',
    ],
  ])('%s', (_, text, window, path, value, hint) => {
    const found = fault(read(text, window));
    expect([found.path, found.value]).toEqual([path, value]);
    expect(found.text).toContain(hint);
  });

  it('there is none, it is a picture or its packing is broken', () => {
    expect(fault(traceArrivals(join(directory, 'none.swf'), WHOLE, 4, 1)).value).toBe('no such file');
    expect(fault(read('\u0000')).value).toBe('binary data');
    const file = join(directory, 'broken.swf.gz');
    writeFileSync(file, 'no gzip');
    expect(fault(traceArrivals(file, WHOLE, 4, 1)).value).toContain('no gzip file');
  });

  it('all its lines are wrong, of which not all are named', () => {
    const found = read(Array.from({ length: 20 }, () => job(-1)).join('\n'));
    expect(found.ok ? 0 : found.problems.length).toBe(5);
  });
});
