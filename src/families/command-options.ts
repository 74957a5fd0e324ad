import { quantityIn } from '../instances/units.js';
import { RefusedOption } from './commands.js';
import { MAX_VARIANTS } from './generate.js';
import type { Options } from './options.js';
import {
  ALLOW_OUTSIDE,
  ANY_WHOLE,
  AT_LEAST_1,
  FLAG,
  OUT_FILE,
  FORCE,
  JSON_OBJECT,
  TEXT,
  workersOption,
  WRITE_STUDY,
} from './shared-options.js';

// Options of the commands that are no verbs about one instance, a table for each.

/**
 * Maximum number of seeded variants on which `plenum arena` tests methods. Our choice: the limit of seeds in a study.
 */
const MAX_ARENA_VARIANTS = 1000;
/**
 * Maximum of `--trials`, the number of trials of each figure in `plenum reproduce`. Our choice: far more than in the
 * papers.
 */
const MAX_FIGURE_TRIALS = 10_000;
/**
 * Default number of workers of `plenum reproduce`, on a machine with at least as many processors. Our choice: a worker
 * takes some hundred MB at 4,320 nodes.
 */
const FIGURE_WORKERS = 8;
/** Pattern of a run's key (64 hexadecimal digits), or of the key's first digits, at least 6. */
const KEY_BEGINNING = /^[0-9a-f]{6,64}$/;

/** How users write keys of runs, as text for error messages. */
export const KEYS_ALLOWED = 'keys of runs: 64 hexadecimal digits each, or 6 or more with which only one begins';

/** Returns true if `text` may be a run's key (64 hexadecimal digits), or the key's first digits, at least 6. */
export function isKeyOfRun(text: unknown): boolean {
  return typeof text === 'string' && KEY_BEGINNING.test(text);
}

/** Limit of a run in `plenum arena`: a time limit, or a maximum number of the method's steps. */
interface Budget {
  readonly timeLimitS: number | null;
  readonly workLimit: number | null;
}

