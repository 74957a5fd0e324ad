import { type FacilityPlaces, pathInFile } from '../../models/facility/places.js';
import type { AirflowProblem } from '../../models/physics/airflow/problem.js';
import { jsonPath, type LocalProblem } from '../instances/problem.js';

/** A problem of a facility's air under the names of the file that holds the facility. */
export function facilityProblem(
  places: FacilityPlaces,
  { path, value, allowed, message, remedy }: AirflowProblem,
): LocalProblem {
  return { path: pathInFile(places, path, jsonPath), value, allowed, remedy: `${message}. ${remedy}` };
}
