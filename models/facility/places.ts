/** Segments of a JSON path. */
export type Place = readonly (string | number)[];

/**
 * Paths under which an instance file keeps the parts of a facility. Faults are reported at these paths, as the user
 * wrote them.
 */
export interface FacilityPlaces {
  /** Place of nodeGroups, cracs, airflow, coolingPerformance and air. */
  readonly room: Place;
  readonly nodeTypes: Place;
  readonly colocation: Place;
  /** Place of the task types of the family's workload. */
  readonly taskTypes: Place;
}

/** Places in a file with a facility under "facility" and a workload beside it. */
export const FACILITY_WITH_WORKLOAD: FacilityPlaces = {
  room: ['facility'],
  nodeTypes: ['facility', 'nodeTypes'],
  colocation: ['facility', 'colocation'],
  taskTypes: ['workload', 'taskTypes'],
};

/** Returns the path in the instance file of a path inside a facility (its room's fields, or nodeTypes). */
export function pathInFile(
  { room, nodeTypes }: FacilityPlaces,
  path: string,
  jsonPath: (place: Place) => string,
): string {
  const ofTypes = /^nodeTypes\b(.*)$/s.exec(path);
  return ofTypes === null ? `${jsonPath(room)}.${path}` : `${jsonPath(nodeTypes)}${ofTypes[1]!}`;
}
