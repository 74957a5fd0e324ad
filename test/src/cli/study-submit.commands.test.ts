import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectOneObject, type Json, plenum, withDetails } from '../../support/run-cli.js';
import { type FakeSlurm, fakeSlurm } from '../runs/clusters/fake-slurm.js';

let slurm: FakeSlurm;
let file: string;
beforeEach(() => {
  slurm = fakeSlurm();
  slurm.program('scontrol', { out: 'MaxArraySize = 1001\n' });
  file = join(slurm.folder, 'study.json');
  const own = { format: 'plenum.study', formatVersion: 1, name: 'tiny', seeds: '1..2', budgets: [{ work: 20 }] };
  const axes = { instances: ['reward-rate/tiny-deadline'], methods: ['greedy-power', 'greedy'] };
  writeFileSync(file, JSON.stringify({ ...own, ...axes }));
});
afterEach(() => {
  slurm.remove();
});

/** Answer of sbatch to the question for its version, which comes first. */
const VERSION = { out: 'slurm-wlm 22.05.8\n' };

/** Submission whose answer is JSON; what stands behind "--" is for sbatch. */
async function submitJson(...words: readonly string[]): Promise<{ readonly code: number; readonly json: Json }> {
  const { code, stdout } = await plenum('study', 'submit', '--json', ...words);
  return { code, json: withDetails(expectOneObject(stdout)) };
}

describe('plenum study submit', () => {
  it('submits what has no record, its options behind "--", and then what no task makes any more', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, VERSION, { out: '41\n' });
    const out = join(slurm.folder, 'out');
    const first = await submitJson(file, '--out', out, '--tasks-per-job', '3', '--', '--time=5', '-p', 'x');
    expect(first).toMatchObject({ code: 0, json: { runs: 4, open: 0, tasksTaken: 2, work: { runs: 4, tasks: 2 } } });
    const words = slurm.calls('sbatch')[1]!;
    expect(words).toEqual(expect.arrayContaining(['--array=1-2', '--time=5', '-p', 'x']));
    const script = readFileSync(words.at(-2)!, 'utf8');
    expect(script).toContain(
      ` study run '${out}' --list '${out}/submissions/1/tasks.txt' --workers 1 --yes --line "$line"`,
    );

    slurm.program('squeue', { out: '40|1|RUNNING|None\n40|2|PENDING|Resources\n' });
    const again = await plenum('study', 'submit', out);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toBe('tiny: nothing to submit, tasks of earlier submissions wait or run for 4 runs.\n');

    slurm.program('squeue', { out: '40|1|RUNNING|None\n40|2|CANCELLED|None\n' });
    slurm.program('sacct', { err: 'Slurm accounting storage is disabled', code: 1 });
    const rest = await submitJson(out);
    expect(rest.json).toMatchObject({ open: 3, work: { runs: 1, tasks: 1 } });
  });

  it('a dry run shows commands and script, and writes nothing', async () => {
    const out = join(slurm.folder, 'out');
    const { code, json } = await submitJson(file, '--out', out, '--dry-run', '--', '--time=5');
    expect(code).toBe(0);
    expect(JSON.stringify(json)).toContain('sbatch --parsable --job-name=plenum-tiny-');
    expect(JSON.stringify(json)).toContain('--line \\"$line\\"');
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    [['--', 'job.sh'], '--', 'the first of which begins with "-"'],
    [['--', '--array=1-3'], '--', 'other than --array'],
    [['--', '--arr=1-3'], '--', 'other than --array'],
    [['--engine', 'command'], '--template', '{command} or {script}'],
    [['--engine', 'command', '--template', 'qsub'], '--template', 'either {command}'],
    [['--template', 'qsub {command}'], '--template', 'with --engine command'],
    [['--engine', 'command', '--template', 'qsub {command}', '--', '-x'], '--', 'with --engine slurm'],
    [['--tasks-per-job', '0'], '--tasks-per-job', 'at least 1'],
    [[], 'sbatch', 'a program on the PATH'],
  ])('%j is refused before anything is submitted', async (words, path, allowed) => {
    const out = join(slurm.folder, 'out');
    const { code, json } = await submitJson(file, '--out', out, ...words);
    expect(code).toBe(2);
    const [fault] = json['faults'] as { readonly path: string; readonly allowed: string }[];
    expect(fault!.path).toBe(path);
    expect(fault!.allowed).toContain(allowed);
    expect(existsSync(join(out, 'submissions'))).toBe(false);
  });

  it('without a folder it is refused', async () => {
    const { code, json } = await submitJson(file);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ path: '--out' }] });
  });
});
