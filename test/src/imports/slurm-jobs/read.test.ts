import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { countsOf, imported, jobsOf, LOG_COLUMNS, logText, type LogRow, refusalOf } from '../../../support/job-logs.js';

/** Returns cells of a job that starts at an hour of 5 March 2024 and runs for some hours. */
function run(JobID: number | string, startH: number, hours: number, rest: LogRow = {}): LogRow {
  const time = (hour: number): string => new Date(Date.UTC(2024, 2, 5, 0, 60 * hour)).toISOString().slice(0, 19);
  const Elapsed = `${String(hours).padStart(2, '0')}:00:00`;
  return { JobID, Submit: time(startH - 1), Start: time(startH), End: time(startH + hours), Elapsed, ...rest };
}

/** A job that was cancelled before it started. */
const CANCELLED: LogRow = {
  ...run(7, 10, 0, { State: 'CANCELLED by 4711', NodeList: 'None assigned', AllocTRES: '' }),
  Start: 'Unknown',
};
/** Jobs that have not ended. */
const RUNS: LogRow = run(8, 11, 2, { State: 'RUNNING', End: 'Unknown', NCPUS: 4 });
const WAITS: LogRow = {
  ...run('9_[1-50]', 12, 0, { State: 'PENDING', NodeList: 'None assigned' }),
  Start: 'Unknown',
  End: 'Unknown',
};

const LOG = [
  run(1, 2, 3),
  run(2, 4, 1, { NCPUS: 8, NNodes: 2, NodeList: 'n[01-02]' }),
  run(3, 5, 0),
  CANCELLED,
  RUNS,
  WAITS,
];

