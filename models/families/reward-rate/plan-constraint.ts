import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { NodeAssignment } from './plan.js';
import { averagedCores } from './time-shares.js';

/**
 * A plan as a user-programmed constraint sees it: what every node runs. Zones are in the order of the influence matrix.
 *
 * A zone or node that is the same object as in an earlier plan runs the same, so results can be cached in a WeakMap.
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
  /** Nodes of the zone. Those with equal work are adjacent and may be the same object; idle ones come last. */
  readonly nodes: readonly NodeView[];
}

export interface NodeView {
  /** What the node's cores run; empty if the node is idle. */
  readonly cores: readonly CoresView[];
}

export interface CoresView {
  readonly taskType: string;
  readonly pState: number;
  /** Cores that run this task type in this P-state; if time is divided, the sum of the time fractions. */
  readonly cores: number;
}

/**
 * A limit programmed by the user, for conditions that an instance file cannot express. Methods that support it search
 * only plans that keep it, and every plan is finally checked against it.
 *
 * It only excludes plans, so an upper bound computed without it remains valid.
 */
export interface PlanConstraint {
  /** Name of the constraint, unique in a run; shown if a plan violates it. */
  readonly name: string;
  readonly unit: string;
  /** Returns a plan's excess over the limit, in `unit`; <= 0 if it is kept. Equal plans must give equal results. */
  readonly violation: (plan: PlanView) => number;
}

/** What a constraint sees of any idle node. */
const IDLE: NodeView = Object.freeze({ cores: Object.freeze([]) });

/** Returns what a constraint sees of a plan, without unknown zones and surplus nodes. Other nodes are idle. */
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
