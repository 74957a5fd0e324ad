import { type FacilityPlaces, pathInFile } from '../../models/facility/places.js';
import type { AirflowFault } from '../../models/physics/airflow/fault.js';
import { jsonPath, type LocalFault } from '../instances/fault.js';

/** Returns a fault of the airflow data with its path in the instance file. */
export function facilityFault(
  places: FacilityPlaces,
  { path, value, allowed, message, remedy }: AirflowFault,
): LocalFault {
  return { path: pathInFile(places, path, jsonPath), value, allowed, remedy: `${message}. ${remedy}` };
}
