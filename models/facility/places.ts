/** Segments of a JSON path. */
export type Place = readonly (string | number)[];

/** Paths of a facility's parts in an instance file, under which faults are reported. */
export interface FacilityPlaces {
  /** Path of nodeGroups, cracs, airflow, coolingPerformance and air. */
  readonly room: Place;
  readonly nodeTypes: Place;
  readonly colocation: Place;
  /** Path of the task types of the family's workload. */
  readonly taskTypes: Place;
}

/** Paths in a file with a facility under "facility" and a workload next to it. */
export const FACILITY_WITH_WORKLOAD: FacilityPlaces = {
  room: ['facility'],
  nodeTypes: ['facility', 'nodeTypes'],
  colocation: ['facility', 'colocation'],
  taskTypes: ['workload', 'taskTypes'],
};

/** Converts a path inside a facility to a path in the instance file. */
export function pathInFile(
  { room, nodeTypes }: FacilityPlaces,
  path: string,
  jsonPath: (place: Place) => string,
): string {
  const ofTypes = /^nodeTypes\b(.*)$/s.exec(path);
  return ofTypes === null ? `${jsonPath(room)}.${path}` : `${jsonPath(nodeTypes)}${ofTypes[1]!}`;
}
