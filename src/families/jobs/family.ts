import { JOBS_FORMAT } from '../../../models/families/jobs/format.js';
import { JOBS_PLAN_FORMAT } from '../../../models/families/jobs/plan.js';
import { TYPES_EXPORT } from '../export.js';
import type { FamilyOf } from '../family.js';
import { IMPORT_COMMANDS } from './command-groups.js';
import { METHODS } from './methods/registry.js';
import { JOBS_OPTIONS } from './options.js';
import { PROFILES_COMMANDS } from './profile-commands.js';

/** The jobs family: jobs of dependent tasks lose value with age and run on nodes whose cores have frequency levels. */
export const JOBS: FamilyOf<typeof JOBS_OPTIONS> = {
  name: 'jobs',
  format: JOBS_FORMAT,
  planFormat: JOBS_PLAN_FORMAT,
  page: 'docs/jobs/instances.md',
  kind: 'a jobs instance',
  better: 'more',
  listHeading: 'Jobs instances',
  example: 'month-3x10',
  methodsHeading: 'Policies for jobs instances (--method; default price)',
  methods: METHODS,
  baseline: { method: 'val-opt', called: 'greatest value at the highest level' },
  verbs: ['solve', 'check', 'bound', 'compare', 'sweep', 'generate'],
  exports: [
    { name: 'jobs', help: 'the jobs of {}, each with all that is drawn of it' },
    TYPES_EXPORT,
    { name: 'edges', help: 'which task waits for which data of which other, in the job types of {}' },
  ],
  options: JOBS_OPTIONS,
  commands: [IMPORT_COMMANDS, PROFILES_COMMANDS],
  uncertain: {
    seed: 'drawn',
    'arrivals.jobs': 0.1,
    'jobTypes.meanTimeS': 0.1,
    'jobTypes.types[*].tasks[*].timeS': 0.1,
    'jobTypes.types[*].value.worth': 0.1,
    'platform.nodeTypes[*].staticPowerW': 0.1,
    'platform.facility.nodeTypes[*].idlePowerW': 0.1,
  },
  load: async () => (await import('./parts.js')).jobsParts(),
};
