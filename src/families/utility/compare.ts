import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import { ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { loadJudgedUtility, type LoadedUtility } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { POLICIES } from './methods/registry.js';
import { choicesOn, utilityAsked } from './runs/choices.js';
import { openedWork } from './runs/open.js';
import { courseBorders } from './studies/compare/day-course.js';
import { sweepOfUtility } from './sweep.js';

/** Command `compare` for utility instances: its methods are policies. */
export const compareOfUtility: ComparedFamily<LoadedUtility> = {
  methods: POLICIES.map((one) => ({ ...one, stochastic: one.name === 'random' })),
  fits: openedWork,
  objectiveUnit: 'utility',
  figures,
  series: ['earnedPerH', 'drawnMJ', 'waiting'],
  choicesOf: ({ instance }, { asked }) => choicesOn(instance, utilityAsked(asked)),
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance }) => undrawnFault(instance, 'leave --vary out'),
    drawn: ({ instance, room }, seed, { file, words: { trace } }) => {
      const source = { file, bytes: new Uint8Array(), room, ...(typeof trace === 'string' ? { trace } : {}) };
      return loadJudgedUtility(withSeed(instance, seed), source);
    },
  },
  certificates: [ON_OBJECTIVE, { key: 'utilityPerMJ' }],
  rating: ({ opened: { model } }) => {
    const { charging, environment, days } = model!;
    const { budgetJ } = days.at(-1)!;
    return {
      facts: {
        environment,
        courseBorderS: courseBorders(model!),
        energyBudgetJ: budgetJ < Infinity && charging === undefined ? budgetJ : null,
        costBudgetUsd: budgetJ < Infinity && charging !== undefined ? budgetJ * charging.usdPerJ : null,
      },
    };
  },
  sweep: sweepOfUtility,
  report: async () => (await import('./report/compare.js')).utilityCompareReport,
};
