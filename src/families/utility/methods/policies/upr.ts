import { MAX_MAX, type Policy } from '../policy.js';

/** Max UPR: most utility per execution time and core (000 Eq. 1); equals UPT if all machines have one core. */
export const utilityPerResource = (): Policy => ({
  ...MAX_MAX,
  key: ({ utility, timeS, cores }) => utility / (timeS * cores),
});
