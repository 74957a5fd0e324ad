import { S_PER_DAY } from '../../../models/units.js';
import type { CommandGroup, CommandOption, CommandSpec } from '../commands.js';
import { MAX_WORKERS } from '../shared-options.js';
import { above, numbers, runningCores, secondsWithin, watts } from './option-readers.js';

/** Default number of threads of a build. Chosen: fewer if the machine has fewer processors; --workers asks for more. */
const DEFAULT_WORKERS = 4;
/**
 * Maximum number of samples of a coverage study. Chosen: each is solved as a separate state, and a mean needs far
 * fewer.
 */
const MAX_COVERAGE_SAMPLES = 100_000;
/** Maximum number of rooms of a robustness study. Chosen: each is simulated for a day. */
const MAX_ROOMS = 1000;
/** Maximum length of a simulated day, s: a month. Chosen: figures and rows by minute stay readable. */
const MAX_DAY_S = 31 * S_PER_DAY;
/** Minimum step of temperatures, s. Chosen: shorter ones change nothing in a model of minutes and take too long. */
const MIN_STEP_S = 0.1;
/** Maximum step of temperatures, s. Chosen: longer ones skip mapping events. */
const MAX_STEP_S = 3600;
/** Minimum temperature of options, C: absolute zero in whole degrees. */
const ABSOLUTE_ZERO_C = -273;

/** Kind of an option whose value is any text. */
const TEXT = { is: 'text' } as const;
/** Kind of an option that has no value. */
const FLAG = { is: 'flag' } as const;
/** Kind of an option whose value is a whole number of at least 0. */
const ANY_WHOLE = { is: 'whole', least: 0 } as const;
/** Kind of an option whose value is a number of at least 0. */
const AT_LEAST_0 = { is: 'number', least: 0 } as const;
/** Kind of an option whose value is a whole number of at least 1. */
const AT_LEAST_1 = { is: 'whole', least: 1 } as const;

function text(name: string, flags: string, help: string): CommandOption {
  return { name, flags, help, kind: TEXT };
}

function force(help = 'overwrite files that Plenum did not write, or that were changed since'): CommandOption {
  return { name: 'force', flags: '--force', help, kind: FLAG, preset: false };
}

/** Option for the instance that a database was built from. */
const BUILT_FROM = text(
  'instance',
  '--instance <file>',
  'the instance it was built from; needed where its air was imported',
);
/** Option for the seed of the states that are drawn. */
const SEED_OF_STATES: CommandOption = {
  name: 'seed',
  flags: '--seed <n>',
  help: 'of the states drawn',
  kind: ANY_WHOLE,
  preset: 1,
};
/** Argument of the commands that read a database. */
const WRITTEN = [{ name: 'database', help: 'as plenum templates build wrote it' }];
/** Argument of the commands that judge a database. */
const FROM_BUILD = [{ name: 'database', help: 'from plenum templates build' }];
/** Argument of the commands that read an instance. */
const INSTANCE = [{ name: 'instance', help: 'templates instance (JSON)' }];

/** Options for the tasks that arrive on a simulated day. */
const ARRIVALS: readonly CommandOption[] = [
  {
    ...text('arrivals', '--arrivals <pattern>', 'constant, bursty, sinusoidal, or a job trace: a .swf or .swf.gz file'),
    preset: 'constant',
  },
  {
    ...text(
      'rate',
      '--rate <tasks/s>',
      'constant: of all task types together (default 6); bursty: high,low (9,3); sinusoidal: mean (0.08)',
    ),
    read: numbers,
  },
  {
    ...text('burstS', '--burst-s <s>', 'bursty: length of the high and of the low intervals (default 7200)'),
    read: above,
  },
  { name: 'amplitude', flags: '--amplitude <share>', kind: AT_LEAST_0, help: 'sinusoidal: 0 to 1 (default 0.6)' },
  {
    name: 'traceStartS',
    flags: '--trace-start-s <s>',
    kind: AT_LEAST_0,
    help: 'trace: second of it at which the day begins (default 0)',
  },
  text('taskPer', '--task-per <what>', 'trace: a task per job (default) or per processor of it'),
  text(
    'taskTimes',
    '--task-times <what>',
    'trace: tasks take the time of their type (default), or the run time of their job: trace',
  ),
  {
    ...text('durationS', '--duration-s <s>', 'length of the day'),
    read: secondsWithin(1, MAX_DAY_S),
    preset: S_PER_DAY,
  },
  {
    name: 'seed',
    flags: '--seed <n>',
    kind: ANY_WHOLE,
    preset: 1,
    help: 'of arrivals, task types and nodes drawn at random',
  },
];

/** Option for the longest step of temperatures, s. */
const THERMAL_STEP: CommandOption = {
  ...text('thermalStepS', '--thermal-step-s <s>', 'longest step of temperatures'),
  read: secondsWithin(MIN_STEP_S, MAX_STEP_S),
  preset: 10,
};

