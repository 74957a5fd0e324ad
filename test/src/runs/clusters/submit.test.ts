import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateOfRuns } from '../../../../src/runs/clusters/state-of-runs.js';
import { type SubmitOutcome, submitRuns, type SubmitRequest } from '../../../../src/runs/clusters/submit.js';
import { type FakeSlurm, fakeSlurm } from './fake-slurm.js';

let slurm: FakeSlurm;
beforeEach(() => {
  slurm = fakeSlurm();
  slurm.program('scontrol', { out: 'SlurmctldPort = 6817\nMaxArraySize            = 3\nMaxJobCount = 10\n' });
});
afterEach(() => {
  slurm.remove();
});

/** Answer to the question for its version, which comes first. */
const VERSION = { out: 'slurm-wlm 22.05.8\n' };

const submit = (more: Partial<SubmitRequest> = {}): ReturnType<typeof submitRuns> =>
  submitRuns({
    folder: slurm.folder,
    study: 'tiny',
    keys: ['a', 'b', 'c', 'd', 'e'],
    runsPerTask: 1,

    engine: { kind: 'slurm', options: ['--time=10'] },
    runWords: [],
    isMadeSince: () => false,
    program: ['/n', '/main.js'],
    dryRun: false,
    again: false,
    ...more,
  });

async function submitted(more: Partial<SubmitRequest> = {}): Promise<SubmitOutcome> {
  const outcome = await submit(more);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return outcome;
}

const at = (...names: readonly string[]): string => join(slurm.folder, 'submissions', ...names);
const numbers = (file: string): unknown[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { jobs: { id: unknown }[] }).jobs.map(({ id }) => id);

