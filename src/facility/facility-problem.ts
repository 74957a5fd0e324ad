import { type FacilityPlaces, pathInFile } from '../../models/facility/places.js';
import type { AirflowProblem } from '../../models/physics/airflow/problem.js';
import { jsonPath, type LocalProblem } from '../instances/problem.js';

/** Returns a problem with a facility's air, with places named as in the file that holds the facility. */
export function facilityProblem(
  places: FacilityPlaces,
  { path, value, allowed, message, remedy }: AirflowProblem,
): LocalProblem {
  return { path: pathInFile(places, path, jsonPath), value, allowed, remedy: `${message}. ${remedy}` };
}
