import { withSeed } from '../../instances/seeded.js';
import { MAX_SEED } from '../../../models/fields/fields.js';
import { compareBySolving } from '../compare-by-solving.js';
import type { Contestant } from '../contestants.js';
import { boundOfJobs } from './bound.js';
import { figures } from './figures.js';
import { loadJobsInstance, loadedVariant } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { METHODS } from './methods/registry.js';
import { JOBS_OPTIONS } from './options.js';
import { choicesHeeded, choicesOn, jobsAsked, type JobsChoices } from './runs/choices.js';
import { keptProfiles, needsProfiles } from './runs/profiles.js';
import { boundKindOf, startingValueOf } from './runs/result-of.js';
import type { JobsOfTrial } from './runs/solve.js';
import { solveOfJobs } from './solve.js';

/**
 * Compares methods for jobs, each with the options in its label. Each method is compared with the bound for its kind of
 * schedule: jobs that may move or jobs that stay.
 */
export const compareOfJobs = compareBySolving<JobsOfTrial>({
  of: { methods: METHODS, options: JOBS_OPTIONS, better: 'more' },
  open: (file) => {
    const opened = loadJobsInstance(file);
    return opened.ok ? { ...opened, profilesOf: keptProfiles() } : opened;
  },
  solve: solveOfJobs,
  bound: boundOfJobs,
  objectiveUnit: 'value',
  figures,
  choicesOf: ({ instance }, { asked }) => choicesOn(instance, jobsAsked(asked)),
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance }) =>
      drawsNothing(instance)
        ? {
            path: 'seed',
            value: instance.seed,
            allowed: 'with --vary an instance in which something is drawn: job types, arrivals, values or paces',
            remedy: 'Every seed gives the same here: leave --vary out.',
          }
        : null,
    drawn: ({ instance }, seed, { file }) => {
      return { ...loadedVariant(withSeed(instance, seed), file), profilesOf: keptProfiles() };
    },
  },
  // Of one month, methods of list schedules draw nothing.
  isRunOnce: ({ asked }) => !needsProfiles(jobsAsked(asked).method),
  certificates: { others: [{ key: 'rigidBound', isUpper: true }] },
  boundWords: (contestants) => ({
    kind: contestants.some((one) => boundKindOf(choicesOf({}, one).policy) === 'malleable') ? 'malleable' : 'rigid',
  }),
  boundOn: ({ bound, rigidBound = null }, contestant, { opened }) =>
    boundKindOf(choicesOf(opened.instance, contestant).policy) === 'rigid' ? rigidBound : bound,
  facts: (_, { opened: { month } }) => ({ jobs: month.typeOf.length, startingValue: startingValueOf(month) }),
  report: async () => (await import('./report/compare.js')).jobsCompareReport,
});

/** Returns the settings of one compared method on an instance. */
function choicesOf(instance: Parameters<typeof choicesOn>[0], { asked }: Contestant): JobsChoices {
  return choicesHeeded(instance, jobsAsked(asked));
}
