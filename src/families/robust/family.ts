import { ROBUST_FORMAT } from '../../../models/families/robust/format.js';
import { ROBUST_PLAN_FORMAT } from '../../../models/families/robust/plan.js';
import { ROBUST_METHODS } from './methods/registry.js';
import type { FamilyOf } from '../family.js';
import { ROBUST_OPTIONS } from './options.js';

/** The robust family (chapter 2 of the thesis): a bag of tasks with uncertain times, a deadline, an energy budget. */
export const ROBUST: FamilyOf<typeof ROBUST_OPTIONS> = {
  name: 'robust',
  format: ROBUST_FORMAT,
  planFormat: ROBUST_PLAN_FORMAT,
  page: 'docs/robust/instances.md',
  kind: 'a robust bag-of-tasks instance',
  better: 'more',
  listHeading: 'Robust bag-of-tasks instances',
  example: 'spec25-thesis',
  methodsHeading: 'Methods for robust bag-of-tasks instances (--method)',
  methods: ROBUST_METHODS,
  baseline: { method: 'min-min-pmin', called: 'Min-Min at the fastest P-state' },
  verbs: ['solve', 'check', 'bound', 'compare', 'simulate', 'generate'],
  options: ROBUST_OPTIONS,
  instead: {
    sweep: 'Use plenum solve --front for deadline against budget, or solve copies of the instance with other limits.',
    day: 'A bag of tasks has no epochs: use plenum solve.',
  },
  exports: [{ name: 'times', help: 'mean and variance of every task on every column of {}' }],
  uncertain: {
    'workload.tasks.seed': 'drawn',
    'workload.tasks.meanS': 0.1,
    'workload.tasks.tasks[*].meanS[*]': 0.1,
    'limits.deadlineS': 0.1,
    'facility.nodeTypes[*].idlePowerW': 0.1,
  },
  load: async () => (await import('./parts.js')).robustParts(),
};
