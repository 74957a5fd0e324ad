import type { OptionSpec } from './options.js';

/** Greatest number of threads a command may be asked for. Ours: more than the processors of one machine gain nothing. */
export const MAX_WORKERS = 64;

// Options that several families take: one declaration, in each family's words.

/** Points of a trade-off. */
const MAX_FRONT_POINTS = 100;
const MAX_SAMPLES = 1_000_000;

/** `own`: what is traded for what. */
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

/** Limit of the bound that follows a method without one. */
export const BOUND_TIME_LIMIT: OptionSpec = {
  name: 'boundTimeLimit',
  flags: '--bound-time-limit <s>',
  verbs: ['solve'],
  help: 'stop the separate bound after about this many seconds (default: --time-limit once more)',
  kind: { is: 'number', least: 0 },
};

/** `own`: what one sample is, and how many there are by default. */
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
