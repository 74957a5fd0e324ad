import type { CommandGroup, CommandOption, CommandSpec } from '../commands.js';
import { MAX_WORKERS } from '../shared-options.js';

/** Default number of threads of a build. Chosen: as for template databases. */
const DEFAULT_WORKERS = 4;
/** Default number of nodes of the exact search per front, as in `solve`. */
const DEFAULT_NODE_LIMIT = 300_000;

/** Kind of an option whose value is any text. */
const TEXT = { is: 'text' } as const;
/** Kind of an option that has no value. */
const FLAG = { is: 'flag' } as const;
/** Kind of an option whose value is a whole number of at least 0. */
const ANY_WHOLE = { is: 'whole', least: 0 } as const;
/** Argument of the commands that read a database. */
const DATABASE = [{ name: 'database', help: 'as plenum profiles build wrote it' }];

function force(help: string): CommandOption {
  return { name: 'force', flags: '--force', help, kind: FLAG, preset: false };
}

/** Declaration of `plenum profiles build`. */
const BUILD: CommandSpec = {
  name: 'build',
  summary: 'profiles of all job types on all node types into one SQLite file; goes on where it was stopped',
  arguments: [{ name: 'instance', help: 'jobs instance (JSON)' }],
  options: [
    { name: 'out', flags: '--out <file>', help: 'the database', kind: TEXT, isRequired: true },
    {
      name: 'nodeLimit',
      flags: '--node-limit <n>',
      kind: ANY_WHOLE,
      preset: DEFAULT_NODE_LIMIT,
      help: 'nodes of the exact search for each front; 0: NSGA-II alone',
    },
    {
      name: 'goal',
      flags: '--goal <what>',
      kind: { is: 'choice', of: ['front', 'product'] },
      preset: 'front',
      help: 'whole fronts of time and energy, or their least products alone, which are proven sooner and are all that val-en-join-opt and val-en-adapt-opt use',
    },
    { name: 'seed', flags: '--seed <n>', help: 'of NSGA-II', kind: ANY_WHOLE, preset: 1 },
    {
      name: 'workers',
      flags: '--workers <n>',
      kind: { is: 'whole', least: 1, most: MAX_WORKERS },
      help: 'worker threads; the file does not depend on it',
      presetFor: (processors) => Math.min(processors, DEFAULT_WORKERS),
    },
    force('overwrite whatever is there'),
  ],
  load: async () => (await import('./commands/profiles/build.js')).runBuild,
};

/** Declaration of `plenum profiles info`. */
const INFO: CommandSpec = {
  name: 'info',
  summary: 'what is in a database: node types, job types, fronts and how many are proven, points',
  arguments: DATABASE,
  options: [],
  load: async () => (await import('./commands/profiles/info.js')).runInfo,
};

/** Declaration of `plenum profiles query`. */
const QUERY: CommandSpec = {
  name: 'query',
  summary: 'the design of a job type that is best within limits, task by task; exit code 3 if none is within them',
  arguments: DATABASE,
  options: [
    { name: 'type', flags: '--type <name>', help: 'job type', kind: TEXT, isRequired: true },
    { name: 'nodeType', flags: '--node-type <name>', help: 'node type (default: any)', kind: TEXT },
    {
      name: 'cores',
      flags: '--cores <n>',
      kind: { is: 'whole', least: 1 },
      help: 'exactly so many cores (default: any number)',
    },
    {
      name: 'least',
      flags: '--least <goal>',
      kind: { is: 'choice', of: ['product', 'time', 'energy'] },
      help: 'what is to be least: product of time and energy, time or energy',
      preset: 'product',
    },
    {
      name: 'within',
      flags: '--within <s>',
      kind: { is: 'number', least: 0 },
      help: 'greatest response time (default: no limit)',
    },
    {
      name: 'energy',
      flags: '--energy <J>',
      kind: { is: 'number', least: 0 },
      help: 'greatest energy (default: no limit)',
    },
  ],
  load: async () => (await import('./commands/profiles/query.js')).runQuery,
};

/** Declaration of `plenum profiles export`. */
const EXPORT: CommandSpec = {
  name: 'export',
  summary: 'the whole database as JSON or CSV, for a scheduler in another language',
  arguments: DATABASE,
  options: [
    { name: 'out', flags: '--out <file>', help: 'where to write it', kind: TEXT, isRequired: true },
    {
      name: 'format',
      flags: '--format <name>',
      kind: { is: 'choice', of: ['json', 'csv'] },
      help: 'what to write',
      preset: 'json',
    },
    force('overwrite a file that is there'),
  ],
  load: async () => (await import('./commands/profiles/export.js')).runExport,
};

/** Declaration of `plenum profiles check`. */
const CHECK: CommandSpec = {
  name: 'check',
  summary: 'recompute every point of a database independently; exit code 3 if one is not what it says',
  arguments: DATABASE,
  options: [
    {
      name: 'instance',
      flags: '--instance <file>',
      kind: TEXT,
      help: 'jobs instance to judge by, where both have the types (default: the times and powers in the database)',
    },
  ],
  load: async () => (await import('./commands/profiles/check.js')).runCheck,
};

/** `plenum profiles`. */
export const PROFILES_COMMANDS: CommandGroup = {
  name: 'profiles',
  summary: 'response times and energies at which job types can run, kept in a file, with what is proven of them',
  commands: [BUILD, QUERY, INFO, EXPORT, CHECK],
};
