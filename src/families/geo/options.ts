import type { OptionSpec } from '../options.js';
import { BOUND_TIME_LIMIT, frontOption } from '../shared-options.js';

/** Options of geo instances beside those of every family. */
export const GEO_OPTIONS: readonly OptionSpec[] = [frontOption('cost against carbon'), BOUND_TIME_LIMIT];
