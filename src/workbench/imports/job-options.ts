import type { Options } from '../../families/options.js';
import { AT_LEAST_1, FLAG, TEXT } from '../../families/shared-options.js';

/** Options of `plenum import slurm-jobs`. */
export const JOB_OPTIONS = {
  columns: {
    flags: '--columns <names>',
    kind: TEXT,
    help: 'columns of a log without a header, separated by commas, as sacct --format names them',
    usual: 'known by their number',
  },
  window: {
    flags: '--window <by>',
    kind: { is: 'choice', of: ['auto', 'ends', 'submits'] },
    help: 'whether the log lists all jobs that ended in its time, or all that were submitted',
    preset: 'auto',
  },
  threadsPerCore: {
    flags: '--threads-per-core <n>',
    kind: AT_LEAST_1,
    help: 'hardware threads of a core that Slurm counts as CPUs, as slurm.conf says',
    preset: 1,
  },
  pseudonyms: {
    flags: '--pseudonyms',
    group: 'output',
    kind: FLAG,
    help: 'write pseudonyms for users, accounts, hosts and names of jobs',
    preset: false,
  },
} as const satisfies Options;
