import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../../src/runs/digest.js';
import { runStudy } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { type FakeSlurm, fakeSlurm } from '../runs/clusters/fake-slurm.js';

let slurm: FakeSlurm;
let folder: string;
let changed: string;
beforeAll(async () => {
  slurm = fakeSlurm();
  slurm.program('sbatch', { out: 'slurm-wlm 22.05.8\n' });
  slurm.program('scontrol', { out: 'MaxArraySize = 1001\n' });
  folder = join(slurm.folder, 'out');
  changed = join(slurm.folder, 'changed.json');
  const study = {
    format: 'plenum.study',
    formatVersion: 1,
    name: 'tiny',
    budgets: [{ work: 20 }],
    methods: ['greedy'],
    instances: ['reward-rate/tiny-deadline'],
    changes: { powerCapW: ['x1', 'x1.1'] },
  };
  const file = join(slurm.folder, 'study.json');
  writeFileSync(file, JSON.stringify({ ...study, seeds: '1..2' }));
  writeFileSync(changed, JSON.stringify({ ...study, changes: { powerCapW: ['x1', 'x1.2'] }, seeds: '1..3' }));
  expect(accepted(await runStudy(file, { out: folder })).ended).toBe('complete');
  const [first, second] = recordFiles();
  writeFileSync(first!, 'cut of');
  writeFileSync(join(dirname(first!), 'notes.txt'), 'mine');
  const left = join(dirname(second!), `.${'0'.repeat(64)}.another-host.1.0.tmp`);
  writeFileSync(left, 'half');
  utimesSync(left, new Date(0), new Date(0));
  mkdirSync(join(slurm.folder, 'elsewhere'));
});
afterAll(() => {
  slurm.remove();
});

function recordFiles(): string[] {
  const names = readdirSync(join(folder, 'records'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, 'records', name));
}

/** Names, bytes and times of all that is in the study folder. */
function tree(): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['.', ...names].sort().map((name) => {
    const file = join(folder, name);
    const { mtimeMs } = statSync(file);
    const bytes = statSync(file).isFile() ? sha256Of(readFileSync(file, 'utf8')) : '';
    return `${name} ${bytes} ${mtimeMs}`;
  });
}

const elsewhere = (name: string): string => join(slurm.folder, 'elsewhere', name);

describe('a study folder with damaged records', () => {
  it.each([
    ['status', () => ['status', folder]],
    ['check', () => ['check', folder]],
    ['check of a changed study', () => ['check', changed, '--out', folder]],
    ['export', () => ['export', folder, '--out', elsewhere('runs.csv')]],
    ['report', () => ['report', folder, '--out', elsewhere('report.html')]],
    ['submit --dry-run', () => ['submit', folder, '--dry-run']],
    ['submit --dry-run of a changed study', () => ['submit', changed, '--out', folder, '--dry-run']],
  ])('is left by %s as it is, bytes and times', async (_, words) => {
    const before = tree();
    const { code, json } = await plenumJson('study', ...words());
    expect(code).toBe(0);
    expect(tree()).toEqual(before);
    // Check reads no record but for its time.
    if (words()[0] !== 'check') expect(JSON.stringify(json['warnings'])).toContain('It is set aside when');
  });

  it('is left alone by a task but for the records of its own runs', async () => {
    const [damaged, whole] = recordFiles();
    const key = whole!.slice(-'.json'.length - 64, -'.json'.length);
    const { details, warnings } = accepted(await runStudy(folder, { keys: [key.slice(0, 12)] })).record;
    expect([details, warnings]).toMatchObject([{ runs: 1, takenOver: 1 }, []]);
    expect(readFileSync(damaged!, 'utf8')).toBe('cut of');
  });
});
