import { JOBS_FORMAT } from '../../../models/problems/jobs/instance.js';
import type { Family } from '../family.js';
import { IMPORT_COMMANDS } from './command-groups.js';

/** Family of jobs of dependent tasks, whose value falls with age, on nodes of cores with levels of frequency. */
export const JOBS: Family = {
  name: 'jobs',
  format: JOBS_FORMAT,
  page: 'docs/jobs/instances.md',
  kind: 'a jobs instance',
  listHeading: 'Jobs instances',
  methods: [],
  verbs: ['generate'],
  options: [],
  commands: [IMPORT_COMMANDS],
  load: async () => (await import('./parts.js')).jobsParts(),
};
