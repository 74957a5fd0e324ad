import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ComparisonRecord } from '../../../src/studies/compare/compare.js';
import { comparisonIn } from '../../support/comparison.js';
import { keyOf } from '../../../src/studies/plan/key.js';
import type { RunIdentity } from '../../../src/studies/plan/run.js';
import { executeRun } from '../../../src/workbench/study/execute.js';
import { plenumScript } from '../../support/build-dist.js';
import { repository } from '../../support/repository.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { robustFile, robustInstance, timeless } from './robust-cases.js';

const run = promisify(execFile);

/** A bag large enough that runs end in another order than they began, with a CSV file for its times. */
function withCsvTimes(): string {
  const { facility, limits, workload, ...head } = robustInstance('tiny-two-nodes');
  const directory = temporaryDirectory();
  const rows = Array.from({ length: 40 }, (_, n) => {
    const meanS = 5 + ((n * 7) % 11);
    return `t${n},${n % 2 === 0 ? 'compute' : 'memory'},${meanS},${1.7 * meanS},${0.1 * meanS},${0.2 * meanS}`;
  });
  const header = 'task,taskType,mean:Fast,mean:Slow,variance:Fast,variance:Slow';
  writeFileSync(join(directory, 'times.csv'), `${[header, ...rows].join('\n')}\n`);
  const file = join(directory, 'bag.json');
  const instance = {
    format: head.format,
    formatVersion: 1,
    name: 'bag',
    facility,
    workload: { taskTypes: workload.taskTypes, tasks: { source: 'csv', file: 'times.csv' } },
    limits: { ...limits, deadlineS: 400, energyBudgetJ: 40_000 },
  };
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

test('what is found does not depend on the number of workers', async () => {
  const file = withCsvTimes();
  const found: { readonly records: string; readonly record: ComparisonRecord }[] = [];
  for (const workers of ['1', '3']) {
    const out = join(temporaryDirectory(), 'out');
    const words = ['--methods', 'tabu:limit:all,lagrange,ga,min-energy', '--trials', '3', '--work-limit', '8'];
    await run(process.execPath, [plenumScript, 'compare', file, ...words, '--workers', workers, '--out', out]);
    const record = comparisonIn<ComparisonRecord>(out);
    found.push({ records: readFileSync(join(out, 'compare.records.jsonl'), 'utf8'), record });
  }
  const [one, ...others] = found;
  expect(one!.record.runs.some(({ feasible }) => feasible)).toBe(true);
  for (const { records, record } of others) {
    expect(records).toBe(one!.records);
    expect(record.workers).not.toBe(1);
    expect(withoutTimes(record)).toBe(withoutTimes(one!.record));
  }
});

test.each([
  ['tiny-colocation', 'reward-rate', 'config-ls,greedy,greedy:naive,ga', ['--vary']],
  ['tiny-arbitrage', 'geo', 'gld-lp,gald-cl', []],
])('%s of %s: every byte but times is the same for 1 and 2 workers', async (name, family, methods, more) => {
  const found: Readonly<Record<string, string>>[] = [];
  for (const workers of ['1', '2']) {
    const out = join(temporaryDirectory(), 'out');
    const words = ['--methods', methods, '--trials', '2', '--work-limit', '20', ...more];
    const file = join(repository, 'instances', family, `${name}.json`);
    await run(process.execPath, [plenumScript, 'compare', file, ...words, '--workers', workers, '--out', out]);
    const names = ['compare.csv', 'compare.json', 'compare-epochs.csv'].filter((one) => existsSync(join(out, one)));
    found.push(Object.fromEntries(names.map((one) => [one, timesGone(readFileSync(join(out, one), 'utf8'), one)])));
  }
  const [one, other] = found;
  expect(Object.keys(one!)).toContain('compare.csv');
  expect(other).toEqual(one);
  expect(one!['compare.json']).toMatch(/"feasible":true/);
});

/** The text of a file with times of clock and processor, the directory and the number of workers taken out. */
function timesGone(text: string, name: string): string {
  if (name.endsWith('.json')) {
    // A point of a trajectory is steps, seconds and value.
    const without = (key: string, value: unknown): unknown => {
      if (/^(timeS|cpuS|files|workers)$/.test(key)) return null;
      if (key === 'convergence' && (value as { axis: string }).axis === 'seconds') return null;
      if (key === 'trajectory') return (value as number[][]).map(([steps, , best]) => [steps, best]);
      return value;
    };
    return JSON.stringify(JSON.parse(text), without);
  }
  const rows = text.split('\r\n').map((line) => line.split(','));
  const timed = rows[0]!.map((head) => /time_?s|cpu_?s/i.test(head));
  return rows.map((cells) => cells.filter((_, n) => timed[n] !== true).join(',')).join('\r\n');
}

function withoutTimes(record: ComparisonRecord): string {
  const runs = record.runs.map((one) => ({ ...one, trajectory: one.trajectory.map(([steps, , z]) => [steps, z]) }));
  const summary = record.summary.map((one) => ({ ...one, timeS: null, cpuS: null }));
  const text = JSON.stringify({ ...record, workers: 0, files: {}, runs, summary });
  return timeless(text.replace(/"cpuS":[-\d.e]+/g, '"cpuS":0'));
}

test('a study of a comparison says how many of its runs were made at a time', async () => {
  const directory = temporaryDirectory();
  const [study, out] = [join(directory, 'study.json'), join(directory, 'out')];
  const words = ['--methods', 'min-energy', '--trials', '1', '--work-limit', '1', '--write-study', study];
  await run(process.execPath, [plenumScript, 'compare', robustFile('tiny-one-task'), ...words]);
  const asked = ['--out', out, '--workers', '2', '--allow-outside'];
  const { stdout } = await run(process.execPath, [plenumScript, 'study', 'run', study, ...asked]);
  expect(stdout).toContain('1 step per run, 2 runs at a time');
  expect(comparisonIn<ComparisonRecord>(out).workers).toBe(2);
});

test('a run of a file that has changed since it was read is refused and says so', async () => {
  const settings = { variants: 0, timeLimitS: null, workLimit: 2 };
  const identity: RunIdentity = {
    verb: 'compare',
    family: 'robust',
    method: 'min-energy',
    options: {},
    seed: 1,
    version: '1.0.0',
    instance: { name: 'one', sha256: 'of something else', generated: null, changes: [] },
    budget: { timeLimitS: null, workLimit: 2 },
    more: { design: { name: 'compare', version: 2 }, cell: { method: 'min-energy' }, trial: 0, settings },
  };
  const run = { key: keyOf(identity), identity, position: 0, cell: {}, file: robustFile('tiny-one-task') };
  const { record } = await executeRun({ run, place: '/', plan: false });
  expect(record.outcome.failure).toEqual({
    reason: 'refused',
    message: 'one, or a file that the run reads, has changed since it was read',
  });
});
