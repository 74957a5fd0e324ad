import type { OptionSpec } from '../options.js';
import { BOUND_TIME_LIMIT, frontOption } from '../shared-options.js';

/** What a geo instance may be asked beside what every instance may. */
export const GEO_OPTIONS: readonly OptionSpec[] = [frontOption('cost against carbon'), BOUND_TIME_LIMIT];
