import type { RobustFacility } from '../../../../models/families/robust/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault } from '../../../instances/fault.js';

/** Maximum number of nodes of an instance. Our choice: the names of all of them are written out. */
export const MAX_NODES = 100_000;
/** Maximum total number of cores of an instance. Our choice: cores are numbered one by one. */
export const MAX_CORES = 1_000_000;
/** Maximum number of task times (tasks x columns). Our choice: 320 MB in single precision, twice that in double. */
export const MAX_TIMES = 40_000_000;

/** Returns the number of nodes, with groups expanded to single nodes. */
export function nodeCount(nodes: Draft<RobustFacility['nodes']>): number {
  return entries(nodes).reduce((sum, [, { count = 1 }]) => sum + count, 0);
}

/**
 * Returns a fault if the table of task times (tasks x columns, where a column is a node or node type) exceeds
 * MAX_TIMES.
 */
export function tooManyTimes(path: string, tasks: number, columns: number): LocalFault[] {
  if (tasks * columns <= MAX_TIMES) return [];
  return [
    {
      path,
      value: `${tasks} tasks on ${columns} columns`,
      allowed: `at most ${MAX_TIMES} times: ${Math.floor(MAX_TIMES / columns)} tasks on ${columns} columns`,
      remedy: 'Give fewer tasks, or let the nodes of a type share their column of times.',
    },
  ];
}
