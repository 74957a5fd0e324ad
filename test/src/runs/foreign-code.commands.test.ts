import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { ExitAttempt, importWithoutExit, withoutExit } from '../../../src/runs/foreign-code.js';
import { solve } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { program } from '../../support/program.js';
import { expectOneObject } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** A plan and a module whose text this is, as `plenum solve` and `plenum check` are given them. */
function module(text: string): string {
  const file = path.join(temporaryDirectory(), 'own.mjs');
  writeFileSync(file, text);
  return file;
}

/** A run of the program that is refused for its module. */
async function refusedFor(file: string, ...more: readonly string[]) {
  const run = await program(['solve', 'tiny-power-cap', '--constraints', file, ...more]);
  expect(run.code).toBe(2);
  return run;
}

const ONE = (violation: string): string => `export default [{ name: 'a', unit: 'W', violation: ${violation} }];\n`;
/** Modules that end the program, each in another way. */
const ENDING: Readonly<Record<string, string>> = {
  'at once': 'process.exit(0);\n',
  'by the function under its own name': "import { exit } from 'node:process';\nexit(3);\n",
  'and catch what that throws': `try { process.exit(0); } catch {}\n${ONE('() => 0')}`,
  'in a constraint': ONE('() => process.exit(0)'),
  'in a constraint, and catch what that throws': ONE('() => { try { process.exit(0); } catch {} return 0; }'),
  'in a constraint, by the function under its own name': `import { exit } from 'node:process';\n${ONE('() => exit(0)')}`,
};

describe('a module that ends the program', () => {
  it.each(Object.entries(ENDING))('%s is refused by its name', async (_, text) => {
    const file = module(text);
    const { stdout, stderr } = await refusedFor(file);
    expect(stdout).toBe('');
    expect(stderr).toContain(file);
    expect(stderr).toMatch(/process\.exit\(\d\)/);
  });
});

const NONE = ONE('() => 0');
/** Modules whose fault comes outside any call of them, and what is told of it. */
const LATE: Readonly<Record<string, readonly [text: string, found: string]>> = {
  'a timer that throws': ["setTimeout(() => { throw new Error('late'); }, 0);\n" + NONE, 'late'],
  // The answer stands by then: nothing else keeps the thread.
  'a timer that throws after the answer': [
    "process.once('beforeExit', () => { throw new Error('late'); });\n" + NONE,
    'late',
  ],
  'a timer that ends the program': [`setTimeout(() => process.exit(0), 0);\n${NONE}`, 'process.exit(0)'],
  'a timer that ends it by the function under its own name': [
    `import { exit } from 'node:process';\nsetTimeout(() => exit(0), 0);\n${NONE}`,
    'process.exit(0)',
  ],
  'a timer that ends it beside a wrong export': [
    'setTimeout(() => process.exit(0), 0);\nexport default () => 0;\n',
    'a list of',
  ],
  'a rejection': [`Promise.reject(new Error('beside'));\n${NONE}`, 'beside'],
  'a rejection beside a wrong export': ["Promise.reject(new Error('beside'));\nexport default () => 0;\n", 'a list of'],
  'a rejection without an error': [`Promise.reject(7);\n${NONE}`, '7'],
  'an await without end': [`await new Promise(() => {});\n${NONE}`, 'an await without end'],
};

describe('a module with', () => {
  it.each(Object.entries(LATE))('%s is refused by its name, without a stack trace', async (_, [text, found]) => {
    const file = module(text);
    const { stderr } = await refusedFor(file, '--method', 'config-ls');
    expect(stderr).toContain(`${file}: 1 fault`);
    expect(stderr).toContain(found);
    expect(stderr).not.toMatch(/^\s+at |plenum failed/m);
  });

  it.each(Object.entries(LATE).filter((_, n) => n % 3 === 1))(
    '%s leaves one object on stdout with --json',
    async (_, [text]) => {
      expectOneObject((await refusedFor(module(text), '--method', 'config-ls', '--json')).stdout);
    },
  );

  it('a timer that ends the program is refused by a check, too', async () => {
    const plan = path.join(temporaryDirectory(), 'plan.json');
    const file = module(LATE['a timer that ends the program']![0]);
    writeFileSync(plan, JSON.stringify(accepted(await solve('tiny-power-cap', { method: 'config-ls' })).plan));
    const { code, stderr } = await program(['check', 'tiny-power-cap', plan, '--constraints', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(file)]);
  });
});

describe('code that is not ours', () => {
  it('has a limit for loading, whatever it keeps running meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const loading = importWithoutExit(pathToFileURL(module('await new Promise(() => {});')).href);
      const ended = expect(loading).rejects.toThrow('does not finish loading: 30 s are over');
      vi.advanceTimersByTime(29_999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });

  it('cannot end the program, and what ours calls is as it was', async () => {
    const { exit } = Object.getOwnPropertyDescriptors(process);
    expect(() => withoutExit(() => process.exit(4))).toThrow(new ExitAttempt(4));
    expect(withoutExit(() => 5)).toBe(5);
    const url = pathToFileURL(module(ENDING['and catch what that throws']!)).href;
    for (let time = 0; time < 2; time++) await expect(importWithoutExit(url)).rejects.toThrow('process.exit(0)');
    await expect(importWithoutExit(pathToFileURL(module('throw new Error("mine");')).href)).rejects.toThrow('mine');
    expect(Object.getOwnPropertyDescriptors(process).exit).toEqual(exit);
  });
});
