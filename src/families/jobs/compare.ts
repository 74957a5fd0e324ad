import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import type { ComparedFamily, Contestant } from '../compare.js';
import { figures } from './figures.js';
import { loadJudgedJobs } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { choicesHeeded, choicesOn, jobsAsked } from './runs/choices.js';
import { keptProfiles } from './runs/profiles.js';
import { boundKindOf, startingValueOf } from './runs/result-of.js';
import type { JobsOfTrial } from './runs/solve.js';
import { sweepOfJobs } from './sweep.js';

/**
 * Command `compare` for jobs instances. A method's label includes its options. The gap of each method is computed with
 * the bound for its kind of schedule: jobs that may move, or jobs that stay.
 */
export const compareOfJobs: ComparedFamily<JobsOfTrial> = {
  objectiveUnit: 'value',
  figures,
  choicesOf: ({ instance }, { asked }) => choicesOn(instance, jobsAsked(asked)),
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance }) => undrawnFault(instance, 'leave --vary out'),
    drawn: ({ instance }, seed, { file }) => {
      const loaded = loadJudgedJobs(withSeed(instance, seed), file, new Uint8Array());
      return loaded.ok ? { ...loaded, profilesOf: keptProfiles() } : loaded;
    },
  },
  certificates: { others: [{ key: 'rigidBound', isUpper: true }] },
  boundWords: (words, contestants) => ({
    ...words,
    kind: contestants.some((one) => boundKindIn({}, one) === 'malleable') ? 'malleable' : 'rigid',
  }),
  rating: ({ opened: { instance, month }, contestants }) => ({
    boundOn: ({ bound, rigidBound = null }, label) => {
      const contestant = contestants.find((one) => one.label === label)!;
      return boundKindIn(instance, contestant) === 'rigid' ? rigidBound : bound;
    },
    facts: () => ({ jobs: month.typeOf.length, startingValue: startingValueOf(month) }),
  }),
  sweep: sweepOfJobs,
  report: async () => (await import('./report/compare.js')).jobsCompareReport,
};

/**
 * Returns the kind of bound that holds for the schedules of a compared method: 'malleable' if it may move jobs,
 * otherwise 'rigid'.
 */
function boundKindIn(instance: Parameters<typeof choicesOn>[0], { asked }: Contestant): ReturnType<typeof boundKindOf> {
  return boundKindOf(choicesHeeded(instance, jobsAsked(asked)).policy);
}
