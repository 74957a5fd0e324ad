import type { CommandGroup } from '../commands.js';
import { DATABASE_EXPORT } from '../shared-options.js';
import {
  ATLAS_OPTIONS,
  BUILD_OPTIONS,
  CHECK_OPTIONS,
  COVERAGE_OPTIONS,
  DAY_OPTIONS,
  QUERY_OPTIONS,
  ROBUSTNESS_OPTIONS,
} from './options.js';

/** Argument of the commands that read a template database. */
const DATABASE = [{ name: 'database', help: 'as plenum templates build wrote it' }];
/** Argument of the commands that read a templates instance. */
const INSTANCE = [{ name: 'instance', help: 'templates instance (JSON)' }];

/** Declares the commands of `plenum templates`. */
export const TEMPLATES_COMMANDS: CommandGroup = {
  name: 'templates',
  summary: 'how to set a room in every state an online scheduler may find it in, and what that is worth',
  commands: [
    {
      name: 'build',
      summary: 'solve every state of an instance into one SQLite file; goes on where it was stopped',
      arguments: INSTANCE,
      options: BUILD_OPTIONS,
      load: async () => (await import('./commands/build.js')).runBuild,
    },
    {
      name: 'query',
      summary:
        'how to set the room in the stored state nearest to the one found, and how far off it is; exit code 3 if infeasible',
      arguments: DATABASE,
      options: QUERY_OPTIONS,
      jsonAdds: ', also with the allowable cores of every node',
      load: async () => (await import('./commands/query.js')).runQuery,
    },
    {
      name: 'info',
      summary: 'what is in a database: instance, air, states, gaps, what rounding to whole cores costs or breaks',
      arguments: DATABASE,
      options: {},
      load: async () => (await import('./commands/info.js')).runInfo,
    },
    {
      name: 'export',
      summary: 'the whole database as JSON or CSV, for a scheduler in another language',
      arguments: DATABASE,
      options: DATABASE_EXPORT,
      load: async () => (await import('./commands/export.js')).runExport,
    },
    {
      name: 'atlas',
      summary:
        'one HTML file to leaf through the templates of a database: floor plan, vents, set-point, cores, proven gap',
      arguments: DATABASE,
      options: ATLAS_OPTIONS,
      load: async () => (await import('./commands/atlas.js')).runAtlas,
    },
    {
      name: 'check',
      summary: 'recompute every template of a database independently; exit code 3 if one is not what it says',
      arguments: DATABASE,
      options: CHECK_OPTIONS,
      load: async () => (await import('./commands/check.js')).runCheck,
    },
    {
      name: 'coverage',
      summary:
        'which states of a database are infeasible and why, what rounding to the nearest one costs, and which step to halve',
      arguments: DATABASE,
      options: COVERAGE_OPTIONS,
      load: async () => (await import('./commands/coverage.js')).runCoverage,
    },
    {
      name: 'day',
      summary: 'simulate a day of a room, task by task, with and without templates: reward, energy, temperatures',
      arguments: INSTANCE,
      options: DAY_OPTIONS,
      load: async () => (await import('./commands/day.js')).runDay,
    },
    {
      name: 'robustness',
      summary: 'templates in rooms whose air is not quite the one they were made for: outlets too hot, reward of a day',
      arguments: INSTANCE,
      options: ROBUSTNESS_OPTIONS,
      load: async () => (await import('./commands/robustness.js')).runRobustness,
    },
  ],
};