describe('submission to Slurm', () => {
  it('arrays keep to MaxArraySize, begin at 1 and carry their offset; their numbers are written down', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, { out: 'a greeting of the site\n41;east\n' }, { out: '42\n' });
    const { submission, fault } = await submitted();
    expect(fault).toBeNull();
    expect(submission!.jobs.map(({ offset, tasks, id, cluster }) => [offset, tasks, id, cluster])).toEqual([
      [0, 2, '40', null],
      [2, 2, '41', 'east'],
      [4, 1, '42', null],
    ]);
    expect(numbers(at('1', 'submission.json'))).toEqual(['40', '41', '42']);
    expect(readFileSync(at('1', 'tasks.txt'), 'utf8')).toBe('a\nb\nc\nd\ne\n');
    const [, first, , last] = slurm.calls('sbatch');
    expect(first).toEqual([
      '--parsable',
      `--job-name=${submission!.name}`,
      '--array=1-2',
      `--chdir=${slurm.folder}`,
      `--output=${at('1', 'logs')}/%A_%a.log`,
      '--open-mode=append',
      '--time=10',
      at('1', 'job.sh'),
      '0',
    ]);
    expect(last).toEqual(expect.arrayContaining(['--array=1-1', '4']));
  });

  it('runs that a task waits or runs for are left out; those whose task ended are submitted again', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, { out: '41\n' }, { out: '42\n' }, VERSION, { out: '50\n' });
    await submitted();
    const states = '40|1|PENDING|Priority\n40|2|RUNNING|None\n41|1|CANCELLED|None\n41|2|FAILED|None\n';
    slurm.program('squeue', { out: states });
    slurm.program('sacct', { err: 'Slurm accounting storage is disabled', code: 1 });
    const { submission, open } = await submitted();
    expect(open.map(({ key, stage }) => [key, stage])).toEqual([
      ['a', 'pending'],
      ['b', 'running'],
    ]);
    expect(readFileSync(at('2', 'tasks.txt'), 'utf8')).toBe('c\nd\ne\n');
    expect(submission!.number).toBe(2);
    expect(slurm.calls('squeue')[0]).toContain('--jobs=40,41,42');
  });

  it('runs whose task is in a state that is not known are left out, which is said; --yes hands them over again', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, VERSION, { out: '50\n' }, VERSION, { out: '60\n' });
    await submitted({ keys: ['a', 'b'] });
    slurm.program('squeue', { out: '40|1|FROZEN_SOLID|None\n40|2|CANCELLED|None\n' });
    slurm.program('sacct', { err: 'Slurm accounting storage is disabled', code: 1 });
    const first = await submitted({ keys: ['a', 'b'] });
    expect([first.open.map(({ key }) => key), first.warnings]).toEqual([
      ['a'],
      [
        expect.stringContaining(
          '1 run is left out whose tasks are in a state that Plenum does not know (FROZEN_SOLID)',
        ),
      ],
    ]);
    expect(readFileSync(at('2', 'tasks.txt'), 'utf8')).toBe('b\n');
    slurm.program('squeue', { out: '40|1|FROZEN_SOLID|None\n50|1|RUNNING|None\n' });
    const again = await submitted({ keys: ['a', 'b'], again: true });
    expect([again.open.map(({ key }) => key), again.warnings]).toEqual([['b'], []]);
    expect(readFileSync(at('3', 'tasks.txt'), 'utf8')).toBe('a\n');
  });

  it('nothing is written or submitted where nothing is left, nor on a dry run', async () => {
    slurm.program('sbatch', VERSION);
    expect(await submitted({ keys: [] })).toMatchObject({ submission: null, commands: [] });
    const dry = await submitted({ dryRun: true });
    expect(dry.commands).toHaveLength(3);
    expect(dry.commands[1]).toContain('--array=1-2');
    expect(dry.script).toContain("exec /n /main.js study run '");
    expect(existsSync(at())).toBe(false);
    expect(slurm.calls('sbatch')).toEqual([['--version'], ['--version']]);
  });

  it('a machine without sbatch is told so, and a dry run works there', async () => {
    expect(await submit()).toMatchObject({
      ok: false,
      faults: [{ path: 'sbatch', value: undefined, allowed: 'a program on the PATH' }],
    });
    const { warnings } = await submitted({ dryRun: true });
    expect(warnings.join()).toContain('MaxArraySize');
    expect(existsSync(at())).toBe(false);
  });

  it('a refusal is quoted and leaves nothing behind', async () => {
    slurm.program('sbatch', VERSION, { err: 'sbatch: error: invalid partition specified: x\n', code: 1 });
    expect(await submit()).toMatchObject({
      ok: false,
      faults: [{ path: 'sbatch', value: 'sbatch: error: invalid partition specified: x' }],
    });
    expect(existsSync(at('1'))).toBe(false);
  });

  it('a refusal of a later array keeps those that were taken, and the next submission has the rest', async () => {
    const full = { err: 'sbatch: error: Batch job submission failed: Job violates accounting/QOS policy', code: 1 };
    slurm.program('sbatch', VERSION, { out: '40\n' }, full, VERSION, { out: '41\n' }, { out: '42\n' });
    const { fault } = await submitted();
    expect(String(fault!.value)).toContain('QOS policy');
    expect(numbers(at('1', 'submission.json'))).toEqual(['40', null, null]);
    slurm.program('squeue', { out: '40\n' }, { out: '40|1|RUNNING|None\n40|2|RUNNING|None\n' });
    await submitted();
    expect(readFileSync(at('2', 'tasks.txt'), 'utf8')).toBe('c\nd\ne\n');
  });

  it('a job whose number was not written down is found by its name', async () => {
    // No number in what it prints: as if Plenum had been killed before it could read it.
    slurm.program('sbatch', VERSION, { out: 'Submitted\n' });
    const first = await submitted({ keys: ['a', 'b'] });
    expect(first.fault).toMatchObject({ allowed: 'the number of the job' });
    expect(numbers(at('1', 'submission.json'))).toEqual([null]);
    slurm.program('squeue', { out: '77\n77\n' }, { out: '77|1|RUNNING|None\n77|2|PENDING|Priority\n' });
    const { places } = await stateOfRuns(slurm.folder, ['a', 'b']);
    expect(places.map(({ stage, task }) => [stage, task])).toEqual([
      ['running', '77_1'],
      ['pending', '77_2'],
    ]);
    expect(slurm.calls('squeue')[0]).toContain(`--name=${first.submission!.name}`);
  });

  it('with a queue that does not answer nothing is submitted twice unless that is asked for', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, VERSION, VERSION, { out: '41\n' });
    await submitted({ keys: ['a', 'b'] });
    slurm.program('squeue', { err: 'slurm_load_jobs error: Unable to contact slurm controller', code: 1 });
    expect(await submit({ keys: ['a', 'b'] })).toMatchObject({
      ok: false,
      faults: [{ path: 'squeue', value: 'slurm_load_jobs error: Unable to contact slurm controller' }],
    });
    expect((await submitted({ keys: ['a', 'b'], again: true })).submission!.number).toBe(2);
  });

  it('a submission that cannot be read is named, and its number is not used again', async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' }, VERSION, { out: '41\n' });
    await submitted({ keys: ['a'] });
    const file = at('1', 'submission.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
    const { warnings, submission } = await submitted({ keys: ['a'] });
    expect(warnings[0]).toContain(at('1'));
    expect(submission!.number).toBe(2);
  });
});

