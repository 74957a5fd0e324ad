import type { NodeAssignment, TimeShare } from '../../../../models/families/reward-rate/plan.js';

/**
 * Returns the works of an assignment's nodes with the share of time of each. Nodes that do not change have one work,
 * all the time.
 */
export function worksOf({ cores = [], shares = [{ share: 1, cores }] }: NodeAssignment): readonly TimeShare[] {
  return shares;
}

/** Returns true for nodes that share time: some core divides its time, or the node changes as a whole. */
export function sharesTime(assignment: NodeAssignment): boolean {
  return worksOf(assignment).some(({ share, cores }) =>
    cores.some(({ slices }) => slices.some(({ fraction }) => fraction * share > 0 && fraction * share < 1)),
  );
}
