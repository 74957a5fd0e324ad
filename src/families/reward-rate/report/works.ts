import type { NodeAssignment, TimeShare } from '../../../../models/families/reward-rate/plan.js';

/**
 * Returns the mixes of tasks that the nodes of an assignment run, each with its fraction of time. Nodes that do not
 * alternate have one, with fraction 1.
 */
export function worksOf({ cores = [], shares = [{ share: 1, cores }] }: NodeAssignment): readonly TimeShare[] {
  return shares;
}

/** Returns true if the nodes, or some cores, alternate between mixes of tasks or between work and idling. */
export function sharesTime(assignment: NodeAssignment): boolean {
  return worksOf(assignment).some(({ share, cores }) =>
    cores.some(({ slices }) => slices.some(({ fraction }) => fraction * share > 0 && fraction * share < 1)),
  );
}
