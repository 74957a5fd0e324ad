import { UTILITY_FORMAT } from '../../../models/families/utility/format.js';
import { UTILITY_PLAN_FORMAT } from '../../../models/families/utility/plan.js';
import { METHODS } from './methods/registry.js';
import { TYPES_EXPORT } from '../export.js';
import type { FamilyOf } from '../family.js';
import { UTILITY_OPTIONS } from './options.js';

/**
 * The utility family: tasks arrive over time and lose value with age. They share machines, nodes or cores and a daily
 * energy budget.
 */
export const UTILITY: FamilyOf<typeof UTILITY_OPTIONS> = {
  name: 'utility',
  format: UTILITY_FORMAT,
  planFormat: UTILITY_PLAN_FORMAT,
  page: 'docs/utility/instances.md',
  kind: 'a utility instance',
  better: 'more',
  listHeading: 'Utility instances',
  example: 'parallel-5000',
  methodsHeading:
    'Policies for utility instances (--method; default price, or upt --preemption greedy for preemptive tasks)',
  defaultMethod: 'price, or upt --preemption greedy for preemptive tasks',
  methods: METHODS.map((one) => ({ ...one, stochastic: one.name === 'random' })),
  baseline: { method: 'fcfs', called: 'first come, first served' },
  verbs: ['solve', 'check', 'bound', 'compare', 'sweep', 'generate'],
  exports: [{ name: 'tasks', help: 'the tasks of {}, each with all that is drawn of it' }, TYPES_EXPORT],
  options: UTILITY_OPTIONS,
  uncertain: {
    seed: 'drawn',
    'arrivals.tasksPerDay': 0.1,
    'arrivals.tasks[*].startingUtility': 0.1,
    'utility.priorities[*].startingUtility': 0.1,
    energyBudgetJPerDay: 0.1,
    'annualEnergyBudget.budgetJ': 0.1,
    'taskTypes.meanTimeS': 0.1,
    'facility.nodeTypes[*].idlePowerW': 0.1,
  },
  load: async () => (await import('./parts.js')).utilityParts(),
};
