import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  arraysOf,
  jobName,
  jobScript,
  taskCommandLine,
  taskLines,
  tasksIn,
  tasksOf,
} from '../../../../src/runs/clusters/submission.js';
import { lastingDirectory } from '../../../support/small-instance.js';

const root = lastingDirectory();
describe('submission', () => {
  it('tasks hold consecutive runs, the last what is left', () => {
    expect(tasksOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(tasksIn(taskLines([['a', 'b'], ['c']]))).toEqual([['a', 'b'], ['c']]);
  });

  it('more tasks than an array may hold become several arrays that cover each once', () => {
    expect(arraysOf(7, 3).map(({ offset, tasks }) => [offset, tasks])).toEqual([
      [0, 3],
      [3, 3],
      [6, 1],
    ]);
    expect(arraysOf(3, Infinity)).toHaveLength(1);
  });

  it('the name of the jobs is of the study, the folder and the submission, in letters that every scheduler takes', () => {
    expect(jobName('my study: "x"', '/a', 3)).toMatch(/^plenum-my-study-x--[0-9a-f]{8}-3$/);
    expect(jobName('s', '/a', 3)).not.toBe(jobName('s', '/b', 3));
  });

  // A program that prints its words in place of Plenum.
  const program = ['/bin/sh', '-c', `printf '%s|' "$@"`, 'plenum'];
  const command = {
    program,
    folder: "/it's a/study",
    list: '/l i/tasks.txt',
    runWords: ['--retry', 'failed'],
  } as const;
  const printed = (line: string): string =>
    `study|run|/it's a/study|--list|/l i/tasks.txt|--workers|1|--retry|failed|--line|${line}|`;
  const run = (
    engine: 'slurm' | 'command',
    words: readonly string[],
    env: Readonly<Record<string, string>>,
  ): string => {
    const file = join(root, 'job.sh');
    writeFileSync(file, jobScript(command, engine));
    return execFileSync('/bin/sh', [file, ...words], { encoding: 'utf8', env });
  };

  it('the script makes the line behind the offset of its array', () => {
    expect(run('slurm', ['1000'], { SLURM_ARRAY_TASK_ID: '7' })).toBe(printed('1007'));
  });

  it('the script of other schedulers has the line from its argument or their variable', () => {
    expect(run('command', ['5'], {})).toBe(printed('5'));
    for (const name of ['PBS_ARRAY_INDEX', 'PBS_ARRAYID', 'LSB_JOBINDEX', 'SGE_TASK_ID']) {
      expect(run('command', [], { [name]: '6' })).toBe(printed('6'));
    }
    expect(() => run('command', [], {})).toThrow(/no number of a task/);
  });

  it('the command line of a task is read by a shell as it was meant', () => {
    expect(execFileSync('/bin/sh', ['-c', taskCommandLine(command, 3)], { encoding: 'utf8' })).toBe(printed('3'));
  });
});
