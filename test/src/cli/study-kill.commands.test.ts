import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/random/stream.js';
import { isRunning } from '../../../src/runs/temporaries.js';
import { openRecordStore } from '../../../src/runs/store/open-record-store.js';
import { canonicalJson } from '../../../src/studies/plan/canonical-json.js';
import type { RunRecord } from '../../../src/studies/plan/record.js';
import { plenumScript } from '../../support/build-dist.js';
import { triesAll } from '../../support/fuzz.js';
import { exportStudy, runStudy } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { program } from '../../support/program.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** Kills per folder, and folders: 5 kills in CI, 50 with PLENUM_FUZZ=all. */
const KILLS = 5;
const IS_WHOLE = triesAll();
const FOLDERS = IS_WHOLE ? 10 : 1;

/** A study of 40 runs of some milliseconds each. */
function tinyStudy(place: string): string {
  const file = path.join(place, 'study.json');
  const study = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'killed',
    seeds: '1..20',
    budgets: [{ work: 20 }],
    instances: ['robust/tiny-fits-one-node', 'robust/tiny-infeasible'],
  };
  writeFileSync(file, JSON.stringify(study));
  return file;
}

/** Bytes of the tables of a folder, without what depends on the machine. */
async function tables(folder: string): Promise<readonly Buffer[]> {
  const made: Buffer[] = [];
  for (const format of ['csv', 'parquet'] as const) {
    const out = path.join(temporaryDirectory(), `runs.${format}`);
    accepted(await exportStudy(folder, out, { format, times: false }));
    made.push(readFileSync(out));
  }
  return made;
}

/** What the records of a folder say, but for the machine; every file in it is a whole record or hidden. */
function outcomes(folder: string): ReadonlyMap<string, string> {
  const answer = openRecordStore(folder);
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  const { store } = answer;
  expect(store.warnings).toEqual([]);
  const texts = [...store.keys()].sort().map((key) => {
    const { machine, ...rest } = JSON.parse(store.get(key)!) as RunRecord;
    expect(machine.plenumVersion).toBe(rest.run.version);
    return [key, canonicalJson(rest)] as const;
  });
  return new Map(texts);
}

/** A run of the study that is killed after a while; the number of the signal, or its exit code where it ended before. */
function killed(words: readonly string[], afterMs: number): Promise<string | number | null> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [plenumScript, ...words], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(signal ?? code);
    });
  });
}

it('a study killed at any instants and resumed has the records and the tables, byte for byte, of one that was left in peace', async () => {
  const place = temporaryDirectory();
  // The bundled one of 60 runs takes a quarter of a minute each time.
  const study = IS_WHOLE ? 'tiny-methods' : tinyStudy(place);
  const runs = IS_WHOLE ? 60 : 40;
  const peace = path.join(place, 'peace');
  const begun = performance.now();
  expect(accepted(await runStudy(study, { out: peace, workers: 2 })).ended).toBe('complete');
  const wholeMs = performance.now() - begun;
  const expected = outcomes(peace);
  expect(expected.size).toBe(runs);
  const expectedTables = await tables(peace);
  expect(expectedTables[0]!.toString().trimEnd().split('\n')).toHaveLength(runs + 1);
  const stream = randomStream(18, 'kills');
  let hits = 0;
  for (let n = 0; n < FOLDERS; n++) {
    const folder = path.join(place, `killed-${n}`);
    for (let kill = 0; kill < KILLS; kill++) {
      const words = ['study', 'run', study, '--out', folder, '--workers', String(stream.integer(1, 2))];
      if ((await killed(words, stream.uniform(0, wholeMs))) === 'SIGKILL') hits++;
      for (const [key, text] of outcomes(folder)) expect(text).toBe(expected.get(key));
    }
    const resumed = accepted(await runStudy(study, { out: folder, workers: 4 })).record;
    expect(resumed.details).toMatchObject({ done: runs, missing: 0 });
    expect([...outcomes(folder)]).toEqual([...expected]);
    const own = await tables(folder);
    expect(own.map((bytes, n) => bytes.equals(expectedTables[n]!))).toEqual([true, true]);
    const left = readdirSync(path.join(folder, 'records'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => path.basename(name).startsWith('.'))).toEqual([]);
  }
  expect(hits).toBeGreaterThan(0);
});

it('two processes that run one study in one folder at a time leave the same records, each whole', async () => {
  const place = temporaryDirectory();
  const study = tinyStudy(place);
  const [one, both] = [path.join(place, 'one'), path.join(place, 'both')];
  const run = (folder: string): ReturnType<typeof program> =>
    program(['study', 'run', study, '--out', folder, '--json']);
  const [alone, ...pair] = await Promise.all([run(one), run(both), run(both)]);
  for (const { code, stdout } of [alone, ...pair]) {
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ details: { runs: 40, done: 40, failed: 0 }, warnings: [] });
  }
  expect([...outcomes(both)]).toEqual([...outcomes(one)]);
});

it('a process that makes runs ends with the one that started it, even in the midst of a run', async () => {
  const pool = pathToFileURL(path.join(path.dirname(plenumScript), '../runs/processes/pool.js')).href;
  const file = path.join(temporaryDirectory(), 'child.pid');
  const task = `import { writeFileSync } from 'node:fs';
    export function task() { writeFileSync(${JSON.stringify(file)}, String(process.pid)); for (;;); }`;
  const script = `import { openProcessPool } from ${JSON.stringify(pool)};
    const module = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(task)});
    await openProcessPool({ module, exportName: 'task' }).run(null, { timeS: null, memoryMiB: null });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const pid = await written(file);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  while (isRunning(pid)) await turn();
});

/** The number that a file holds, once it does. */
async function written(file: string): Promise<number> {
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text !== '') return Number(text);
    } catch {
      // Not yet.
    }
    await turn();
  }
}

/** A moment in which others get the processor. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
