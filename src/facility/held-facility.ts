import type { Facility } from '../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD, type FacilityPlaces } from '../../models/facility/places.js';

/** A facility in an instance file. */
export interface HeldFacility {
  readonly facility: Facility;
  /** File that faults of the room are reported for. */
  readonly file: string;
  /** Places of the facility's parts in the file. */
  readonly places: FacilityPlaces;
}

/** Returns the facility of an instance that has both a facility and a workload. */
export function heldBy({ name, facility }: { readonly name: string; readonly facility: Facility }): HeldFacility {
  return { facility, file: name, places: FACILITY_WITH_WORKLOAD };
}
