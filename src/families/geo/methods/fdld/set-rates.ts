import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { aloneRatePerS, type NodeSet, type NodeSets } from './node-sets.js';

/** Returns the rates that FDLD assumes for a node with a task set, tasks/s, in the order of its task types. */
export type SetRates = (set: NodeSet) => Float64Array;

/**
 * Returns a function that gives the estimated rates of Eq. 40 for node type j, task type i and task set W:
 *
 * K_j R_ji phi / |W|
 *
 * `phi` is the over-provisioning factor by task type: phi_C for every type (FDLD-SO) or phi_C,i (FDLD-TAO).
 */
export function estimatedRates(model: GeoModel, phi: ArrayLike<number>): SetRates {
  const { nodeTypes } = model;
  return ({ type, tasks }) =>
    Float64Array.from(
      tasks,
      (task) => (nodeTypes[type]!.cores * aloneRatePerS(model, type, task) * phi[task]!) / tasks.length,
    );
}

/** Returns a function that gives the exact rates of Eq. 36; 0 for a set without a positive execution time. */
export function colocatedRates(sets: NodeSets): SetRates {
  return ({ id, tasks }) => {
    const load = sets.load(id);
    return Float64Array.from(tasks, (task) => (load === null ? 0 : load.ratePerS[task]!));
  };
}
