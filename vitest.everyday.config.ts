import { defineConfig } from 'vitest/config';
import { forAllTests, SET_UP } from './vitest.config.js';

/** What `npm test` runs (docs/testing.md): all but command, browser and long tests, and of commands the rules and one run of each. */
export default defineConfig({
  ...forAllTests,
  test: {
    ...forAllTests.test,
    include: ['test/**/!(*.commands|*.browser|*.long|*.long.property).test.ts', 'test/{conformance,smoke}/*.test.ts'],
    globalSetup: [...SET_UP.commands!],
  },
});