describe('a job log as text', () => {
  const order = LOG_COLUMNS.join(',');
  it.each([
    ['bars', logText(LOG), {}],
    ['unit separators', logText(LOG, { separator: '\u001f' }), {}],
    ['snowmen', logText(LOG, { separator: '\u2603' }), {}],
    ['tabs', logText(LOG, { separator: '\t' }), {}],
    ['tildes', logText(LOG, { separator: '~' }), {}],
    ['a separator behind the last column', logText(LOG, { last: '|' }), {}],
    ['line ends of Windows and a byte-order mark', `\uFEFF${logText(LOG, { end: '\r\n' })}`, {}],
    ['gzip', gzipSync(logText(LOG)), {}],
    ['UTF-16', Buffer.from(`\uFEFF${logText(LOG)}`, 'utf16le'), {}],
    ['no header', logText(LOG, { header: false }), { columns: order }],
    ['no header, other signs', logText(LOG, { header: false, separator: '^', last: '^' }), { columns: order }],
    ['a header once more within', logText(LOG.slice(0, 2)) + logText(LOG.slice(2)), {}],
  ])('is read with %s', async (_, text, words) => {
    expect(await countsOf([text], { words })).toMatchObject({
      rows: 6,
      states: { COMPLETED: 3, CANCELLED: 1, PENDING: 1, RUNNING: 1 },
      ended: 4,
      ran: 2,
      neverStarted: 1,
      zeroLength: 1,
      running: 1,
      pending: 1,
      waitingArrays: 1,
      severalNodes: 1,
      hosts: 2,
      keys: 1,
      // 2 CPUs for 3 h and 8 for 1 h.
      coreS: 14 * 3600,
      meanTimeS: 2 * 3600,
      meanTimeOfTaskS: 1.4 * 3600,
    });
  });

  it('columns of the published orders are known by their number', async () => {
    const time = '2024-03-05T0';
    const cells = `12|12|c|batch|normal|physics|g|1|ada|2|${time}1:00:00|${time}1:00:00|${time}2:00:00|${time}3:00:00|01:00:00|0:0|COMPLETED|1|4|4|1Gn|cpu=4|cpu=4|Partition_Limit|n1|x`;
    expect(await countsOf([`${cells}\n`])).toMatchObject({ rows: 1, ran: 1, coreS: 4 * 3600 });
  });

  it('jobs become a table', async () => {
    const made = await imported([
      logText([run('5_7', 2, 3, { NCPUS: 4, AllocTRES: 'cpu=4,gres/gpu=1', NodeList: 'n[1-2]' })]),
    ]);
    const startS = Date.UTC(2024, 2, 5, 2) / 1000;
    expect(jobsOf(made)).toEqual([
      {
        cluster: '',
        job: '5_7',
        array: '5',
        user: 'ada',
        account: 'physics',
        partition: 'batch',
        qos: '',
        name: 'run',
        state: 'COMPLETED',
        submitS: `${startS - 3600}`,
        startS: `${startS}`,
        endS: `${startS + 3 * 3600}`,
        runTimeS: '10800',
        suspendedS: '0',
        nodes: '1',
        cores: '4',
        gpus: '1',
        limitS: '7200',
        cpuTimeS: '',
        energyJ: '',
        again: '0',
        hosts: 'n[1-2]',
      },
    ]);
  });

  it('the same file gives the same bytes, and no time stands in them', async () => {
    const [first, second] = [await imported([logText(LOG)]), await imported([logText(LOG)])];
    expect(first.tables).toEqual(second.tables);
    expect([...(first.tables.get('jobs.csv.gz') as Uint8Array).subarray(4, 10)]).toEqual([
      0,
      0,
      0,
      0,
      expect.any(Number),
      255,
    ]);
  });

  it('pseudonyms are digests of names: stable, and none of the names is left', async () => {
    const made = await imported([logText([run(1, 2, 3, { NodeList: 'n[1-2]' })])], { words: { pseudonyms: true } });
    const name = (kind: string, of: string): string =>
      `${kind}-${createHash('sha256').update(`plenum ${kind}:${of}`).digest('hex').slice(0, 10)}`;
    expect(jobsOf(made)[0]).toMatchObject({
      user: name('user', 'ada'),
      account: name('account', 'physics'),
      name: name('job', 'run'),
      partition: 'batch',
      hosts: `${name('host', 'n1')},${name('host', 'n2')}`,
    });
  });

  it('CPUs are threads where the user says how many a core has', async () => {
    const words = { threadsPerCore: 2 };
    expect(await countsOf([logText([run(1, 2, 3)])], { words })).toMatchObject({ coreS: 3 * 3600 });
  });

  it('rows that cannot be read are listed with their lines, and the others are counted', async () => {
    const wrong = [
      run(2, 2, 3, { JobName: 'a|b' }),
      run(3, 2, 3, { Start: '2024-02-30T01:00:00' }),
      run(4, 2, 3, { NCPUS: 0, AllocTRES: '' }),
      run(5, 2, 3, { Submit: 'Unknown' }),
      run(6, 2, 3, { Start: '2024-03-06T02:00:00' }),
      run(7, 2, 3, { End: 'Unknown' }),
      run(8, 2, 3, { Start: 'Unknown' }),
    ];
    const { counts, quarantine } = await imported([logText([run(1, 2, 3), ...wrong])]);
    expect(counts.ran).toBe(1);
    expect(
      quarantine.list.map(({ reason, places }) => `${places.map((place) => place.slice(-6)).join()} ${reason}`).sort(),
    ).toEqual([
      'line 3 row of another width than 15 columns',
      'line 4 row with a time that cannot be read',
      'line 5 job that ran without CPUs',
      'line 6 job without a time of submission',
      'line 7 job that ended before it started',
      'line 8 job that ended without a time of end',
      'line 9 job that ran without a time of start',
    ]);
  });
});

