import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type TraceArrivals, traceArrivals } from '../../../../src/instances/swf/trace-arrivals.js';
import type { TraceWindow } from '../../../../src/instances/swf/window.js';
import { describeShared } from '../../../support/shared-data.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const directory = lastingDirectory();
const WHOLE: TraceWindow = { startS: 0, durationS: 86_400, taskPer: 'job', taskTimes: 'type' };

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
  if (!found.ok) throw new Error(JSON.stringify(found.faults));
  return [...found.arrivals.timeS];
}

function fault(found: TraceArrivals): { path: string; value: unknown; text: string } {
  if (found.ok) throw new Error('accepted');
  const [{ path, value, allowed, remedy }] = [found.faults[0]!];
  return { path, value, text: `${allowed} ${remedy}` };
}

describe('a run time beyond any of an instance', () => {
  const long = (runS: string): string => job(20).replace(' 60 ', ` ${runS} `);

  it('is refused by its line where run times are used, and ignored where they are not or outside the window', () => {
    const text = `${HEAD}${[job(10), long('1e300')].join('\n')}\n`;
    expect(fault(read(text, { taskTimes: 'trace' }))).toMatchObject({
      path: 'line 5, field 4 (run time)',
      value: 1e300,
      text: expect.stringContaining('up to 1000000000 s') as string,
    });
    expect(times(read(text))).toEqual([10, 20]);
    expect(times(read(text, { taskTimes: 'trace', durationS: 15 }))).toEqual([10]);
    expect(times(read(`${HEAD}${long('1e9')}\n`, { taskTimes: 'trace' }))).toEqual([20]);
  });
});

