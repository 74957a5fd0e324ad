import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Kinds of tests by the end of their file's name (docs/testing.md); test/architecture/test-kinds.test.ts holds which file is of which. */
const KINDS = ['property', 'commands', 'browser'];

/** What is made ready once, before any file of a kind: the compiled program for commands, one browser for all. */
export const SET_UP: Readonly<Record<string, readonly string[]>> = {
  commands: ['test/support/build-dist.ts'],
  browser: ['test/support/browser-server.ts'],
};

const project = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: [...exclude], globalSetup: [...(SET_UP[name] ?? [])] },
});

/** Settings of every run, of one kind of tests or of all (vitest.whole.config.ts). */
export const forAllTests = {
  resolve: {
    alias: [
      {
        find: /^echarts\/dist\/echarts\.esm\.min\.mjs$/,
        replacement: fileURLToPath(new URL('test/support/echarts-or-none.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // Against hanging only, in ms: a busy machine must fail no test, so none has a limit of its own.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    // Before every test file: reading outside the repository throws, engines are compiled as in the programs, and reports of
    // command tests have no charts.
    setupFiles: [
      'test/support/inside-only.ts',
      'test/support/engines-as-in-programs.ts',
      'test/support/charts-by-kind.ts',
    ],
    // Nothing is kept outside the folder for temporary files.
    env: { PLENUM_CACHE: 'off' },
    // A missing golden file fails, on every machine; `npm run golden` writes golden files knowingly.
    update: 'none',
    // No module of Plenum keeps state that a run could leave behind: loading them once for all test files saves a third of the time.
    isolate: false,
    // Processes, not threads: a test may change its working directory.
    pool: 'forks',
    // One on every core: Vitest itself leaves one of them free, which is half of a machine of two.
    maxWorkers: availableParallelism(),
  },
} satisfies ViteUserConfig;

export default defineConfig({
  ...forAllTests,
  test: {
    ...forAllTests.test,
    projects: [
      project(
        'unit',
        ['test/**/*.test.ts'],
        KINDS.map((kind) => `test/**/*.${kind}.test.ts`),
      ),
      ...KINDS.map((kind) => project(kind, [`test/**/*.${kind}.test.ts`])),
    ],
  },
});
