import type { NodeAssignment, TimeShare } from '../../../../models/families/reward-rate/plan.js';

/**
 * Returns what the nodes of an assignment run, each work with its fraction of time. Nodes that do not alternate have
 * one work, with fraction 1.
 */
export function worksOf({ cores = [], shares = [{ share: 1, cores }] }: NodeAssignment): readonly TimeShare[] {
  return shares;
}

/**
 * Returns true if the nodes alternate between several works, or if some of their cores do. Idling for part of the time
 * counts too.
 */
export function sharesTime(assignment: NodeAssignment): boolean {
  return worksOf(assignment).some(({ share, cores }) =>
    cores.some(({ slices }) => slices.some(({ fraction }) => fraction * share > 0 && fraction * share < 1)),
  );
}
