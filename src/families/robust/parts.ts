import type { RobustInstance } from '../../../models/families/robust/instance.js';
import { robustNodePowers } from './instances/node-power.js';
import { countOf, joules, plain, seconds, stated } from '../../reports/format.js';
import { type OpenedRobust, openRobust } from './runs/open.js';
import { type AnyFamilyParts, type Description, familyParts, type ListRow } from '../family.js';
import { boundOfRobust } from './bound.js';
import { checkOfRobust } from './check.js';
import { compareOfRobust } from './compare.js';
import { simulateOfRobust } from './simulate.js';
import { solveOfRobust } from './solve.js';

export function robustParts(): AnyFamilyParts {
  return familyParts({
    open: (file, { phase }) => openRobust(file, phase),
    describe,
    row,
    schema: async () => (await import('../../../models/families/robust/instance.js')).robustSchema,
    fields: async () => (await import('./figures.js')).fields,
    check: checkOfRobust,
    bound: boundOfRobust,
    solve: solveOfRobust,
    compare: compareOfRobust,
    simulate: simulateOfRobust,
    generate: async () => (await import('./generate.js')).generateOfRobust,
    exports: async () => (await import('./export.js')).exportOfRobust,
  });
}

function describe({ instance, model }: OpenedRobust): Description {
  const nodes = model.nodes.length;
  const { coreCount: cores, taskCount: tasks, taskTypeCount: taskTypes } = model;
  return {
    facts: { nodes, cores, tasks, taskTypes },
    nodePower: robustNodePowers(instance),
    text: `${countOf(nodes, 'node')}, ${countOf(cores, 'core')}, ${countOf(tasks, 'task')} of ${countOf(taskTypes, 'type')}`,
  };
}

function row(written: unknown): ListRow {
  const { facility, limits } = written as RobustInstance;
  const nodes = facility.nodes.reduce((sum, { count = 1 }) => sum + count, 0);
  const { deadlineS, energyBudgetJ } = limits;
  return {
    facts: { nodes, deadlineS, energyBudgetJ },
    text: `${countOf(nodes, 'node')}, ${plain(stated(seconds(deadlineS)))}, ${plain(stated(joules(energyBudgetJ)))}`,
  };
}
