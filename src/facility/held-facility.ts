import type { Facility } from '../../models/facility/facility.js';
import { FACILITY_WITH_WORKLOAD, type FacilityPlaces } from '../../models/facility/places.js';

/** A facility with the instance file that holds it. */
export interface HeldFacility {
  readonly facility: Facility;
  /** Name of the file shown with faults of the machine room. */
  readonly file: string;
  /** Paths of the facility's parts in the file. */
  readonly places: FacilityPlaces;
}

/** Returns the facility of an instance that has both a facility and a workload. */
export function heldBy({ name, facility }: { readonly name: string; readonly facility: Facility }): HeldFacility {
  return { facility, file: name, places: FACILITY_WITH_WORKLOAD };
}
