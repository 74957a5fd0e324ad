import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No module of Plenum keeps state that a run could leave behind: loading them once for all test files saves a third of the time.
    isolate: false,
    // Processes, not threads: a test may change its working directory.
    pool: 'forks',
  },
});
