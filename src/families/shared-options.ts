import type { OptionSpec } from './options.js';

/** Kind of an option that takes no value. */
export const FLAG = { is: 'flag' } as const;
/** Kind of an option whose value is any text. */
export const TEXT = { is: 'text' } as const;
/** Kind of an option whose value is a whole number of at least 0. */
export const ANY_WHOLE = { is: 'whole', least: 0 } as const;
/** Kind of an option whose value is a whole number of at least 1. */
export const AT_LEAST_1 = { is: 'whole', least: 1 } as const;
/** Kind of an option whose value is a number of at least 0. */
export const AT_LEAST_0 = { is: 'number', least: 0 } as const;

// Options that several families or commands take, each in its own words.

/**
 * Maximum of `--workers`, the number of threads of a command. Our choice: more than the processors of one machine gain
 * nothing.
 */
const MAX_WORKERS = 64;
/** Maximum number of trials of `plenum compare`. Our choice: more hardly narrow the confidence intervals. */
export const MAX_COMPARED_TRIALS = 1000;
/** Maximum number of points of a Pareto front. Our choice: each point is a separate run. */
const MAX_FRONT_POINTS = 100;
/** Maximum number of trials of `plenum sweep`. Our choice: the papers run 48 to 100. */
const MAX_TRIALS = 500;
/**
 * Maximum number of samples of `plenum simulate`. Our choice: the standard error of a probability is then at most
 * 0.0005.
 */
const MAX_SAMPLES = 1_000_000;

/**
 * Returns the option that asks for a Pareto front instead of one plan.
 *
 * @param traded names of the two objectives, for the help
 */
export function frontOption(traded: string) {
  return {
    flags: '--front <n>',
    verbs: ['solve'],
    group: 'what',
    help: `also trace ${traded} with this many points, each a run of its own`,
    kind: { is: 'whole', least: 2, most: MAX_FRONT_POINTS },
    requires: [{ option: 'out', given: true, because: 'the front is in report.html and result.json alone' }],
  } as const satisfies OptionSpec;
}

/**
 * Returns the option `--trials` of a sweep.
 *
 * @param whose words for what is repeated, for the help
 * @param preset default number of trials
 */
export function sweepTrialsOption(whose: string, preset: number) {
  return {
    flags: '--trials <n>',
    verbs: ['sweep'],
    group: 'effort',
    help: whose,
    kind: { is: 'whole', least: 1, most: MAX_TRIALS },
    preset,
  } as const satisfies OptionSpec;
}

/** Returns the option for the time limit of the separate bound, computed after a method that proves none. */
export function boundTimeLimitOption(
  methods: readonly { readonly name: string; readonly certifies: boolean }[],
): BoundTimeLimit {
  return {
    flags: '--bound-time-limit <s>',
    verbs: ['solve'],
    group: 'effort',
    help: 'stop the separate bound after about this many seconds',
    kind: { is: 'number', least: 0 },
    usual: '--time-limit once more',
    heededBy: methods.filter(({ certifies }) => !certifies).map(({ name }) => name),
    requires: [{ option: 'bound', given: true, orGiven: 'front' }],
  };
}

/** The option for the time limit of the separate bound. */
export interface BoundTimeLimit extends OptionSpec {
  readonly flags: '--bound-time-limit <s>';
  readonly verbs: readonly ['solve'];
  readonly kind: { readonly is: 'number'; readonly least: 0 };
}

/**
 * Returns the option for the number of samples of `plenum simulate`.
 *
 * @param sample words for what one sample is, for the help
 * @param preset default number of samples
 */
export function samplesOption(sample: string, preset: number) {
  return {
    flags: '--samples <n>',
    verbs: ['simulate'],
    group: 'effort',
    help: `how many ${sample} to simulate`,
    kind: { is: 'whole', least: 2, most: MAX_SAMPLES },
    preset,
  } as const satisfies OptionSpec;
}

/** Option `--json`: print the result as JSON. */
export const JSON_OBJECT = {
  flags: '--json',
  group: 'output',
  help: 'print one JSON object',
  kind: FLAG,
  preset: false,
} as const satisfies OptionSpec;

/** Option `--force`: overwrite existing files. */
export const FORCE = {
  flags: '--force',
  group: 'output',
  help: 'overwrite files that Plenum did not write, or that were changed since',
  kind: FLAG,
  preset: false,
} as const satisfies OptionSpec;

/** Option `--allow-outside`: an instance may name files outside its folder. */
export const ALLOW_OUTSIDE = {
  flags: '--allow-outside',
  group: 'output',
  help: 'let the instance name files outside its own folder',
  kind: FLAG,
  preset: false,
} as const satisfies OptionSpec;

/** Option `--out` of commands that write one file. */
export const OUT_FILE = {
  flags: '--out <file>',
  group: 'output',
  help: 'where to write it',
  kind: TEXT,
  isRequired: true,
} as const satisfies OptionSpec;

/** Option `--write-study`: write a study file of the command's runs instead of making them. */
export const WRITE_STUDY = {
  flags: '--write-study <file>',
  group: 'output',
  help: 'write these runs as a study file (plenum study), and run nothing',
  kind: TEXT,
} as const satisfies OptionSpec;

export function workersOption(help: string) {
  return {
    flags: '--workers <n>',
    group: 'effort',
    help,
    kind: { is: 'whole', least: 1, most: MAX_WORKERS },
  } as const satisfies OptionSpec;
}

/**
 * Default maximum number of threads of a database build, fewer on machines with fewer processors. Our choice:
 * `--workers` can ask for more.
 */
const BUILD_WORKERS = 4;

/** Options of the commands that build a database. */
export const DATABASE_BUILD = {
  out: { ...OUT_FILE, help: 'the database' },
  workers: {
    ...workersOption('worker threads; the file does not depend on it'),
    presetFor: (processors: number) => Math.min(processors, BUILD_WORKERS),
  },
  force: { ...FORCE, help: 'overwrite whatever is there' },
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** Options of the commands that export a whole database into a file. */
export const DATABASE_EXPORT = {
  out: OUT_FILE,
  format: {
    flags: '--format <name>',
    group: 'output',
    kind: { is: 'choice', of: ['json', 'csv'] },
    help: 'what to write',
    preset: 'json',
  },
  force: { ...FORCE, help: 'overwrite a file that is there' },
} as const satisfies Readonly<Record<string, OptionSpec>>;
