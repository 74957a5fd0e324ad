import type { CoreShare } from '../../facility/core-share.js';
import type { NodeAssignment, SharedAssignment } from './plan.js';

/** Returns the work of the cores of an assignment's nodes, with time fractions averaged over the period. */
export function averagedCores(assignment: NodeAssignment): readonly CoreShare[] {
  if (assignment.shares === undefined) return assignment.cores;
  return assignment.shares.flatMap(({ share, cores }) =>
    cores.map(({ count, slices }) => ({
      count,
      slices: slices.map((slice) => ({ ...slice, fraction: slice.fraction * share })),
    })),
  );
}

/** Returns true if the nodes of an assignment switch, as a whole, between several works or between work and idling. */
export function isShared(assignment: NodeAssignment): assignment is SharedAssignment {
  return assignment.shares !== undefined;
}

/**
 * Returns true if some core divides its time, either by its own slices or because its whole node switches between
 * works.
 */
export function sharesTime(assignment: NodeAssignment): boolean {
  return averagedCores(assignment).some(({ slices }) => slices.some(({ fraction }) => fraction > 0 && fraction < 1));
}
