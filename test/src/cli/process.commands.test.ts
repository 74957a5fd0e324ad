import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { before, program } from '../../support/program.js';
import { expectOneObject, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory, writeSmall } from '../../support/small-instance.js';

const FILES = ['plan.csv', 'plan.json', 'report.html', 'result.json'];
const WORDS =
  'Stopping after the current step with the best so far; again to leave out whatever could still better it.';
const LAST_WORDS = 'Ending with the best so far; once more to end at once and without it.';

test('the process ends with the exit code of its outcome and a silent stderr when all is well', async () => {
  const { file, out } = writeSmall();
  const capped = writeSmall({ limits: { powerCapW: 80 } });
  const [solved, ...others] = await Promise.all(
    [
      ['solve', file, '--json', '--out', out],
      ['solve', capped.file],
      ['solve', join(out, 'none.json')],
      ['solve', file, '--method', 'lp', '--time-limit', '0'],
      ['--help'],
    ].map((words) => program(words)),
  );
  expect(solved).toMatchObject({ code: 0, stderr: '' });
  expectOneObject(solved!.stdout);
  expect(others.map(({ code }) => code)).toEqual([3, 2, 4, 0]);
});

describe('a signal', () => {
  /** A module that keeps the thread that solves busy until a file appears. */
  function busyUntil(gate: string): string {
    const module = join(temporaryDirectory(), 'busy.mjs');
    writeFileSync(
      module,
      `import { existsSync, writeSync } from 'node:fs';
       writeSync(2, 'busy');
       const never = new Int32Array(new SharedArrayBuffer(4));
       while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(never, 0, 0, 10);
       export default [{ name: 'any', unit: 'W', violation: () => 0 }];`,
    );
    return module;
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s is answered in words while the solver computes, and ends the run with its best plan so far, all files and exit code 0',
    async (signal) => {
      const { file, out } = writeSmall();
      const gate = join(temporaryDirectory(), 'gate');
      let isSent = false;
      // Only once the words are there does this test let the solver go on.
      const run = await program(['solve', file, '--json', '--out', out, '--constraints', busyUntil(gate)], {
        onStderr: (text, child) => {
          if (!isSent && text.includes('busy')) isSent = child.kill(signal);
          if (text.includes(WORDS)) writeFileSync(gate, '');
        },
      });
      expect(run).toMatchObject({ code: 0, stderr: `busy\n${WORDS}\n` });
      expect(expectOneObject(run.stdout)).toMatchObject({ termination: 'interrupted', feasible: true });
      expect(readdirSync(out)).toEqual(expect.arrayContaining(FILES));
    },
  );

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s a third time ends a busy program at once, with %i; the second is answered in words',
    async (signal, code) => {
      const { file } = writeSmall();
      const never = join(temporaryDirectory(), 'never');
      let sent = 0;
      const run = await program(['solve', file, '--constraints', busyUntil(never)], {
        onStderr: (text, child) => {
          if (
            (sent === 0 && text.includes('busy')) ||
            (sent === 1 && text.includes(WORDS)) ||
            (sent === 2 && text.includes(LAST_WORDS))
          ) {
            sent++;
            child.kill(signal);
          }
        },
      });
      expect([run.code, sent]).toEqual([code, 3]);
    },
  );
});

describe('a stream that takes nothing', () => {
  const capped = (): string => writeSmall({ limits: { powerCapW: 80 } }).file;
  /** Words and the exit code they end with. */
  const cases = (): [words: string[], code: number][] => [
    [['solve', writeSmall().file], 0],
    [['solve', capped()], 3],
    [['solve', 'nowhere.json', '--json'], 2],
    [['--help'], 0],
  ];

  test('closed, stdout and stderr leave the exit code as it is, and no stack is printed', async () => {
    const closing = [
      ...cases().map(([words, code]) => ({ words, code, both: false })),
      ...cases()
        .slice(1, 3)
        .map(([words, code]) => ({ words, code, both: true })),
    ];
    await Promise.all(
      closing.map(async ({ words, code, both }) => {
        const onSpawn = (child: ChildProcess): void => {
          child.stdout!.destroy();
          if (both) child.stderr!.destroy();
        };
        const run = await program(words, { onSpawn });
        expect([words, run.code]).toEqual([words, code]);
        expect(run.stderr).not.toMatch(/EPIPE|^\s+at /m);
      }),
    );
  });

  test.runIf(existsSync('/dev/full'))('full, stdout ends with 2 and says why; stderr changes nothing', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      for (const [words, code] of cases()) {
        for (const stdio of [[full, 'pipe'] as const, ...(code === 0 ? [] : [['pipe', full] as const])]) {
          const run = await program(words, { stdio });
          const isAnswer = stdio[1] === 'pipe';
          expect([words, run.code]).toEqual([words, isAnswer ? 2 : code]);
          expect(run.stderr).toContain(isAnswer ? 'stdout: a full disk.' : '');
          expect(run.stderr).not.toMatch(/^\s+at /m);
        }
      }
    } finally {
      closeSync(full);
    }
  });
});

test('a disk that is full while records are written ends with 2 and the record’s name; the next run goes on', async () => {
  const { file, out } = writeSmall();
  const words = ['compare', file, '--methods', 'greedy,lp', '--trials', '1', '--out', out, '--json'];
  const full = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs.openSync;
    let calls = 0;
    fs.openSync = (path, flags, ...more) => {
      // The first is the mark of the folder, the second the first record.
      if (flags === 'wx' && ++calls === 3) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      return original(path, flags, ...more);
    };
    syncBuiltinESMExports();`;
  const [cut, rest] = [await program(words, { nodeOptions: before(full) }), await plenumJson(...words.slice(0, -1))];
  expect(cut.code).toBe(2);
  const [{ value }] = expectOneObject(cut.stdout)['faults'] as [{ value: string }];
  expect(value.startsWith(`a full disk: ${join(out, 'records')}`)).toBe(true);
  expect(value).toMatch(/[0-9a-f]{64}\.json$/);
  expect(rest.code).toBe(0);
  expect(rest.stderr).toContain('1 of 3 runs and bounds are taken from');
  expect(rest.stderr).not.toContain('set-aside');
});
