import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { describeShared } from '../../../../support/shared-data.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const folder = lastingDirectory();

/** A line of a log: number, submit, wait, run, allocated, ... requested, ... status. */
function line(submitS: number, runS: number, allocated: number, requested = allocated, status = 1, waitS = -1): string {
  return [1, submitS, waitS, runS, allocated, -1, -1, requested, 9999, -1, status, 1, 1, 1, 1, 1, -1, -1].join(' ');
}

const run = (pool: string, timeS: number, slowS: number) => ({
  pool,
  nodes: 1,
  pStates: [
    { timeS, powerW: 100 },
    { timeS: slowS, powerW: 50 },
  ],
});

function instance(times: 'trace' | 'type', file?: string): UtilityInstance {
  return {
    format: 'plenum.utility',
    formatVersion: 1,
    name: 'log',
    environment: 'parallel',
    seed: 1,
    period: { durationS: 1000, measuredFromS: 0 },
    eventIntervalS: 60,
    droppingThreshold: 0,
    urgencyUnitS: 60,
    pools: [
      { name: 'a', nodes: 4, coresPerNode: 8 },
      { name: 'b', nodes: 4, coresPerNode: 8 },
    ],
    utility: { classes: [{ name: 'flat', shape: 'points', points: [{ ageS: 0, utility: 1 }] }] },
    taskTypes: {
      source: 'table',
      types: [
        { name: 'work', runs: [run('a', 100, 150), run('b', 80, 200)].flatMap((one) => [one, { ...one, nodes: 4 }]) },
      ],
    },
    arrivals: { source: 'swf', startS: 5000, times, mostCores: 30, ...(file === undefined ? {} : { file }) },
  };
}