describe('the runs of a log', () => {
  it('rows of two dumps are joined: what ended replaces what ran or waited, in either order', async () => {
    const waits = {
      ...run(1, 2, 3, { State: 'PENDING', NodeList: 'None assigned' }),
      Start: 'Unknown',
      End: 'Unknown',
    };
    const runs = run(1, 2, 3, { State: 'RUNNING', End: 'Unknown', Elapsed: '00:10:00' });
    const dumps = [
      [waits, run(2, 2, 1)],
      [runs, run(2, 2, 1)],
      [run(1, 2, 3), run(2, 2, 1)],
    ].map((rows) => logText(rows));
    for (const logs of [dumps, dumps.toReversed()]) {
      const counts = await countsOf(logs);
      expect(counts).toMatchObject({ rows: 6, duplicates: 4, ran: 2, running: 0, pending: 0, coreS: 8 * 3600 });
      expect(counts.states).toEqual({ COMPLETED: 2 });
    }
    expect(await countsOf(dumps.slice(0, 2))).toMatchObject({ duplicates: 2, ran: 1, running: 1, pending: 0 });
  });

  it('a requeued job is a second run, and said to be one', async () => {
    const made = await imported([logText([run(1, 2, 3, { State: 'NODE_FAIL' }), run(1, 6, 1), run(1, 6, 1)])]);
    expect(made.counts).toMatchObject({ ran: 2, requeued: 1, duplicates: 1, coreS: 8 * 3600 });
    expect(jobsOf(made).map(({ again }) => again)).toEqual(['0', '1']);
  });

  it('jobs of one number on two clusters are two jobs', async () => {
    const log = (cluster: string): string =>
      logText([run(1, 2, 3)])
        .replace('|run', `|run|${cluster}`)
        .replace('JobName', 'JobName|Cluster');
    expect(await countsOf([log('a'), log('b'), log('a')])).toMatchObject({ ran: 2, duplicates: 1, requeued: 0 });
  });

  it('parts of a heterogeneous job are one job on all of their nodes', async () => {
    const parts = [run('10+0', 2, 3), run('10+1', 2, 3, { NCPUS: 6, NNodes: 3, NodeList: 'm[1-3]' })];
    const made = await imported([logText([parts[0]!, run(11, 2, 1), parts[1]!])]);
    expect(made.counts).toMatchObject({
      ran: 2,
      hetJobs: 1,
      hetParts: 2,
      hetApart: 0,
      severalNodes: 1,
      coreS: 26 * 3600,
    });
    expect(jobsOf(made)[1]).toMatchObject({ job: '10', nodes: '4', cores: '8', hosts: 'n01,m[1-3]' });
  });

  it('a part with other times than the rest is a job of its own, so that core-seconds are kept', async () => {
    const { counts, warnings } = await imported([logText([run('10+0', 2, 3), run('10+1', 2, 2)])]);
    expect(counts).toMatchObject({ ran: 2, hetJobs: 1, hetApart: 1, coreS: 10 * 3600 });
    expect(warnings.join()).toContain('heterogeneous');
  });

  it('steps are counted, and are no jobs; tasks of an array are jobs of one array', async () => {
    const rows = [run('4_1', 2, 1), run('4_1.batch', 2, 1), run('4_2', 2, 1), run('6_1', 2, 1)];
    expect(await countsOf([logText(rows)])).toMatchObject({ rows: 3, steps: 1, arrays: 2, arrayTasks: 3, ran: 3 });
  });

  it('time beyond the run time is suspension, which uses no core-seconds', async () => {
    const { counts } = await imported([
      logText([run(1, 2, 3, { Elapsed: '02:00:00' }), run(2, 2, 3, { Elapsed: '02:59:59' })]),
    ]);
    expect(counts).toMatchObject({ suspended: 1, suspendedS: 3600, coreS: 2 * 7200 + 2 * 10_799 });
  });

  it('in the hour that the clocks show twice, the run time decides; what it leaves open is counted', async () => {
    const night = (JobID: number, Elapsed: string): LogRow => ({
      JobID,
      Elapsed,
      Submit: '2021-10-30T12:00:00',
      Start: '2021-10-31T02:10:00',
      End: '2021-10-31T02:40:00',
    });
    const made = await imported([logText([night(1, '01:30:00'), night(2, '00:30:00')])], { zone: 'Europe/Amsterdam' });
    expect(made.counts).toMatchObject({ ran: 2, clockOpen: 1, suspendedS: 0, coreS: 2 * (5400 + 1800) });
    const firstS = Date.UTC(2021, 9, 31, 0, 10) / 1000;
    expect(jobsOf(made).map(({ startS, endS }) => [startS, endS])).toEqual([
      [`${firstS}`, `${firstS + 5400}`],
      [`${firstS}`, `${firstS + 1800}`],
    ]);
  });
});