function list(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

function keys(text: string, option: string): readonly string[] {
  const wrong = list(text).find((key) => !isKeyOfRun(key));
  if (wrong === undefined) return list(text);
  throw new RefusedOption(option, wrong, KEYS_ALLOWED, 'Copy them from the records.');
}

function times(text: string, option: string): readonly Budget[] {
  return list(text).map((word) => {
    const timeLimitS = quantityIn(word, { of: 's', per: null });
    if (typeof timeLimitS === 'number' && timeLimitS > 0) return { timeLimitS, workLimit: null };
    throw new RefusedOption(option, word, 'times above 0, e.g. "1 s,5 s,1 min"', 'Correct the value.');
  });
}

function steps(text: string, option: string): readonly Budget[] {
  return list(text).map((word) => {
    const workLimit = Number(word);
    if (Number.isSafeInteger(workLimit) && workLimit >= 1) return { timeLimitS: null, workLimit };
    throw new RefusedOption(option, word, 'whole numbers of steps, at least 1', 'Correct the value.');
  });
}

/** Option `--allow-outside`: a study and its instances may name files outside their folders. */
const STUDY_OUTSIDE = {
  ...ALLOW_OUTSIDE,
  help: 'let the study and its instances name files outside their own folders',
} as const;
/** Option `--allow-modules`: a study may name JavaScript modules, whose code is run. */
const ALLOW_MODULES = {
  flags: '--allow-modules',
  group: 'output',
  help: 'let the study name modules (constraints): their code is run with your rights',
  kind: FLAG,
  preset: false,
} as const;
/** Option `--yes`: confirms a large number of runs. */
const YES = {
  flags: '--yes',
  group: 'effort',
  help: 'make more runs than are made unasked',
  kind: FLAG,
  preset: false,
} as const;
/** Option `--retry`: which runs with a record are made again (none, or failed ones). */
const RETRY = {
  flags: '--retry <which>',
  help: 'failed: make the runs anew that failed',
  kind: { is: 'choice', of: ['none', 'failed'] },
  preset: 'none',
} as const;
/**
 * Option `--template`: shell line that calls another batch scheduler, with `{command}` or `{script}` to be filled in.
 */
const TEMPLATE = {
  flags: '--template <line>',
  help: 'with --engine command: shell line with {command} or {script} (docs/studies/slurm.md)',
  kind: TEXT,
} as const;
/** Option `--engine`: what starts the runs, Slurm or the shell line of `--template`. */
const ENGINE = {
  flags: '--engine <name>',
  help: 'who runs the tasks',
  kind: { is: 'choice', of: ['slurm', 'command'] },
} as const;
/** Option `--tasks-per-job`: number of runs in each task of an array job. */
const TASKS_PER_JOB = {
  flags: '--tasks-per-job <n>',
  group: 'effort',
  help: 'runs that each task of the array makes, one after another',
  kind: AT_LEAST_1,
  preset: 1,
} as const;
/** Option `--dry-run`: show what would be submitted to a batch scheduler. */
const DRY_RUN = {
  flags: '--dry-run',
  help: 'show what would be submitted, and write nothing',
  kind: FLAG,
  preset: false,
} as const;
/** Option `--no-times`: leave out values that depend on the machine, such as times, memory and versions. */
const TIMES = {
  flags: '--no-times',
  group: 'output',
  help: 'leave out what depends on the machine: times, memory, host, versions',
  kind: FLAG,
  preset: true,
} as const;

/** Options of `plenum study check`. */
export const STUDY_CHECK_OPTIONS = {
  out: {
    flags: '--out <dir>',
    group: 'output',
    help: 'study folder to compare it with: what is done, and what a change leaves valid',
    kind: TEXT,
  },
  yes: { ...YES, help: 'let it have more than 10000 runs' },
  allowOutside: STUDY_OUTSIDE,
  allowModules: ALLOW_MODULES,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum study resume`. */
export const STUDY_RESUME_OPTIONS = {
  workers: { ...workersOption('runs made at a time, each in a process of its own'), preset: 1 },
  retry: RETRY,
  yes: YES,
  allowOutside: STUDY_OUTSIDE,
  allowModules: ALLOW_MODULES,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum study run`. */
export const STUDY_RUN_OPTIONS = {
  out: {
    flags: '--out <dir>',
    group: 'output',
    help: 'study folder: one record file per run',
    kind: TEXT,
    usual: 'the folder named as study',
  },
  runs: {
    flags: '--runs <keys>',
    help: 'only the runs with these keys, comma-separated; 6 digits of each will do where they tell it apart',
    kind: TEXT,
    read: keys,
  },
  list: {
    flags: '--list <file>',
    help: 'only the runs whose keys stand in a line of this file, separated by blanks',
    kind: TEXT,
  },
  line: { flags: '--line <n>', help: 'number of that line, from 1', kind: AT_LEAST_1 },
  ...STUDY_RESUME_OPTIONS,
} as const satisfies Options;

/** Options of `plenum study submit`. */
export const STUDY_SUBMIT_OPTIONS = {
  out: {
    flags: '--out <dir>',
    group: 'output',
    help: 'study folder, seen by all nodes under this path',
    kind: TEXT,
    usual: 'the folder named as study',
  },
  engine: { ...ENGINE, preset: 'slurm' },
  tasksPerJob: TASKS_PER_JOB,
  template: TEMPLATE,
  program: {
    flags: '--program <path>',
    help: 'plenum on the nodes',
    kind: TEXT,
    usual: 'this Node.js and this Plenum by their paths',
  },
  retry: RETRY,
  dryRun: DRY_RUN,
  yes: { ...YES, help: 'make more runs than are made unasked; hand over again what may still wait or run' },
  allowOutside: STUDY_OUTSIDE,
  allowModules: ALLOW_MODULES,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum study status`. */
export const STUDY_STATUS_OPTIONS = { allowOutside: STUDY_OUTSIDE, json: JSON_OBJECT } as const satisfies Options;

/** Options of `plenum study collect`. */
export const STUDY_COLLECT_OPTIONS = { force: FORCE, ...STUDY_STATUS_OPTIONS } as const satisfies Options;

/** Options of `plenum study report`. */
export const STUDY_REPORT_OPTIONS = {
  out: { ...OUT_FILE, isRequired: false, usual: 'report.html in the folder' },
  times: TIMES,
  ...STUDY_COLLECT_OPTIONS,
} as const satisfies Options;

/** Options of `plenum study export`. */
export const STUDY_EXPORT_OPTIONS = {
  format: {
    flags: '--format <name>',
    group: 'output',
    help: 'format of the table',
    kind: { is: 'choice', of: ['csv', 'sqlite', 'parquet'] },
    preset: 'csv',
  },
  out: OUT_FILE,
  trajectories: {
    flags: '--trajectories <file>',
    group: 'output',
    help: 'write the trajectories there, in the same format; a SQLite file has them anyway',
    kind: TEXT,
  },
  times: TIMES,
  ...STUDY_COLLECT_OPTIONS,
} as const satisfies Options;

/** Options of `plenum arena`. */
export const ARENA_OPTIONS = {
  out: { flags: '--out <dir>', group: 'output', help: 'study folder: records, study file and page', kind: TEXT },
  variants: {
    flags: '--variants <n>',
    group: 'effort',
    help: 'number of variants',
    kind: { is: 'whole', least: 1, most: MAX_ARENA_VARIANTS },
    usual: 'as many as the tests need',
  },
  methods: {
    flags: '--methods <names>',
    help: 'methods, comma-separated',
    kind: TEXT,
    usual: 'all that can run on the instance',
    read: list,
  },
  budgets: {
    flags: '--budgets <times>',
    group: 'effort',
    help: 'time limits of the runs, e.g. "1 s,5 s,20 s"',
    kind: TEXT,
    usual: 'by a first timed run',
    read: times,
  },
  work: {
    flags: '--work <steps>',
    group: 'effort',
    help: 'work limits of the runs instead, e.g. 10,100,1000: they repeat exactly',
    kind: TEXT,
    read: steps,
  },
  uncertainty: {
    flags: '--uncertainty <field=share>',
    help: 'a field and how much more or less it may be, e.g. "limits.powerCapW=±10 %", or =drawn for a seed; 0 takes a usual one out; several by commas',
    kind: TEXT,
    read: list,
    isRepeated: true,
  },
  seed: { flags: '--seed <n>', group: 'effort', help: 'seed of the first variant', kind: ANY_WHOLE, preset: 1 },
  workers: STUDY_RESUME_OPTIONS.workers,
  writeStudy: WRITE_STUDY,
  yes: { ...YES, help: 'begin although it may take longer than 10 min' },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum reproduce`. */
export const REPRODUCE_OPTIONS = {
  reduced: { flags: '--reduced', group: 'effort', help: 'at least 12 trials (default)', kind: FLAG, preset: false },
  full: {
    flags: '--full',
    group: 'effort',
    help: "the thesis' trials: 48, of chapter 2 96; of chapter 4 twelve days and for gald-cl the evaluations of an hour per epoch; of chapter 5 twelve; the papers' 48 or 64",
    kind: FLAG,
    preset: false,
  },
  trials: {
    flags: '--trials <n>',
    group: 'effort',
    help: 'another number of trials, of chapter 4 at most 36: one of each day',
    kind: { is: 'whole', least: 1, most: MAX_FIGURE_TRIALS },
  },
  untilDecided: {
    flags: '--until-decided',
    group: 'effort',
    help: 'go on to 24 and 48 trials while a claim on the figure is undecided',
    kind: FLAG,
    preset: false,
  },
  workers: {
    ...workersOption('worker threads; the records do not depend on it'),
    presetFor: (processors: number) => Math.min(processors, FIGURE_WORKERS),
  },
  out: {
    flags: '--out <dir>',
    group: 'output',
    help: 'directory of the runs made, records and pages',
    kind: TEXT,
    preset: 'out/reproduction',
  },
  estimate: { flags: '--estimate', help: 'print the estimated time and end', kind: FLAG, preset: false },
  writeDocs: {
    flags: '--write-docs <dir>',
    group: 'output',
    help: 'write the records in --out there as CSV, and from all of these claims.md and a page per family; details.md goes to --out',
    kind: TEXT,
  },
  judge: {
    flags: '--judge',
    help: 'run nothing: verdicts from the records that come with Plenum',
    kind: FLAG,
    preset: false,
  },
  engine: { ...ENGINE, help: 'submit the runs and end: slurm, or any scheduler by --template' },
  tasksPerJob: { ...TASKS_PER_JOB, help: 'with --engine: runs that each task makes' },
  template: TEMPLATE,
  dryRun: { ...DRY_RUN, help: `with --engine: ${DRY_RUN.help}` },
  writeStudy: WRITE_STUDY,
  force: FORCE,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum generate` that all families share. */
export const GENERATE_OPTIONS = {
  seed: { flags: '--seed <n>', group: 'effort', help: 'first seed', kind: ANY_WHOLE, preset: 1 },
  count: {
    flags: '--count <n>',
    group: 'effort',
    help: 'how many variants, with consecutive seeds',
    kind: { is: 'whole', least: 1, most: MAX_VARIANTS },
    preset: 1,
  },
  out: { flags: '--out <dir>', group: 'output', help: 'directory to write to', kind: TEXT, preset: '.' },
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum export`. */
export const EXPORT_OPTIONS = {
  out: OUT_FILE,
  force: FORCE,
  allowOutside: ALLOW_OUTSIDE,
  json: JSON_OBJECT,
} as const satisfies Options;

/** Options of `plenum validate`. */
export const VALIDATE_OPTIONS = { allowOutside: ALLOW_OUTSIDE, json: JSON_OBJECT } as const satisfies Options;

/** Options of commands that print their result and write no files. */
export const PRINTED_OPTIONS = { json: JSON_OBJECT } as const satisfies Options;

/** Options of each command by name, without commands whose options depend on the family, such as `solve`. */
export const COMMAND_OPTIONS: Readonly<Record<string, Options>> = {
  'study check': STUDY_CHECK_OPTIONS,
  'study run': STUDY_RUN_OPTIONS,
  'study resume': STUDY_RESUME_OPTIONS,
  'study submit': STUDY_SUBMIT_OPTIONS,
  'study status': STUDY_STATUS_OPTIONS,
  'study report': STUDY_REPORT_OPTIONS,
  'study collect': STUDY_COLLECT_OPTIONS,
  'study export': STUDY_EXPORT_OPTIONS,
  arena: ARENA_OPTIONS,
  generate: GENERATE_OPTIONS,
  reproduce: REPRODUCE_OPTIONS,
  export: EXPORT_OPTIONS,
  validate: VALIDATE_OPTIONS,
};
