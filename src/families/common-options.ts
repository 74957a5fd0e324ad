import { type NamedOption, type Options, optionsOf, type WordsOf } from './options.js';
import {
  ALLOW_OUTSIDE,
  FLAG,
  FORCE,
  JSON_OBJECT,
  MAX_COMPARED_TRIALS,
  TEXT,
  workersOption,
  WRITE_STUDY,
} from './shared-options.js';

/** Verbs that run one method several times, on changed instances. */
const SERIES = ['sweep', 'day'] as const;
/** Verbs that compute plans. */
const SOLVING = ['solve', 'compare', ...SERIES] as const;
/** Verbs that write output files. */
const WRITING = [...SOLVING, 'simulate'] as const;

/** Options that all families have, by name. The name of an option is its flag in camel case. */
export const COMMON_OPTIONS = {
  over: {
    flags: '--over <field=values>',
    verbs: ['sweep'],
    group: 'what',
    help: 'what to vary, e.g. redLineC=26,28,30 or powerCapW=2e5:3e5:1e4 or arrivalRatePerS=x0.5:x1.5:x0.25; repeat for a grid',
    kind: TEXT,
    isRepeated: true,
  },
  methods: {
    flags: '--methods <list>',
    verbs: ['compare'],
    group: 'what',
    help: 'methods, comma-separated, each with forms of its family behind it: name:form (docs/studies/comparing.md)',
    kind: TEXT,
    isRequired: true,
  },
  method: { flags: '--method <name>', verbs: ['solve', ...SERIES], group: 'what', help: 'method', kind: TEXT },
  baseline: {
    flags: '--baseline <plan>',
    verbs: ['solve'],
    group: 'what',
    help: 'plan to compare with',
    kind: TEXT,
    usual: 'with --out the simple method of the family: docs/results.md',
  },
  reference: {
    flags: '--reference <method>',
    verbs: ['compare'],
    group: 'what',
    help: 'the one of them the others are held against',
    kind: TEXT,
    usual: 'the first',
  },
  vary: {
    flags: '--vary',
    verbs: ['compare'],
    group: 'what',
    help: 'every trial is a seeded variant of the workload (not of geo instances)',
    kind: FLAG,
    preset: false,
  },
  trials: {
    flags: '--trials <n>',
    verbs: ['compare'],
    group: 'effort',
    help: 'trials, with consecutive seeds',
    kind: { is: 'whole', least: 1, most: MAX_COMPARED_TRIALS },
    preset: 5,
  },
  seed: {
    flags: '--seed <n>',
    verbs: WRITING,
    group: 'effort',
    help: 'seed of stochastic methods',
    helpOf: { compare: 'first seed', simulate: 'seed of the draws' },
    kind: { is: 'whole', least: 0 },
    preset: 1,
  },
  timeLimit: {
    flags: '--time-limit <s>',
    verbs: [...SOLVING, 'bound', 'explain'],
    group: 'effort',
    help: 'stop after about this many seconds',
    helpOf: {
      solve: 'stop after about so long with the best plan so far',
      compare: 'stop each run after about this many seconds',
      sweep: 'stop each point after about this many seconds',
      day: 'stop each epoch after about this many seconds',
    },
    kind: { is: 'number', least: 0 },
  },
  workLimit: {
    flags: '--work-limit <n>',
    verbs: SOLVING,
    group: 'effort',
    help: 'stop after this many steps (exactly repeatable)',
    helpOf: {
      compare: 'stop each run after this many steps',
      sweep: 'stop each point after this many steps',
      day: 'stop each epoch after this many steps',
    },
    kind: { is: 'whole', least: 1 },
  },
  bound: {
    flags: '--no-bound',
    verbs: ['solve', ...SERIES],
    group: 'effort',
    help: 'no separate bound for methods that give none',
    kind: FLAG,
    preset: true,
  },
  workers: {
    ...workersOption('with --work-limit alone: runs at a time; what is found does not depend on it'),
    verbs: ['compare'],
    preset: 1,
  },
  out: {
    flags: '--out <dir>',
    verbs: WRITING,
    group: 'output',
    help: 'write plan.json, plan.csv, result.json, report.html there',
    helpOf: {
      compare: 'write compare.json, .csv and .html there; a comparison cut short is taken up again',
      sweep: 'write sweep.json, sweep.csv and sweep.html there; a run cut short is taken up again',
      day: 'write day.json, day.csv, plans.csv and day.html there; a run cut short is taken up again',
      simulate: 'write simulation.json and simulation.html there (robust instances: simulation.json)',
    },
    kind: TEXT,
  },
  writeStudy: { ...WRITE_STUDY, verbs: ['compare', ...SERIES] },
  force: { ...FORCE, verbs: [...WRITING, 'bound'], help: 'overwrite files that Plenum did not write' },
  allowOutside: { ...ALLOW_OUTSIDE, verbs: [...WRITING, 'check', 'bound', 'explain'] },
  json: { ...JSON_OBJECT, verbs: [...WRITING, 'check', 'bound', 'explain'] },
} as const satisfies Options;

export type CommonValues<Verb extends string> = WordsOf<typeof COMMON_OPTIONS, Verb>;

/** Returns those of COMMON_OPTIONS that a verb has, with the help texts for this verb. */
export function commonOptions(verb: string): readonly NamedOption[] {
  return optionsOf({ options: COMMON_OPTIONS }, verb);
}
