import type { Facility } from '../../models/facility/facility.js';

/** Returns the input power of a facility's UPS, W, for the total power of the nodes that it feeds, W. */
export function upsInputW({ upsEfficiency = 1 }: Pick<Facility, 'upsEfficiency'>, nodesW: number): number {
  return nodesW / upsEfficiency;
}