/** Declaration of `plenum templates build`. */
const BUILD: CommandSpec = {
  name: 'build',
  summary: 'solve every state of an instance into one SQLite file; goes on where it was stopped',
  arguments: INSTANCE,
  options: [
    { ...text('out', '--out <file>', 'the database'), isRequired: true },
    {
      name: 'rounding',
      flags: '--rounding <rule>',
      kind: { is: 'choice', of: ['safe', 'ceiling'] },
      help: 'how utilisations become whole cores',
      preset: 'safe',
    },
    {
      name: 'standby',
      flags: '--standby <choice>',
      kind: { is: 'choice', of: ['allowed', 'never'] },
      help: 'whether nodes of groups with mayBeOff may be on standby',
      preset: 'allowed',
    },
    {
      name: 'workers',
      flags: '--workers <n>',
      kind: { is: 'whole', least: 1, most: MAX_WORKERS },
      help: 'worker threads; the file does not depend on it',
      presetFor: (processors) => Math.min(processors, DEFAULT_WORKERS),
    },
    force('overwrite whatever is there'),
  ],
  load: async () => (await import('./commands/build.js')).runBuild,
};

/** Declaration of `plenum templates query`. */
const QUERY: CommandSpec = {
  name: 'query',
  summary:
    'how to set the room in the stored state nearest to the one found, and how far off it is; exit code 3 if infeasible',
  arguments: WRITTEN,
  options: [
    {
      name: 'arriving',
      flags: '--arriving <tasks/s>',
      help: 'weighted arriving work',
      kind: AT_LEAST_0,
      isRequired: true,
    },
    {
      ...text('running', '--running <cores,...>', 'running cores by quadrant, in the order of the instance'),
      isRequired: true,
      read: runningCores,
    },
    {
      ...text('power', '--power <limit>', 'power limit of the room, in W, or with its unit: 170kW'),
      isRequired: true,
      read: watts,
    },
  ],
  jsonAdds: ', also with the allowable cores of every node',
  load: async () => (await import('./commands/query.js')).runQuery,
};

/** Declaration of `plenum templates info`. */
const INFO: CommandSpec = {
  name: 'info',
  summary: 'what is in a database: instance, air, states, gaps, what rounding to whole cores costs or breaks',
  arguments: WRITTEN,
  options: [],
  load: async () => (await import('./commands/info.js')).runInfo,
};

/** Declaration of `plenum templates export`. */
const EXPORT: CommandSpec = {
  name: 'export',
  summary: 'the whole database as JSON or CSV, for a scheduler in another language',
  arguments: WRITTEN,
  options: [
    { ...text('out', '--out <file>', 'where to write it'), isRequired: true },
    {
      name: 'format',
      flags: '--format <name>',
      kind: { is: 'choice', of: ['json', 'csv'] },
      help: 'what to write',
      preset: 'json',
    },
    force('overwrite a file that is there'),
  ],
  load: async () => (await import('./commands/export.js')).runExport,
};

/** Declaration of `plenum templates atlas`. */
const ATLAS: CommandSpec = {
  name: 'atlas',
  summary: 'one HTML file to leaf through the templates of a database: floor plan, vents, set-point, cores, proven gap',
  arguments: [{ name: 'database', help: 'made by plenum templates build' }],
  options: [
    { ...text('out', '--out <file>', 'the page'), isRequired: true },
    { name: 'state', flags: '--state <n>', help: 'state shown first', kind: ANY_WHOLE },
    text(
      'instance',
      '--instance <file>',
      'of imported air, for temperatures: the instance the database was built from',
    ),
    force(),
  ],
  load: async () => (await import('./commands/atlas.js')).runAtlas,
};

/** Declaration of `plenum templates check`. */
const CHECK: CommandSpec = {
  name: 'check',
  summary: 'recompute every template of a database independently; exit code 3 if one is not what it says',
  arguments: FROM_BUILD,
  options: [
    { name: 'sample', flags: '--sample <n>', help: 'only this many states, drawn at random', kind: AT_LEAST_1 },
    SEED_OF_STATES,
    BUILT_FROM,
  ],
  load: async () => (await import('./commands/check.js')).runCheck,
};

/** Declaration of `plenum templates coverage`. */
const COVERAGE: CommandSpec = {
  name: 'coverage',
  summary:
    'which states of a database are infeasible and why, what rounding to the nearest one costs, and which step to halve',
  arguments: FROM_BUILD,
  options: [
    {
      name: 'samples',
      flags: '--samples <n>',
      help: 'states off the grid, drawn at random; 0 for none',
      kind: { is: 'whole', least: 0, most: MAX_COVERAGE_SAMPLES },
      preset: 200,
    },
    SEED_OF_STATES,
    BUILT_FROM,
    text('out', '--out <dir>', 'write coverage.json, running-cores.csv and samples.csv there'),
    force(),
  ],
  load: async () => (await import('./commands/coverage.js')).runCoverage,
};

