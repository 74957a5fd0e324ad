import type { Making } from '../generate.js';
import { TASK_OPTIONS } from '../making-options.js';
import type { Options } from '../options.js';

/** Maximum number of data centres of a generated instance. Our choice: five times those of us-200. */
const MAX_CENTRES = 1000;

/** Command-line options of `plenum generate --centres`. */
export const CENTRES_OPTIONS = {
  centres: {
    flags: '--centres <n>',
    verbs: ['generate'],
    kind: { is: 'whole', least: 1, most: MAX_CENTRES },
    help: 'data centres of a new geo instance: 4, 8, 16 (of the thesis), or another number drawn from --seed',
  },
  date: {
    flags: '--date <YYYY-MM-DD>',
    verbs: ['generate'],
    kind: { is: 'text' },
    help: 'day of a new geo instance (default: 2017-07-12)',
  },
  ...TASK_OPTIONS,
} as const satisfies Options;

/** Declares `plenum generate --centres n`: one of the thesis' groups, or random data centres from a seed. */
export const CENTRES_MAKING: Making = {
  asks: 'centres',
  allowed: `a whole number from 1 to ${MAX_CENTRES}`,
  makes: 'data centres',
};
