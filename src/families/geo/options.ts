import type { Options } from '../options.js';
import { boundTimeLimitOption, frontOption } from '../shared-options.js';
import { GEO_METHODS } from './methods/registry.js';

/** Methods that search in generations and therefore have options for them. */
const GENETIC = ['gald-cl'] as const;

/** Command-line options of geo instances, in addition to the options of every family. */
export const GEO_OPTIONS = {
  front: frontOption('cost against carbon'),
  generations: {
    flags: '--generations <n>',
    verbs: ['solve'],
    group: 'effort',
    help: 'generations of the search of every epoch, also where they gain nothing',
    kind: { is: 'whole', least: 1 },
    usual: '1500, fewer where 300 gain less than 0.01 %',
    heededBy: GENETIC,
  },
  efficiency: {
    flags: '--efficiency <whose>',
    verbs: ['solve'],
    group: 'effort',
    help: "power that tasks per joule are of: the whole node's, or that of its cores alone, by the letter of Eq. 25",
    kind: { is: 'choice', of: ['node', 'cores'] },
    usual: 'node',
    heededBy: GENETIC,
  },
  resume: {
    flags: '--resume <file>',
    verbs: ['solve'],
    group: 'effort',
    help: 'file that keeps every epoch that has been searched: a run that was killed goes on from there, that of another run is begun anew',
    kind: { is: 'text' },
    heededBy: GENETIC,
  },
  boundTimeLimit: boundTimeLimitOption(GEO_METHODS),
} as const satisfies Options;
