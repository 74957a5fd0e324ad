import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenumScript } from '../support/build-dist.js';
import { repository } from '../support/repository.js';
import { expectOneObject, type Json, plenum, withDetails } from '../support/run-cli.js';
import { type Cluster, clusterObstacle, startCluster } from './cluster.js';

const obstacle = clusterObstacle();
const required = process.env['PLENUM_REQUIRE_SLURM'] === '1';
if (obstacle !== null && !required) console.log(`The cluster's tests are skipped. ${obstacle}`);

/** Answer of a command of studies. */
async function study(...words: readonly string[]): Promise<{ readonly code: number; readonly json: Json }> {
  const { code, stdout } = await plenum('study', words[0]!, '--json', ...words.slice(1));
  return { code, json: withDetails(expectOneObject(stdout)) };
}

interface Places {
  readonly pending: number;
  readonly running: number;
  readonly places: readonly { readonly task: string | null; readonly state: string | null }[];
  readonly notes: readonly { readonly text: string }[];
}

describe.skipIf(obstacle !== null && !required)('a cluster of one node', () => {
  let root: string;
  let cluster: Cluster;
  beforeAll(async () => {
    expect(obstacle).toBeNull();
    root = mkdtempSync(join(tmpdir(), 'plenum-on-slurm-'));
    cluster = await startCluster();
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('a study of 60 runs exports the bytes of the same study on this machine, though a task and the daemon of the node were killed', async () => {
    const [far, near] = [join(root, 'a cluster'), join(root, 'local')];
    const file = join(repository, 'instances/studies/tiny-methods.json');
    // Held, so that none has ended by the time that one is cancelled.
    const submitted = await study('submit', file, '--out', far, '--tasks-per-job', '5', '--', '--hold');
    expect(submitted).toMatchObject({ code: 0, json: { work: { runs: 60, tasks: 12 }, tasksTaken: 12 } });
    expect(existsSync(plenumScript)).toBe(true);
    // MaxArraySize is 8, so that 7 tasks fit an array.
    const { jobs } = submitted.json['submission'] as { readonly jobs: readonly { readonly tasks: number }[] };
    expect(jobs.map(({ tasks }) => tasks)).toEqual([7, 5]);

    // One that waits is cancelled; then of those that run one in mid-flight.
    cluster.ask('scancel', '2_5');
    for (const job of ['1', '2']) cluster.ask('scontrol', 'release', job);
    let asked = '';
    const cancelled = await cluster.until('a task is cancelled while it runs', () => {
      const states = cluster.ask('squeue', '--noheader', '--array', '--states=all', '--format=%F_%K %T').split('\n');
      const stateOf = new Map(states.map((line) => line.trim().split(' ') as [string, string]));
      if (stateOf.get(asked) === 'CANCELLED') return asked;
      if (['RUNNING', 'COMPLETING'].includes(stateOf.get(asked) ?? '')) return null;
      // One that ended by itself meanwhile was not cancelled: another is.
      const [running = ''] = [...stateOf].find(([, state]) => state === 'RUNNING') ?? [];
      if (running !== '') cluster.ask('scancel', running);
      asked = running;
      return null;
    });
    await cluster.until('another task runs', () =>
      cluster.ask('squeue', '--noheader', '--states=RUNNING') === '' ? null : true,
    );
    await cluster.killNode();
    cluster.startNode();
    await cluster.until('no task waits or runs', () => (cluster.ask('squeue', '--noheader') === '' ? true : null));

    const status = await study('status', far);
    const { pending, running, places, notes } = status.json['cluster'] as Places;
    expect([pending, running]).toEqual([0, 0]);
    expect(places.length).toBe(status.json['missing']);
    expect(places.map(({ task }) => task)).toContain('2_5');
    // Of a task of an array that was cancelled before it began Slurm keeps nothing.
    const states = new Map(places.map(({ task, state }) => [task, state]));
    expect([states.get(cancelled), states.get('2_5')]).toEqual(['CANCELLED', null]);
    expect(notes.map(({ text }) => text).join()).toContain('was cancelled before the record was written (CANCELLED)');
    const early = await study('collect', far);
    expect(early).toMatchObject({ code: 4, json: { complete: false } });

    const again = await study('submit', far, '--tasks-per-job', '5');
    expect(again).toMatchObject({ code: 0, json: { work: { runs: status.json['missing'] } } });
    // The same study on this machine meanwhile.
    expect((await study('run', file, '--out', near, '--workers', '1')).code).toBe(0);
    await cluster.until('no task waits or runs', () => (cluster.ask('squeue', '--noheader') === '' ? true : null));

    expect(await study('collect', far)).toMatchObject({ code: 0, json: { complete: true, runs: 60, missing: 0 } });
    for (const name of ['tables/runs.csv', 'tables/runs.sqlite', 'tables/runs.parquet', 'report.html']) {
      expect(existsSync(join(far, name))).toBe(true);
    }
    expect((await plenum('study', 'submit', far)).stdout).toContain('nothing to submit, every run has its record');
    const exported: string[] = [];
    for (const folder of [far, near]) {
      const out = join(root, 'runs.csv');
      expect((await study('export', folder, '--out', out, '--no-times')).code).toBe(0);
      exported.push(readFileSync(out, 'utf8'));
    }
    expect(exported[0]).toBe(exported[1]);
    expect(exported[0]!.split('\n').length).toBeGreaterThan(60);
  });

  it('a held job is told with its reason and a remedy; one that no node can take is refused in the words of sbatch', async () => {
    const file = join(root, 'small.json');
    const own = { format: 'plenum.study', formatVersion: 1, name: 'small', budgets: [{ work: 20 }] };
    writeFileSync(file, JSON.stringify({ ...own, instances: ['reward-rate/tiny-deadline'], methods: ['greedy'] }));
    const folder = join(root, 'small');
    mkdirSync(folder);
    const refused = await study('submit', file, '--out', folder, '--', '--mem=100G');
    expect(refused).toMatchObject({ code: 2, json: { faults: [{ path: 'sbatch' }] } });
    expect(JSON.stringify(refused.json)).toContain('Memory specification can not be satisfied');

    expect((await study('submit', file, '--out', folder, '--', '--hold')).code).toBe(0);
    const held = await plenum('study', 'status', folder);
    expect(held.stdout).toMatch(
      /held +1 run \(\d+_1\): are held until they are released \(JobHeldUser\)\. Release them/,
    );
    expect((await plenum('study', 'submit', folder)).stdout).toContain(
      'tasks of earlier submissions wait or run for 1 run',
    );
  });
});