describe('the window of a log', () => {
  // Two days of ends, each hour from half past: jobs of 30 h on one CPU, so that submits reach back.
  const byEnds = Array.from({ length: 48 }, (_, n) => run(n + 1, n + 0.5 - 30, 30, { NCPUS: 1 }));

  it('a log listed by ends has whole days, and busy cores are those within them', async () => {
    const counts = await countsOf([
      logText([...byEnds, { ...run(99, 46.75, 1), Submit: '2024-03-06T23:00:00', Elapsed: '00:00:00' }]),
    ]);
    // A job that ends n + 0.5 h after the beginning of the window ran at most 30 h of that time within it.
    const busyH = byEnds.reduce((sum, _, n) => sum + Math.min(30, n + 0.5), 0);
    expect(counts).toMatchObject({ window: 'ends', windowS: 2 * 86_400, ranInWindow: 48, jobsPerS: 48 / (2 * 86_400) });
    expect(counts.busyCores).toBeCloseTo(busyH / 48, 9);
  });

  it('a log with unfinished jobs is taken by submits, and jobs submitted before the first listed day give no rate', async () => {
    const log = [
      run(1, 2, 3),
      run(2, 4, 30),
      run(3, -40, 45),
      { ...run(4, 26, 0), State: 'PENDING', Start: 'Unknown', End: 'Unknown' },
    ];
    const counts = await countsOf([logText(log)]);
    // Submitted from 0 h of the day of the first end to 25 h; busy with jobs 1, 2 up to 25 h, and 3 from 0 h.
    expect(counts).toMatchObject({ window: 'submits', windowS: 25 * 3600, ranInWindow: 2 });
    expect(counts.busyCores).toBeCloseTo((2 * (3 + 21 + 5)) / 25, 9);
  });

  it('the user may say which it is', async () => {
    const log = logText(LOG);
    const by = async (window: string) => (await countsOf([log], { words: { window } })).windowS;
    expect([await by('ends'), await by('submits')]).toEqual([86_400, 10 * 3600]);
  });
});

describe('a log that cannot be read', () => {
  it.each([
    ['times without a zone', logText(LOG), /line 2: 2024-03-05T01:00:00: Name the zone/],
    ['fixed width', 'JobID    JobName    State\n------- ------ -----\n', /fixed width.*--parsable2/],
    ['a missing column', 'JobID|State|Submit|Start\n1|COMPLETED|a|b\n', /no column End, no column NCPUS.*--format/],
    ['unknown columns', '1|2|3\n', /columns without a header: 3; it begins 1\|2\|3: Name the columns by --columns/],
    ['a list of nodes', 'NodeName=n1 CPUs=4\n', /nodes of Slurm/],
    ['no jobs', 'JobID|State|Submit|Start|End|NCPUS\n', /without jobs.*--allusers/],
    ['JSON of another command', '{"jobs": [{"job_state": "RUNNING", "job_id": 1}]}', /squeue.*Run sacct --json/],
    ['JSON without jobs', '{"Chassis": []}', /no list "jobs"/],
  ])('is refused for %s, with a remedy', async (_, text, refusal) => {
    expect(await refusalOf(text)).toMatch(refusal);
  });

  it('needs no zone if all times are seconds since 1970', async () => {
    const text = 'JobID|State|Submit|Start|End|NCPUS\n1|COMPLETED|1700000000|1700000100|1700000200|3\n';
    expect(await refusalOf(text)).toBe('read');
  });

  it('columns that do not fit --columns are refused', async () => {
    expect(await refusalOf('1|2|3\n', 'UTC', { columns: 'JobID,State' })).toMatch(/columns: 3: Name by --columns/);
  });
});
