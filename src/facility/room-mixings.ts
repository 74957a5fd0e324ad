import type { Facility } from '../../models/facility/facility.js';
import { airMixing } from '../../models/physics/airflow/mixing-of-cells.js';
import type { RoomMixing } from './room-mixing.js';

/** Returns how the air of a facility's room mixes, as a list of one; an empty list if there is no facility or its
 * air is imported. */
export function roomMixing(facility: Facility | null | undefined, room?: string): RoomMixing[] {
  const mixing = facility && airMixing(facility);
  return !mixing ? [] : [{ ...(room === undefined ? {} : { room }), ...mixing }];
}
