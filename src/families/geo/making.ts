import type { Making } from '../generate.js';
import { TASK_TYPES_OPTION, WORKLOAD_OPTION } from '../making-options.js';

/**
 * Maximum number of data centres of a generated instance. Chosen: five times those of the largest bundled one, us-200.
 */
const MAX_CENTRES = 1000;

/** `plenum generate --centres n`: a group of the thesis, or random centres. */
export const CENTRES_MAKING: Making = {
  asks: {
    name: 'centres',
    flags: '--centres <n>',
    kind: { is: 'whole', least: 1, most: MAX_CENTRES },
    help: 'data centres of a new geo instance: 4, 8, 16 (of the thesis), or another number drawn from --seed',
  },
  allowed: `a whole number from 1 to ${MAX_CENTRES}`,
  makes: 'data centres',
  options: [
    {
      name: 'date',
      flags: '--date <YYYY-MM-DD>',
      kind: { is: 'text' },
      help: 'day of a new geo instance (default: 2017-07-12)',
    },
    WORKLOAD_OPTION,
    TASK_TYPES_OPTION,
  ],
};
