import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { aloneRatePerS, type NodeSet, type NodeSets } from './node-sets.js';

/** Returns the rates that ONE node with a set is assumed to complete, tasks/s, in the order of the set's task types. */
export type SetRates = (set: NodeSet) => Float64Array;

/**
 * Returns the rates of Eq. 40 with F = phi[task]: K_j R_ji phi / |W|. phi is phi_C for every task type (SO) or phi_C,i
 * (TAO).
 */
export function estimatedRates(model: GeoModel, phi: ArrayLike<number>): SetRates {
  const { nodeTypes } = model;
  return ({ type, tasks }) =>
    Float64Array.from(
      tasks,
      (task) => (nodeTypes[type]!.cores * aloneRatePerS(model, type, task) * phi[task]!) / tasks.length,
    );
}

/** Returns the rates of Eq. 36, exactly. A set without a positive time serves nothing. */
export function colocatedRates(sets: NodeSets): SetRates {
  return ({ id, tasks }) => {
    const load = sets.load(id);
    return Float64Array.from(tasks, (task) => (load === null ? 0 : load.ratePerS[task]!));
  };
}
