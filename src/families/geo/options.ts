import type { Options } from '../options.js';
import { boundTimeLimitOption, frontOption } from '../shared-options.js';
import { GEO_METHODS } from './methods/registry.js';

/** Options of geo instances beside those of every family. */
export const GEO_OPTIONS = {
  front: frontOption('cost against carbon'),
  boundTimeLimit: boundTimeLimitOption(GEO_METHODS),
} as const satisfies Options;
