import type { Facility } from '../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD, type FacilityPlaces } from '../../models/facility/places.js';

/** A facility, the file that contains it, and the paths of its parts there. */
export interface HeldFacility {
  readonly facility: Facility;
  /** Name of the file to which faults of the facility refer. */
  readonly file: string;
  readonly places: FacilityPlaces;
}

/** Returns the facility of an instance file that has both a facility and a workload, with the paths of its parts. */
export function heldBy({ name, facility }: { readonly name: string; readonly facility: Facility }): HeldFacility {
  return { facility, file: name, places: FACILITY_WITH_WORKLOAD };
}
