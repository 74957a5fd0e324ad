import { MAX_SEED } from '../../../models/fields/fields.js';
import { refused } from '../../instances/fault.js';
import { withSeed } from '../../instances/seeded.js';
import { shownAxis } from '../../reports/sweep/axis.js';
import { numberIn, ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import type { ComparedFamily } from '../compare.js';
import type { Words } from '../options.js';
import { optionFault } from '../words.js';
import { figures } from './figures.js';
import { loadJudgedJobs } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { lengthText } from './report/html/page-input.js';
import { choicesHeeded, choicesOn, jobsAsked } from './runs/choices.js';
import { keptProfiles } from './runs/profiles.js';
import { boundKindOf, startingValueOf } from './runs/result-of.js';
import type { JobsOfTrial } from './runs/solve.js';

/** Returns the kind of bound on a method's schedules: 'malleable' if the method may move jobs, otherwise 'rigid'. */
const boundKindIn = (instance: Parameters<typeof choicesOn>[0], asked: Words) =>
  boundKindOf(choicesHeeded(instance, jobsAsked(asked)).policy);

/** Command `compare` for jobs instances. Each method's gap is relative to the bound on its kind of schedules. */
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
        'Wait and slowdown (bounded: a run of less than 10 s counts as 10 s) are of the jobs that ran to their end: a method that drops more has fewer to keep waiting. Utilisation: core-seconds of the period that jobs hold over all.',
      ],
    }),
  }),
  // Fields and options that are swept: docs/jobs/sweeps.md.
  sweep: {
    isHeldOut: false,
    chosenBy: ['objective', 'valuePerMJ'],
    axes: {
      checkpointIntervalS: { is: 'number', least: 1, option: 'checkpointInterval' },
      nodes: { is: 'whole', least: 1, most: 100_000 },
      energyPricePerMJ: { is: 'number', least: 0, option: 'energyPrice' },
    },
    axisOf: (axis) => {
      const shown = shownAxis(axis);
      if (axis.field === 'energyPricePerMJ') return { ...shown, name: 'price of energy, value/MJ' };
      if (axis.field === 'nodes') return shown;
      // Times lie on a logarithmic scale.
      const marks = axis.values.map((at) => ({ at: Math.log10(at), text: lengthText(at) }));
      return { ...shown, name: 'time between checkpoints', value: Math.log10, digits: lengthText, marks };
    },
    withField: ({ instance, month, profilesOf }, nodes, file) => {
      const { platform } = instance;
      if (platform.source !== 'nodes' || platform.nodeTypes.length !== 1) {
        const remedy = 'Sweep something else, or change the platform by hand.';
        return refused(optionFault('--over', 'nodes', 'nodes of a platform with one node type', remedy));
      }
      const nodeTypes = platform.nodeTypes.map((type) => ({ ...type, ...nodes }));
      const changed = { ...instance, knownOptimum: undefined, platform: { ...platform, nodeTypes } };
      const loaded = loadJudgedJobs(changed, file, new Uint8Array());
      // Profiles do not depend on the number of nodes.
      return loaded.ok ? { ...loaded, profilesOf: (_, ...asked) => profilesOf!(month, ...asked) } : loaded;
    },
  },
};
