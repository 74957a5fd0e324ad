import type { OptionSpec } from './options.js';

/** Greatest number of threads a command may be asked for. Ours: more than the processors of one machine gain nothing. */
export const MAX_WORKERS = 64;

// Options that several families take: one declaration, in each family's words.

/** Greatest number of points of a front. Ours: each is a run of its own. */
const MAX_FRONT_POINTS = 100;
/** Greatest number of trials of a sweep. Ours: the papers run 48 to 100. */
const MAX_TRIALS = 500;
/** Greatest number of samples of a simulation. Ours: the standard error of a probability is then at most 0.0005. */
const MAX_SAMPLES = 1_000_000;

/** Option for a front; `own` says what is traded for what. */
export function frontOption(own: string): OptionSpec {
  return {
    name: 'front',
    flags: '--front <n>',
    verbs: ['solve'],
    help: 'also trace {} with this many points, each a run of its own',
    own,
    kind: { is: 'whole', least: 2, most: MAX_FRONT_POINTS },
  };
}

/** Option for what plans make best; `own` says what that may be. Each family judges the word itself. */
export function objectiveOption(verbs: readonly string[], own: string): OptionSpec {
  return {
    name: 'objective',
    flags: '--objective <list>',
    verbs,
    help: 'what to make best: {}',
    own,
    kind: { is: 'text' },
  };
}

/** Option for the number of trials of a sweep; `own` says what they are for, and how many there are by default. */
export function sweepTrialsOption(own: string): OptionSpec {
  return {
    name: 'trials',
    flags: '--trials <n>',
    verbs: ['sweep'],
    help: 'trials of a sweep: {}',
    own,
    kind: { is: 'whole', least: 1, most: MAX_TRIALS },
  };
}

/** Limit of the bound that follows a method without one. */
export const BOUND_TIME_LIMIT: OptionSpec = {
  name: 'boundTimeLimit',
  flags: '--bound-time-limit <s>',
  verbs: ['solve'],
  help: 'stop the separate bound after about this many seconds (default: --time-limit once more)',
  kind: { is: 'number', least: 0 },
};

/** Option for the number of samples; `own` says what one sample is, and how many there are by default. */
export function samplesOption(own: string): OptionSpec {
  return {
    name: 'samples',
    flags: '--samples <n>',
    verbs: ['simulate'],
    help: 'how many to simulate: {}',
    own,
    kind: { is: 'whole', least: 2, most: MAX_SAMPLES },
  };
}
