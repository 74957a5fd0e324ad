import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import { ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import { inUnit, joules, plain } from '../../reports/format.js';
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
    const facts = {
      environment,
      courseBorderS: courseBorders(model!),
      energyBudgetJ: budgetJ < Infinity && charging === undefined ? budgetJ : null,
      costBudgetUsd: budgetJ < Infinity && charging !== undefined ? budgetJ * charging.usdPerJ : null,
    };
    return {
      facts,
      report: (record) => ({
        head: [
          ['environment', environment],
          ['budget', plain(inUnit(facts.costBudgetUsd, 'USD', record) ?? joules(facts.energyBudgetJ))],
        ],
        notes: [
          'Of the bound: utility as a share of the proven bound of its trial; of immediate: of what would be earned if every task started at the first mapping event; 98 % spent at: hour of the measured time at which 98 % of its budget was spent, over the trials in which it ever was.',
        ],
        sections: async () => {
          const { courseSection } = await import('./report/html/course-section.js');
          return [courseSection({ ...record, ...facts })];
        },
      }),
    };
  },
  sweep: sweepOfUtility,
};
