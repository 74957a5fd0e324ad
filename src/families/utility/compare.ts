import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { loadJudgedUtility, type LoadedUtility } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { POLICIES } from './methods/registry.js';
import { choicesOn, utilityAsked } from './runs/choices.js';
import { openedWork } from './runs/open.js';
import { comparedFacts, courseOf, type UtilityCompareRun } from './studies/compare/facts.js';
import { sweepOfUtility } from './sweep.js';

/** Compares policies. Each label names a policy with its options. */
export const compareOfUtility: ComparedFamily<LoadedUtility> = {
  methods: POLICIES.map((one) => ({ ...one, stochastic: one.name === 'random' })),
  fits: openedWork,
  objectiveUnit: 'utility',
  figures,
  choicesOf: ({ instance }, { asked }) => choicesOn(instance, utilityAsked(asked)),
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance }) => undrawnFault(instance, 'leave --vary out'),
    drawn: ({ instance, room }, seed, { file, words: { trace } }) => {
      const source = { file, bytes: new Uint8Array(), room, ...(typeof trace === 'string' ? { trace } : {}) };
      return loadJudgedUtility(withSeed(instance, seed), source);
    },
  },
  certificates: { others: [{ key: 'utilityPerMJ', isUpper: true }] },
  rating: ({ opened, contestants }) => ({
    against: ({ values }) => ({ course: courseOf(values) }),
    facts: (runs) =>
      comparedFacts(
        opened.model!,
        contestants.map(({ label }) => label),
        runs as readonly UtilityCompareRun[],
      ),
  }),
  sweep: sweepOfUtility,
  report: async () => (await import('./report/compare.js')).utilityCompareReport,
};
