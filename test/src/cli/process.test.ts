import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfStale, plenumScript } from '../../support/build-dist.js';
import { type CliRun, expectOneObject, repository } from '../../support/run-cli.js';
import { temporaryDirectory, writeSmall } from '../../support/small-instance.js';

/** The installed program as a process of its own: exit codes and signals as a shell sees them. */

beforeAll(() => {
  buildIfStale();
});

interface Hooks {
  readonly nodeOptions?: readonly string[];
  readonly onStderr?: (text: string, interrupt: () => void) => void;
}

function run(words: readonly string[], { nodeOptions = [], onStderr }: Hooks = {}): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, plenumScript, ...words], { cwd: temporaryDirectory() });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(text, () => child.kill('SIGINT'));
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === null) reject(new Error(`ended by ${signal ?? 'nothing'}`));
      else resolve({ code, stdout, stderr });
    });
  });
}

test('the process ends with the exit code of its outcome and a silent stderr when all is well', async () => {
  const { file, out } = writeSmall();
  const solved = await run(['solve', file, '--json', '--out', out]);
  expect(solved).toMatchObject({ code: 0, stderr: '' });
  expectOneObject(solved.stdout);
  const capped = writeSmall({ limits: { powerCapW: 80 } });
  const codes = await Promise.all([
    run(['solve', capped.file]),
    run(['solve', join(out, 'none.json')]),
    run(['solve', file, '--method', 'lp', '--time-limit', '0']),
    run(['--help']),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([3, 2, 4, 0]);
});

test('SIGINT ends a long run with its best plan so far, all files and exit code 0', async () => {
  const out = join(temporaryDirectory(), 'out');
  const room = join(repository, 'instances/reward-rate/room-1080-hybrid.json');
  // Says when the run begins to listen: from then on a signal must not kill it.
  const announce = `process.on('newListener', (event) => { if (event === 'SIGINT') queueMicrotask(() => process.stderr.write('listening')); });`;
  const interrupted = await run(['solve', room, '--json', '--out', out], {
    nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(announce)}`],
    onStderr: (text, interrupt) => {
      if (text.includes('listening')) interrupt();
    },
  });
  expect(interrupted.code).toBe(0);
  expect(expectOneObject(interrupted.stdout)).toMatchObject({ termination: 'interrupted', feasible: true });
  expect(readdirSync(out).sort()).toEqual(['plan.csv', 'plan.json', 'report.html', 'result.json']);
});
