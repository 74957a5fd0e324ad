import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { aloneRatePerS, type NodeSet, type NodeSets } from './node-sets.js';

/**
 * Returns the rates that a single node with a set is assumed to complete, tasks/s, in the order of the set's task
 * types.
 */
export type SetRates = (set: NodeSet) => Float64Array;

/**
 * Returns a function for the rates of Eq. 40 with F = phi[task]: K_j R_ji phi / |W|; phi is phi_C for every task type
 * (SO) or phi_C,i (TAO).
 */
export function estimatedRates(model: GeoModel, phi: ArrayLike<number>): SetRates {
  const { nodeTypes } = model;
  return ({ type, tasks }) =>
    Float64Array.from(
      tasks,
      (task) => (nodeTypes[type]!.cores * aloneRatePerS(model, type, task) * phi[task]!) / tasks.length,
    );
}

/** Returns a function for the exact rates of Eq. 36; 0 for a set without a positive time. */
export function colocatedRates(sets: NodeSets): SetRates {
  return ({ id, tasks }) => {
    const load = sets.load(id);
    return Float64Array.from(tasks, (task) => (load === null ? 0 : load.ratePerS[task]!));
  };
}
