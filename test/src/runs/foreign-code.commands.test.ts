import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ExitAttempt, importWithoutExit, withoutExit } from '../../../src/runs/foreign-code.js';
import { program } from '../../support/program.js';
import { temporaryDirectory } from '../../support/small-instance.js';

/** A plan and a module whose text this is, as `plenum solve` and `plenum check` are given them. */
function module(text: string): string {
  const file = path.join(temporaryDirectory(), 'own.mjs');
  writeFileSync(file, text);
  return file;
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
    const { code, stdout, stderr } = await program(['solve', 'tiny-power-cap', '--constraints', file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(file);
    expect(stderr).toMatch(/process\.exit\(\d\)/);
  });

  it.each([
    ['later', `setTimeout(() => process.exit(0), 0);\n${ONE('() => 0')}`],
    ['never, but does not finish loading', `await new Promise(() => {});\n${ONE('() => 0')}`],
  ])('%s is told of, and is no answer', async (_, text) => {
    const { code, stdout } = await program(['solve', 'tiny-power-cap', '--json', '--constraints', module(text)]);
    const { problems } = JSON.parse(stdout) as { problems: { value: string; remedy: string }[] };
    expect([code, problems]).toMatchObject([2, [{ value: expect.stringContaining('before it answered') as string }]]);
    expect(problems[0]!.remedy).toContain('--constraints');
  });
});

describe('code that is not ours', () => {
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
