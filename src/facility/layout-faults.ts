import type { FacilityPlaces } from '../../models/facility/places.js';
import { roomFaults } from '../../models/physics/airflow/room-faults.js';
import type { LocalFault } from '../instances/fault.js';
import { facilityFault } from './facility-fault.js';

/** Returns the faults of a room's layout that prevent computing its air, except at paths with a known fault. */
export function layoutFaults(
  facility: Parameters<typeof roomFaults>[0],
  places: FacilityPlaces,
  known: readonly LocalFault[],
): LocalFault[] {
  const paths = new Set(known.map(({ path }) => path));
  return roomFaults(facility)
    .map((fault) => facilityFault(places, fault))
    .filter(({ path }) => !paths.has(path));
}
