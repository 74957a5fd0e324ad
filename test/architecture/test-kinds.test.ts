import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.js';
import { filesBelow, textOf } from './source-files.js';
import { kindOf, kindOfName, linesWithLimit, takenIn, TEST_KINDS } from './test-kinds.js';

const files = filesBelow('test', '.test.ts');

describe('kinds of tests (docs/testing.md)', () => {
  it('every file has the name of its kind', () => {
    expect(files.filter((file) => kindOf(file) !== kindOfName(file)).map((file) => [file, kindOf(file)])).toEqual([]);
  });

  it('every kind is a project of its own, and each has files', () => {
    const projects = (config.test!.projects as readonly { readonly test: { readonly name: string } }[]).map(
      ({ test }) => test.name,
    );
    expect(projects).toEqual(TEST_KINDS);
    for (const kind of TEST_KINDS) expect(files.some((file) => kindOfName(file) === kind)).toBe(true);
  });

  it('no test or hook has a limit of time of its own: a busy machine fails none', () => {
    const found = filesBelow('test', '.ts').flatMap((file) =>
      linesWithLimit(file, textOf(file)).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
    const text =
      "it.each([1])('a', () => {}, 5000);\nbeforeAll(() => {}, 9);\nit('b', { timeout: 3 }, () => {});\nit('c', () => {});";
    expect(linesWithLimit('a.test.ts', text)).toEqual([1, 2, 3]);
  });

  it('every file with committed seconds exists', () => {
    const timed = Object.keys(JSON.parse(textOf('test/seconds.json')) as Readonly<Record<string, number>>);
    expect(timed.filter((file) => !files.includes(file))).toEqual([]);
    expect(timed.length).toBeGreaterThan(100);
  });

  const helpers: Readonly<Record<string, string>> = {
    'test/support/cli.ts': "import { runPlenum } from '../../src/cli/run.js';",
    'test/support/both.ts': "export * from './cli.js'; import fc from 'fast-check';",
    'test/support/types.ts': "import type { Run } from './cli.js'; import { type Other } from './cli.js';",
    'test/support/cases.ts': 'export const randomCase = 1, tinyCase = 2;',
  };

  it.each([
    ['unit', "import { x } from './support/types.js'; import { tinyCase } from './support/cases.js';"],
    ['property', "import fc from 'fast-check';"],
    ['property', "import { bruteForce } from './oracle/brute-force.js';"],
    ['property', "import { randomCase } from './support/cases.js';"],
    ['commands', "import { plenum } from './support/cli.js';"],
    ['commands', "const { plenum } = await import('./support/both.js');"],
    ['commands', "import { spawn } from 'node:child_process'; import fc from 'fast-check';"],
    ['browser', "import { chromium } from 'playwright-core'; import { plenum } from './support/cli.js';"],
  ])('%s: %s', (kind, text) => {
    const texts: Readonly<Record<string, string>> = { ...helpers, 'test/some.test.ts': text };
    expect(kindOf('test/some.test.ts', (file) => takenIn(file, texts[file] ?? ''))).toBe(kind);
  });
});