describe('states of tasks', () => {
  beforeEach(async () => {
    slurm.program('sbatch', VERSION, { out: '40\n' });
    await submitted({ keys: ['a', 'b'] });
  });

  it('a job that Slurm forgot has ended; accounts say how where they are kept', async () => {
    slurm.program('squeue', { err: 'slurm_load_jobs error: Invalid job id specified', code: 1 });
    slurm.program('sacct', { out: '40_1|OUT_OF_MEMORY|None\n40_2|CANCELLED by 0|None\n' });
    const { places, fault } = await stateOfRuns(slurm.folder, ['a', 'b']);
    expect(fault).toBeNull();
    expect(places.map(({ stage, state }) => [stage, state])).toEqual([
      ['ended', 'OUT_OF_MEMORY'],
      ['ended', 'CANCELLED'],
    ]);
  });

  it.each([
    ['are off', { err: 'Slurm accounting storage is disabled', code: 1 }, 0],
    ['do not answer', { err: 'sacct: error: slurmdbd: Connection refused', code: 1 }, 1],
  ])('without accounts that %s the end is known, its cause is not', async (_, say, notes) => {
    slurm.program('squeue', { out: '' });
    slurm.program('sacct', say);
    const { places, warnings } = await stateOfRuns(slurm.folder, ['a']);
    expect(places).toMatchObject([{ stage: 'ended', state: null }]);
    expect(warnings).toHaveLength(notes);
  });

  it('nobody is asked of runs that were never submitted', async () => {
    const { places } = await stateOfRuns(slurm.folder, ['z']);
    expect(places).toMatchObject([{ key: 'z', stage: 'none' }]);
    expect(() => slurm.calls('squeue')).toThrow(/ENOENT/);
  });

  it("the user's presets of squeue do not reach it", async () => {
    const file = process.env['PATH']!.split(':')[0]! + '/squeue';
    writeFileSync(file, '#!/bin/sh\nprintf "40|1|${SQUEUE_STATES:-RUNNING}|None\\n"\n');
    chmodSync(file, 0o755);
    process.env['SQUEUE_STATES'] = 'PENDING';
    try {
      expect((await stateOfRuns(slurm.folder, ['a'])).places).toMatchObject([{ state: 'RUNNING' }]);
    } finally {
      delete process.env['SQUEUE_STATES'];
    }
  });
});

describe('submission by a command', () => {
  it('the template is run once for each task with {command}, once for all with {script}', async () => {
    slurm.program('qsub', { out: '1.host\nmore\n' });
    const each = { kind: 'command', template: 'qsub -N {name} -- {command}' } as const;
    const { submission } = await submitted({ engine: each, keys: ['a', 'b', 'c'], runsPerTask: 2 });
    expect(submission!.jobs.map(({ offset, tasks, id }) => [offset, tasks, id])).toEqual([
      [0, 1, '1.host'],
      [1, 1, '1.host'],
    ]);
    expect(slurm.calls('qsub')[1]!.slice(-2)).toEqual(['--line', '2']);
    const all = { kind: 'command', template: 'qsub -J 1-{count} {script}' } as const;
    await submitted({ engine: all, keys: ['d', 'e'] });
    expect(slurm.calls('qsub').slice(2)).toEqual([['-J', '1-2', at('2', 'job.sh')]]);
  });

  it('runs of a scheduler that cannot be asked are handed over again only with --yes', async () => {
    slurm.program('qsub', { out: '1\n' });
    const engine = { kind: 'command', template: 'qsub {command}' } as const;
    await submitted({ engine, keys: ['a'] });
    expect(await submit({ engine, keys: ['a'] })).toMatchObject({ ok: false, faults: [{ path: 'submissions' }] });
    expect((await submitted({ engine, keys: ['a'], again: true })).submission!.number).toBe(2);
  });

  it('a command that fails is quoted', async () => {
    slurm.program('qsub', { err: 'qsub: Unknown queue', code: 35 });
    const engine = { kind: 'command', template: 'qsub {command}' } as const;
    expect(await submit({ engine })).toMatchObject({
      ok: false,
      faults: [{ path: '--template', value: 'qsub: Unknown queue' }],
    });
  });
});
