import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { NodeAssignment } from './plan.js';
import { averagedCores } from './time-shares.js';

/**
 * A plan as a user's own constraint sees it: the work of every node. Zones are in the order of the influence matrix. If
 * a zone or node is the same object as in an earlier plan, its work is the same, so that a constraint may cache results
 * in a WeakMap.
 */
export interface PlanView {
  readonly zones: readonly ZoneView[];
}

export interface ZoneView {
  readonly name: string;
  readonly rack: string;
  /** Level of the zone in its rack; 1 is the lowest. */
  readonly level: number;
  readonly nodeType: string;
  /** Nodes of the zone. Nodes with equal work are neighbours and may be one object; idle ones come last. */
  readonly nodes: readonly NodeView[];
}

export interface NodeView {
  /** Work of the cores; empty if the node is idle. */
  readonly cores: readonly CoresView[];
}

export interface CoresView {
  readonly taskType: string;
  readonly pState: number;
  /**
   * Number of cores that run this work. If cores divide their time, or a node shares its time, the sum of their
   * fractions.
   */
  readonly cores: number;
}

/**
 * A limit that the instance cannot state. Methods that know it search under it, and every plan is checked against it at
 * the end. It only removes plans, so a bound computed without it stays a bound.
 */
export interface PlanConstraint {
  /** Name of the constraint, unique in a run; shown when a plan breaks it. */
  readonly name: string;
  readonly unit: string;
  /**
   * Returns by how much a plan breaks the limit, in `unit`; 0 or less if the plan keeps it. Must be the same for equal
   * plans.
   */
  readonly violation: (plan: PlanView) => number;
}

/** View of a node without work; all such nodes share this object. */
const IDLE: NodeView = Object.freeze({ cores: Object.freeze([]) });

/**
 * Returns the view of a plan's assignments; nodes that no assignment mentions are idle. Unknown zones and surplus nodes
 * are left out.
 */
export function planView(matrix: InfluenceMatrix, assignments: readonly NodeAssignment[]): PlanView {
  return Object.freeze({
    zones: Object.freeze(
      matrix.zones.map(({ name, rack, level, nodeType, nodeCount }) => {
        const taken = assignments
          .filter((assignment) => assignment.zone === name)
          .flatMap((assignment) => {
            const view = nodeView(assignment);
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

function nodeView(assignment: NodeAssignment): NodeView {
  const sums = new Map<string, { taskType: string; pState: number; cores: number }>();
  for (const { count, slices } of averagedCores(assignment)) {
    for (const { taskType, pState, fraction } of slices) {
      const key = `${pState} ${taskType}`;
      const sum = sums.get(key) ?? { taskType, pState, cores: 0 };
      sum.cores += count * fraction;
      if (sum.cores > 0) sums.set(key, sum);
    }
  }
  return Object.freeze({ cores: Object.freeze([...sums.values()].map((sum) => Object.freeze(sum))) });
}
