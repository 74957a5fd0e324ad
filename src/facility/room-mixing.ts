import type { Facility } from '../../models/facility/facility.js';
import { type AirMixing, airMixing } from '../../models/physics/airflow/air-mixing.js';

/** How the air of one room of an instance mixes. `room` names it in instances with several rooms. */
export interface RoomMixing extends AirMixing {
  readonly room?: string;
}

/** Returns how the air of a facility's room mixes, as a list of one; an empty list if there is no facility or its
 * air is imported. */
export function roomMixing(facility: Facility | null | undefined, room?: string): RoomMixing[] {
  const mixing = facility && airMixing(facility);
  return !mixing ? [] : [{ ...(room === undefined ? {} : { room }), ...mixing }];
}