function load(lines: readonly string[], times: 'trace' | 'type' = 'trace') {
  writeFileSync(join(folder, 'log.swf'), `; a log\n${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'instance.json'), JSON.stringify(instance(times, 'log.swf')));
  return loadUtilityInstance(join(folder, 'instance.json'));
}

describe('jobs of a log', () => {
  it('take their run time on the first pool in P-state 0, and other options in proportion', () => {
    const loaded = load([line(4999, 10, 8), line(5010, 200, 9), line(5500, 40, 8), line(6000, 10, 8)]);
    if (!loaded.ok || loaded.model === null) throw new Error(JSON.stringify(loaded));
    const { tasks, options } = loaded.model;
    expect([...tasks.arrivalS]).toEqual([10, 500]);
    const of = (task: number) => [
      ...options.timeS.subarray(options.first[tasks.kind[task]!], options.first[tasks.kind[task]! + 1]),
    ];
    // Run time times 100, 150, 80, 200 over 100.
    expect(of(0)).toEqual([200, 300, 160, 400]);
    expect(of(1)).toEqual([40, 60, 32, 80]);
    // 9 cores take two nodes of 8.
    expect(options.nodes[options.first[tasks.kind[0]!]!]).toBe(2);
    expect([tasks.name(0), loaded.warnings]).toEqual(['line-3', []]);
  });

  it('take the times of their type where the instance says so', () => {
    const loaded = load([line(5010, 200, 9)], 'type');
    expect(loaded.ok && [...loaded.model!.options.timeS]).toEqual([100, 150, 80, 200]);
  });

  it('of which too little is known are counted by reason, and said', () => {
    const loaded = load([
      line(5010, 200, 8),
      line(5020, -1, 8),
      line(5030, 200, -1, -1),
      line(5040, 200, -1, 6),
      line(-1, 200, 8),
      line(5050, 200, 31),
      line(5060, 0, 8, 8, 5),
      line(5070, 0, 8),
    ]);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.traceUse).toEqual({
      jobsInTrace: 8,
      jobsWithoutSubmitTime: 1,
      jobsInWindow: 7,
      jobsUsed: 2,
      skipped: [
        { reason: expect.stringContaining('cancelled before it started') as string, jobs: 1 },
        { reason: expect.stringContaining('run time not known (-1') as string, jobs: 1 },
        { reason: expect.stringContaining('processors not known (-1') as string, jobs: 1 },
        { reason: 'run time of 0 s', jobs: 1 },
        { reason: 'more cores than mostCores', jobs: 1 },
      ],
    });
    expect(loaded.warnings[0]).toMatch(
      /^arrivals: 5 of the 7 jobs of the window are left out: 1 cancelled before it started/,
    );
    expect(loaded.warnings[1]).toBe('arrivals: 1 jobs have no submit time (-1) and are left out.');
  });

  it('before the window alone say what work is expected by the hour, without those that are too wide or never ran', () => {
    const workOf = (later: readonly string[], times: 'trace' | 'type' = 'trace'): number[] => {
      // Two whole hours before midnight at 9000: from 1800 and from 5400.
      // At midnight the third job has run for 200 s, as it waited, and the fourth for 100 s.
      const waited = line(5400, 700, 12, 12, 1, 3400);
      const earlier = [line(1800, 600, 8), line(2000, 1000, 31), waited, line(8900, 5000, 4)];
      writeFileSync(join(folder, 'hours.swf'), [...earlier, line(8950, -1, 9), ...later].join('\n'));
      const log = instance(times, 'hours.swf');
      const arrivals = { ...log.arrivals, startS: 9000 };
      writeFileSync(join(folder, 'hours.json'), JSON.stringify({ ...log, arrivals }));
      const loaded = loadUtilityInstance(join(folder, 'hours.json'));
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
      return [...loaded.model!.workByHour!];
    };
    const [own, other] = [[line(9000, 10, 8)], [line(9100, 900, 16), line(9900, 50, 1)]].map((later) => workOf(later));
    expect(other).toEqual(own);
    // 8 x 600, and (12 + 4) x 600 of two jobs that are given the time of the one that ran longer; 22 other hours count as the mean.
    expect([own![22], own![23], own![0]]).toEqual(
      [4800, 9600, 7200].map((work) => expect.closeTo(work / (24 * 7200), 12) as unknown),
    );
    // By processors alone: 8, and 12 + 4 with those that have no run time, 9.
    const types = workOf([line(9000, 10, 8)], 'type');
    expect(types[23]! / types[22]!).toBeCloseTo(2, 9);
  });

  it('that fit no pool are counted, and jobs out of order are sorted and said', () => {
    writeFileSync(join(folder, 'wide.swf'), [line(5500, 9, 8), line(5100, 9, 8), line(5200, 9, 40)].join('\n'));
    const wide = instance('trace', 'wide.swf');
    const arrivals = { ...wide.arrivals, mostCores: 1000 };
    writeFileSync(join(folder, 'wide.json'), JSON.stringify({ ...wide, arrivals }));
    const loaded = loadUtilityInstance(join(folder, 'wide.json'));
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect([...loaded.model!.tasks.arrivalS]).toEqual([100, 500]);
    expect(loaded.warnings.join(' ')).toMatch(/1 more cores than any pool .*not in the order of submit times/);
  });

  it('may have submit times in Unix seconds, in a log whose comments are in Latin-1', () => {
    const lines = [line(1_700_000_000, 9, 8), line(1_700_000_010, 9, 8)].join('\n');
    writeFileSync(join(folder, 'unix.swf'), Buffer.from(`; Universit\u00e9\n${lines}\n`, 'latin1'));
    const unix = instance('trace', 'unix.swf');
    const arrivals = { ...unix.arrivals, startS: 1_700_000_000 };
    writeFileSync(join(folder, 'unix.json'), JSON.stringify({ ...unix, arrivals }));
    const loaded = loadUtilityInstance(join(folder, 'unix.json'));
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect([...loaded.model!.tasks.arrivalS]).toEqual([0, 10]);
  });

  it('outside the period, or none of use, are refused with the times that the log has', () => {
    const outside = load([line(100, 9, 8), line(7000, 9, 8)]);
    expect(outside.ok ? [] : outside.faults).toMatchObject([
      { value: 'no job in [5000, 6000) s', allowed: expect.stringContaining('from 100 to 7000 s') as string },
    ]);
    const useless = load([line(5100, -1, 8), line(5200, -1, 8)]);
    expect(useless.ok ? [] : useless.faults[0]?.value).toContain('none of use: 2 run time not known');
  });

  it('of a log that nobody named: the instance is valid, has no tasks and says so; a trace given is read', () => {
    const file = join(folder, 'unnamed.json');
    writeFileSync(file, JSON.stringify(instance('trace')));
    const without = loadUtilityInstance(file);
    expect(without).toMatchObject({ ok: true, model: null, warnings: [expect.stringContaining('--trace') as string] });
    writeFileSync(join(folder, 'given.swf'), line(5100, 9, 8));
    const given = loadUtilityInstance(file, join(folder, 'given.swf'));
    expect(given.ok && given.model?.tasks.count).toBe(1);
    expect(given.ok && without.ok && given.sha256 !== without.sha256).toBe(true);
  });

  it('given to an instance that reads none are refused', () => {
    const loaded = loadUtilityInstance('instances/utility/tiny-parallel-wide.json', 'log.swf');
    expect(loaded.ok ? [] : loaded.faults).toMatchObject([{ file: 'command line', path: '--trace', value: 'log.swf' }]);
  });
});

describeShared("Curie's log", 'data', 'traces/CEA-Curie-48days.swf', (trace) => {
  it('gives the bundled instance its jobs: 1357 of the period, 23 of more than 4096 cores', () => {
    const loaded = loadUtilityInstance('instances/utility/curie.json', trace);
    if (!loaded.ok || loaded.model === null) throw new Error(JSON.stringify(loaded));
    expect(loaded.traceUse).toEqual({
      jobsInTrace: 63_274,
      jobsWithoutSubmitTime: 0,
      jobsInWindow: 1357,
      jobsUsed: 1334,
      skipped: [{ reason: 'more cores than mostCores', jobs: 23 }],
    });
    expect(loaded.model.tasks.count).toBe(1334);
  });
});
