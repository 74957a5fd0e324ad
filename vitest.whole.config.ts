import { defineConfig } from 'vitest/config';
import { forAllTests, SET_UP } from './vitest.config.js';

/** All kinds in one project, for runs of all tests: each process loads the modules that they share once, not once for each kind. */
export default defineConfig({
  ...forAllTests,
  test: { ...forAllTests.test, include: ['test/**/*.test.ts'], globalSetup: Object.values(SET_UP).flat() },
});
