import type { NodeAssignment, TimeShare } from '../../../../models/families/reward-rate/plan.js';

/**
 * Returns what the nodes of an assignment run, each mix of tasks with its fraction of time. Nodes that do not alternate
 * have one mix, with fraction 1.
 */
export function worksOf({ cores = [], shares = [{ share: 1, cores }] }: NodeAssignment): readonly TimeShare[] {
  return shares;
}

/**
 * Returns true if the nodes alternate between several mixes of tasks, or if some of their cores alternate. Idling for
 * part of the time counts too.
 */
export function sharesTime(assignment: NodeAssignment): boolean {
  return worksOf(assignment).some(({ share, cores }) =>
    cores.some(({ slices }) => slices.some(({ fraction }) => fraction * share > 0 && fraction * share < 1)),
  );
}
