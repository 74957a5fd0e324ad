import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Against hanging only, in ms: a busy machine must fail no test, so none has a limit of its own.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    // Before every test file: reading outside the repository throws.
    setupFiles: ['test/support/inside-only.ts'],
    // A missing golden file fails, on every machine; `npm run golden` writes golden files knowingly.
    update: 'none',
    // No module of Plenum keeps state that a run could leave behind: loading them once for all test files saves a third of the time.
    isolate: false,
    // Processes, not threads: a test may change its working directory.
    pool: 'forks',
  },
});
