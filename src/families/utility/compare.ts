import { MAX_SEED } from '../../../models/fields/fields.js';
import { withSeed } from '../../instances/seeded.js';
import { ON_OBJECTIVE } from '../../studies/compare/certificates.js';
import { inUnit, joules, plain } from '../../reports/format.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { loadJudgedUtility, type LoadedUtility } from './instances/load.js';
import { undrawnFault } from './instances/trial.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';
import { POLICIES } from './methods/registry.js';
import { choicesOn, utilityAsked } from './runs/choices.js';
import { openedWork } from './runs/open.js';
import { courseBorders } from './studies/compare/day-course.js';

/** Command `compare` for utility instances: its methods are policies. */
export const compareOfUtility: ComparedFamily<LoadedUtility> = {
  methods: POLICIES.map(({ name }) => name),
  fits: openedWork,
  objectiveUnit: 'utility',
  figures,
  series: ['earnedPerH', 'drawnMJ', 'waiting'],
  choicesOf: ({ instance, model }, { asked }) => choicesOn(instance, model, utilityAsked(asked)),
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
          'Wait and slowdown (bounded: a run of less than 10 s counts as 10 s) are of the tasks that arrived in the measured time and ran to their end: a policy that drops more has fewer to keep waiting. Utilisation: busy node-seconds of the measured time over all. Nearest settings of Slurm: docs/utility/slurm.md.',
        ],
        sections: async () => {
          const { courseSection } = await import('./report/html/course-section.js');
          return [courseSection({ ...record, ...facts })];
        },
      }),
    };
  },
  // Settings and held-out trials: docs/utility/tuning.md.
  sweep: {
    isHeldOut: true,
    chosenBy: ['objective'],
    axes: { leniency: { is: 'number', least: MIN_LENIENCY, option: 'leniency' } },
    needed: {
      method: 'Name the policy whose filter is swept, e.g. upe.',
      filter: 'Name the filter whose leniency is swept.',
    },
    beside: ({ method, ...filtered }) => ({
      online: { method, ...filtered, leniency: 'online' },
      'no filter': { method },
      ...(method === 'price' ? {} : { price: { method: 'price' } }),
    }),
    warnings: ({ instance: { energyBudgetJPerDay, costBudgetUsdPerDay } }) =>
      energyBudgetJPerDay === undefined && costBudgetUsdPerDay === undefined
        ? ['The instance has no budget: a filter lets everything pass, whatever its leniency.']
        : [],
  },
};
