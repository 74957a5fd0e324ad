import type { FacilityPlaces } from '../../models/facility/places.js';
import { roomProblems } from '../../models/physics/airflow/room-problems.js';
import type { LocalProblem } from '../instances/problem.js';
import { facilityProblem } from './facility-problem.js';

/** Returns the problems of a layout through which no air can flow, except at places that are known to be wrong. */
export function layoutProblems(
  facility: Parameters<typeof roomProblems>[0],
  places: FacilityPlaces,
  known: readonly LocalProblem[],
): LocalProblem[] {
  const paths = new Set(known.map(({ path }) => path));
  return roomProblems(facility)
    .map((problem) => facilityProblem(places, problem))
    .filter(({ path }) => !paths.has(path));
}