describe('arrivals from a trace', () => {
  const text = `${HEAD}${[job(10), job(10), job(500.5), job(90_000)].join('\n')}\n`;

  it.each(['trace.swf', 'trace.swf.gz'])('are the submit times of %s', (name) => {
    const found = read(text, {}, name);
    expect(times(found)).toEqual([10, 10, 500.5]);
    expect(found).toMatchObject({ ok: true, jobsInTrace: 4, jobsInWindow: 3, warnings: [] });
    if (found.ok) {
      expect(found.arrivals.durationS).toBe(86_400);
      expect(found.arrivals.taskType).toHaveLength(3);
      expect(found.sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('are cut at the window, whose end is outside', () => {
    expect(times(read(text, { startS: 10, durationS: 490.5 }))).toEqual([0, 0]);
    expect(times(read(text, { startS: 11, durationS: 490 }))).toEqual([489.5]);
    expect(times(read(text, { startS: 86_400 }))).toEqual([3600]);
  });

  it('are one per job, or one per processor where asked for', () => {
    const jobs = [job(1, 3, 5), job(2, -1, 2), job(3, 1)].join('\n');
    expect(times(read(jobs))).toEqual([1, 2, 3]);
    expect(times(read(jobs, { taskPer: 'processor' }))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('are sorted, and a warning says so', () => {
    const found = read(`${HEAD}${[job(5), job(3), job(4)].join('\n')}`);
    expect(times(found)).toEqual([3, 4, 5]);
    expect(found.ok && found.warnings[0]).toContain('line 5');
  });

  it('have types that depend on the seed alone', () => {
    const many = Array.from({ length: 4000 }, (_, n) => job(n)).join('\r\n');
    const found = read(many);
    if (!found.ok) throw new Error('refused');
    for (let type = 0; type < 4; type++) {
      expect(Math.abs(found.arrivals.taskType.filter((one) => one === type).length - 1000)).toBeLessThan(120);
    }
    expect(read(many)).toEqual(found);
  });
});

describe('jobs of a trace', () => {
  /** A job with wait, run, allocated, requested and status as a log writes them. */
  const logged = (submitS: number, runS: number, allocated: number, requested: number, status: number): string =>
    `1 ${submitS} -1 ${runS} ${allocated} -1 -1 ${requested} 3600 -1 ${status} 3 1 -1 1 -1 -1 -1`;
  const mixed = [
    logged(1, 50, 2, 2, 1),
    logged(2, -1, -1, 4, 5),
    logged(3, 20, 4, 4, 5),
    logged(4, 0, 0, 8, 0),
    logged(5, 30, 8, 8, 0),
    logged(6, 30, -1, -1, 1),
    logged(7, 10, 4, 4, 2),
    logged(8, -1359980917, -1, 4, 1),
    logged(9, 0, 1, 1, 1),
    logged(-1, 30, 1, 1, 1),
    logged(10, 40, -1, 3, -1),
  ].join('\n');
  const reasons = (found: TraceArrivals): Record<string, number> => {
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    return Object.fromEntries(found.skipped.map(({ reason, jobs }) => [reason.replace(/[,:(].*/, '').trim(), jobs]));
  };

  it('that never ran or of which too little is known are left out, and counted by reason', () => {
    const found = read(mixed);
    expect(times(found)).toEqual([1, 5, 6, 9, 10]);
    expect(reasons(found)).toEqual({
      'part of a swapped job that has a line of its own': 1,
      'cancelled before it started': 1,
      'cancelled while it ran': 1,
      'never started': 1,
      'run time not known': 1,
    });
    expect(found).toMatchObject({ jobsInTrace: 11, jobsWithoutSubmitTime: 1, jobsInWindow: 10, jobsUsed: 5 });
    const [skipped, unsubmitted] = found.ok ? found.warnings : [];
    expect(skipped).toContain('5 of the 10 jobs of the window are left out: 1 part');
    expect(unsubmitted).toContain('1 jobs have no submit time');
  });

  it('without processors are left out only where processors count', () => {
    const found = read(mixed, { taskPer: 'processor' });
    expect(times(found)).toEqual([1, 1, ...Array<number>(8).fill(5), 9, 10, 10, 10]);
    expect(reasons(found)).toMatchObject({ 'processors not known': 1 });
  });

  it('give their run times to all their tasks, and none where that is 0', () => {
    const found = read(mixed, { taskPer: 'processor', taskTimes: 'trace' });
    expect(times(found)).toEqual([1, 1, ...Array<number>(8).fill(5), 10, 10, 10]);
    expect(found.ok && [...found.runS!]).toEqual([50, 50, ...Array<number>(8).fill(30), 40, 40, 40]);
    expect(reasons(found)).toMatchObject({ 'run time of 0 s': 1 });
    const types = read(mixed);
    expect(types.ok && types.runS).toBeNull();
  });

  it('are all used where no job of the window has a run time, unless run times are asked for', () => {
    const unknown = [logged(1, -1, -1, 2, -1), logged(2, -1, -1, 2, -1)].join('\n');
    expect(times(read(unknown))).toEqual([1, 2]);
    expect(fault(read(unknown, { taskTimes: 'trace' })).value).toContain('2 jobs in the window, none of use');
  });

  it('outside the window do not matter, whatever their sizes and order', () => {
    const inside = job(100, 2);
    const outside = [job(90_000, 1.5), job(89_000, -7), job(-50, 3), job(88_000).replace(' 60 ', ' -60 ')];
    const found = read([inside, ...outside].join('\n'), { taskPer: 'processor' });
    expect(times(found)).toEqual([100, 100]);
    expect(found).toMatchObject({ jobsInTrace: 5, jobsInWindow: 1, jobsUsed: 1, skipped: [], warnings: [] });
  });
});

describeShared('real traces', 'data', 'traces', (traces) => {
  it.each<[string, number, Record<string, number>]>([
    // Counted with awk: status 5 and its run times, status 0 without run time, run -1.
    ['KTH-SP2.swf', 28_489, { 'never started': 2, 'run time of 0 s': 6 }],
    ['CEA-Curie-sample.swf', 29_998, { 'cancelled while it ran': 295 }],
    ['HPC2N-slice-alea.swf', 3170, { 'run time not known': 25 }],
    ['CERIT-SC-wagap-2013.swf', 17_900, { 'run time not known': 2 }],
    ['lublin_256.swf', 10_000, {}],
  ])('%s is read as it is, by processor and with its run times', (name, jobs, expected) => {
    const window: TraceWindow = { startS: 0, durationS: 1e9, taskPer: 'processor', taskTimes: 'trace' };
    const [startS, durationS] = name.startsWith('CEA') ? [43_700_000, 86_400] : [86_400, 40 * 86_400];
    const found = traceArrivals(join(traces, name), { ...window, startS, durationS }, 4, 1);
    if (!found.ok) throw new Error(JSON.stringify(found.faults));
    expect(found.jobsInTrace).toBe(jobs);
    const all = traceArrivals(join(traces, name), { ...window, taskPer: 'job' }, 4, 1);
    if (!all.ok) throw new Error(JSON.stringify(all.faults));
    const skipped = all.skipped.map(({ reason, jobs: count }) => [reason.replace(/[,:(].*/, '').trim(), count]);
    expect(Object.fromEntries(skipped)).toEqual(expected);
    expect(all.jobsUsed).toBe(jobs - Object.values(expected).reduce((a, b) => a + b, 0));
  });
});

describe('a trace is taken though', () => {
  it.each<[string, string, Partial<TraceWindow>, string, unknown, string]>([
    ['a field is missing', `${job(1)}\n${job(2).slice(0, -3)}`, {}, 'line 2', '17 fields', '18 fields'],
    ['a field is too many', `${job(1)} 7`, {}, 'line 1', '19 fields', '18 fields'],
    ['a field is no number', `${HEAD}${job('soon')}`, {}, 'line 4, field 2 (submit time)', 'soon', 'a number'],
    ['a field is hexadecimal', job('0x10'), {}, 'line 1, field 2 (submit time)', '0x10', 'a number'],
    ['an unused field is no number', job(1).replace('3600', 'x'), {}, 'line 1, field 9', 'x', '-1'],
    ['no job has a submit time', job(-1), {}, '', 'no job in [0, 86400) s', 'no job with a submit time'],
    [
      'nobody knows its processors',
      job(1, -1, -1),
      { taskPer: 'processor' },
      '',
      '1 jobs in the window, none of use: 1 processors not known (-1, 0 or another negative number)',
      '--task-per job',
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
    const found = read(Array.from({ length: 20 }, () => job('x')).join('\n'));
    expect(found.ok ? 0 : found.faults.length).toBe(5);
  });
});
