import type { CommandGroup, CommandSpec } from '../commands.js';
import { DATABASE_EXPORT } from '../shared-options.js';
import { PROFILES_BUILD_OPTIONS, PROFILES_CHECK_OPTIONS, PROFILES_QUERY_OPTIONS } from './options.js';

/** Argument of the commands that read a profile database. */
const DATABASE = [{ name: 'database', help: 'as plenum profiles build wrote it' }];

/** Declaration of `plenum profiles build`. */
const BUILD: CommandSpec = {
  name: 'build',
  summary: 'profiles of all job types on all node types into one SQLite file; goes on where it was stopped',
  arguments: [{ name: 'instance', help: 'jobs instance (JSON)' }],
  options: PROFILES_BUILD_OPTIONS,
  load: async () => (await import('./commands/profiles/build.js')).runBuild,
};

/** Declaration of `plenum profiles info`. */
const INFO: CommandSpec = {
  name: 'info',
  summary: 'what is in a database: node types, job types, fronts and how many are proven, points',
  arguments: DATABASE,
  options: {},
  load: async () => (await import('./commands/profiles/info.js')).runInfo,
};

/** Declaration of `plenum profiles query`. */
const QUERY: CommandSpec = {
  name: 'query',
  summary: 'the design of a job type that is best within limits, task by task; exit code 3 if none is within them',
  arguments: DATABASE,
  options: PROFILES_QUERY_OPTIONS,
  load: async () => (await import('./commands/profiles/query.js')).runQuery,
};

/** Declaration of `plenum profiles export`. */
const EXPORT: CommandSpec = {
  name: 'export',
  summary: 'the whole database as JSON or CSV, for a scheduler in another language',
  arguments: DATABASE,
  options: DATABASE_EXPORT,
  load: async () => (await import('./commands/profiles/export.js')).runExport,
};

/** Declaration of `plenum profiles check`. */
const CHECK: CommandSpec = {
  name: 'check',
  summary: 'recompute every point of a database independently; exit code 3 if one is not what it says',
  arguments: DATABASE,
  options: PROFILES_CHECK_OPTIONS,
  load: async () => (await import('./commands/profiles/check.js')).runCheck,
};

/** Declares the commands of `plenum profiles`. */
export const PROFILES_COMMANDS: CommandGroup = {
  name: 'profiles',
  summary: 'response times and energies at which job types can run, kept in a file, with what is proven of them',
  commands: [BUILD, QUERY, INFO, EXPORT, CHECK],
};
