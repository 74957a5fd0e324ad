import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import { numberIn, ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import type { ComparedFamily } from '../compare.js';
import type { Words } from '../options.js';
import { figures } from './figures.js';
import { loadJudgedJobs } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { choicesHeeded, choicesOn, jobsAsked } from './runs/choices.js';
import { keptProfiles } from './runs/profiles.js';
import { boundKindOf, startingValueOf } from './runs/result-of.js';
import type { JobsOfTrial } from './runs/solve.js';
import { sweepOfJobs } from './sweep.js';

/** Returns the kind of bound on the schedules of a method: 'malleable' if it may move jobs, otherwise 'rigid'. */
const boundKindIn = (instance: Parameters<typeof choicesOn>[0], asked: Words) =>
  boundKindOf(choicesHeeded(instance, jobsAsked(asked)).policy);

/** Command `compare` for jobs instances. Gaps are to the bound on schedules of a method's kind. */
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
  certificates: [ON_OBJECTIVE, { key: 'rigidBound' }],
  boundWords: (words, contestants) => ({
    ...words,
    kind: contestants.some(({ asked }) => boundKindIn({}, asked) === 'malleable') ? 'malleable' : 'rigid',
  }),
  rating: ({ opened: { instance, month }, contestants }) => ({
    boundOn: (common, label) => {
      const { asked } = contestants.find((one) => one.label === label)!;
      return numberIn(common, boundKindIn(instance, asked) === 'rigid' ? 'rigidBound' : 'bound');
    },
    facts: { jobs: month.typeOf.length, startingValue: startingValueOf(month) },
    report: () => ({
      head: [['jobs', String(month.typeOf.length)]],
      notes: [
        'Of the bound: value as a share of the bound above, one for all methods; gap: to the bound for jobs that move or stay, as the method has it; rejected: dropped, or ended for nothing.',
      ],
    }),
  }),
  sweep: sweepOfJobs,
};
