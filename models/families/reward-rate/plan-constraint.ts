import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { CoreShare } from '../../facility/core-share.js';
import type { NodeAssignment } from './plan.js';
import { averagedCores } from './time-shares.js';

/**
 * A plan as a user-programmed constraint sees it, with the work of every node. Zones are in the order of the influence
 * matrix.
 *
 * A zone or node that is the same object as in an earlier plan has the same work, so results can be cached in a
 * WeakMap.
 */
export interface PlanView {
  readonly zones: readonly ZoneView[];
}

export interface ZoneView {
  readonly name: string;
  readonly rack: string;
  /** Level in the rack; 1 is the lowest. */
  readonly level: number;
  readonly nodeType: string;
  /** Nodes of the zone. Nodes with equal work are adjacent and may be the same object. Idle nodes come last. */
  readonly nodes: readonly NodeView[];
}

export interface NodeView {
  /** Work of the node's cores; empty if the node is idle. */
  readonly cores: readonly CoresView[];
}

export interface CoresView {
  readonly taskType: string;
  readonly pState: number;
  /**
   * Number of cores that run this task type in this P-state. If cores divide their time, it is the sum of the time
   * fractions.
   */
  readonly cores: number;
}

/**
 * A limit programmed by the user, for conditions that an instance file cannot express. Methods that support it search
 * only plans that keep it, and every plan is finally checked against it.
 *
 * The limit only excludes plans, so an upper bound computed without it remains valid.
 */
export interface PlanConstraint {
  /** Name of the constraint, unique in a run. It is shown if a plan violates the constraint. */
  readonly name: string;
  readonly unit: string;
  /**
   * Returns the amount by which a plan exceeds the limit, in `unit`; <= 0 if the plan keeps it. Equal plans must give
   * equal results.
   */
  readonly violation: (plan: PlanView) => number;
}

/** View of any idle node that a constraint gets. */
const IDLE: NodeView = Object.freeze({ cores: Object.freeze([]) });

/**
 * Returns the view of a plan that a constraint gets. Unknown zones and surplus nodes are left out. Nodes without an
 * assignment are idle.
 */
export function planView(matrix: InfluenceMatrix, assignments: readonly NodeAssignment[]): PlanView {
  return Object.freeze({
    zones: Object.freeze(
      matrix.zones.map(({ name, rack, level, nodeType, nodeCount }) => {
        const taken = assignments
          .filter((assignment) => assignment.zone === name)
          .flatMap((assignment) => {
            const view = nodeView(averagedCores(assignment));
            return Array.from({ length: Math.min(nodeCount, assignment.nodes) }, () => view);
          })
          .slice(0, nodeCount);
        const nodes = taken.filter(({ cores }) => cores.length > 0);
        while (nodes.length < nodeCount) nodes.push(IDLE);
        return Object.freeze({ name, rack, level, nodeType, nodes: Object.freeze(nodes) });
      }),
    ),
  });
}

/** Returns the view of a node whose cores run `work`. */
export function nodeView(work: readonly CoreShare[]): NodeView {
  const sums = new Map<string, { taskType: string; pState: number; cores: number }>();
  for (const { count, slices } of work) {
    for (const { taskType, pState, fraction } of slices) {
      const key = `${pState} ${taskType}`;
      const sum = sums.get(key) ?? { taskType, pState, cores: 0 };
      sum.cores += count * fraction;
      if (sum.cores > 0) sums.set(key, sum);
    }
  }
  return Object.freeze({ cores: Object.freeze([...sums.values()].map((sum) => Object.freeze(sum))) });
}