/** Declaration of `plenum templates day`. */
const DAY: CommandSpec = {
  name: 'day',
  summary: 'simulate a day of a room, task by task, with and without templates: reward, energy, temperatures',
  arguments: INSTANCE,
  options: [
    text('database', '--database <file>', 'templates of the instance, from plenum templates build'),
    {
      name: 'asAsked',
      flags: '--as-asked',
      kind: FLAG,
      preset: false,
      help: 'in place of --database: solve templates when the day comes to them',
    },
    text('cache', '--cache <dir>', 'with --as-asked: folder of its own that keeps solved templates for other days'),
    {
      name: 'marginK',
      flags: '--margin-k <K>',
      kind: AT_LEAST_0,
      help: 'with --as-asked: templates stay so far below the outlet limit (default: 0)',
    },
    text(
      'methods',
      '--methods <list>',
      'pairs such as greedy+templates,lbbn+throttling (default: greedy with each thermal manager there is)',
    ),
    text('mapping', '--mapping <name>', 'instead of --methods: greedy, consolidation, lbbn or lbbr'),
    text('thermal', '--thermal <name>', 'instead of --methods: overcooling, throttling or templates'),
    ...ARRIVALS,
    {
      ...text('energyBudget', '--energy-budget <MJ,...>', 'when it is spent the room stops (default: no limit)'),
      read: numbers,
    },
    {
      name: 'overcoolingC',
      flags: '--overcooling-c <C>',
      help: 'set-point of overcooling',
      kind: { is: 'number', least: ABSOLUTE_ZERO_C },
      preset: 22,
    },
    {
      name: 'throttlingC',
      flags: '--throttling-c <C>',
      help: 'set-point of throttling',
      kind: { is: 'number', least: ABSOLUTE_ZERO_C },
      preset: 28,
    },
    THERMAL_STEP,
    {
      ...text(
        'seriesIntervalS',
        '--series-interval-s <s>',
        'interval of series; the record then has the mean power of each (default: 60)',
      ),
      read: secondsWithin(1, MAX_DAY_S),
    },
    {
      name: 'infeasibleState',
      flags: '--infeasible-state <rule>',
      preset: 'largest-limit',
      kind: { is: 'choice', of: ['largest-limit', 'next-limit', 'best-effort'] },
      help: 'where the nearest state is infeasible: the largest power limit, the next higher one that is not, or its best effort',
    },
    text('out', '--out <dir>', 'write result.json, series.csv and day.html there'),
    {
      name: 'forUtility',
      flags: '--for-utility',
      kind: FLAG,
      preset: false,
      help: 'with --out: also write day-series.json, and utility.json with tasks.csv, the same tasks in the same room as a utility instance',
    },
    {
      name: 'redLineC',
      flags: '--red-line-c <C>',
      kind: { is: 'number', least: ABSOLUTE_ZERO_C },
      help: 'with --for-utility: red line of the inlets in utility.json (default: none)',
    },
    force(),
  ],
  load: async () => (await import('./commands/day.js')).runDay,
};

/** Declaration of `plenum templates robustness`. */
const ROBUSTNESS: CommandSpec = {
  name: 'robustness',
  summary: 'templates in rooms whose air is not quite the one they were made for: outlets too hot, reward of a day',
  arguments: INSTANCE,
  options: [
    {
      ...text('database', '--database <file>', 'templates of the instance, from plenum templates build'),
      isRequired: true,
    },
    {
      name: 'spread',
      flags: '--spread <share>',
      kind: AT_LEAST_0,
      preset: 0.1,
      help: 'influence weights are off by up to this share',
    },
    {
      name: 'rooms',
      flags: '--rooms <n>',
      kind: { is: 'whole', least: 1, most: MAX_ROOMS },
      preset: 5,
      help: 'noisy rooms, with seeds from --seed on; two with more and less recirculation follow',
    },
    ...ARRIVALS,
    {
      name: 'energyBudget',
      flags: '--energy-budget <MJ>',
      kind: AT_LEAST_0,
      help: 'when it is spent the room stops (default: no limit)',
    },
    THERMAL_STEP,
    text('out', '--out <dir>', 'write robustness.json there'),
    force(),
  ],
  load: async () => (await import('./commands/robustness.js')).runRobustness,
};

/** `plenum templates`. */
export const TEMPLATES_COMMANDS: CommandGroup = {
  name: 'templates',
  summary: 'how to set a room in every state an online scheduler may find it in, and what that is worth',
  commands: [BUILD, QUERY, INFO, EXPORT, ATLAS, CHECK, COVERAGE, DAY, ROBUSTNESS],
};
