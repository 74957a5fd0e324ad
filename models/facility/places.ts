/** JSON path as a list of keys and indices. */
export type Place = readonly (string | number)[];

/** Paths of a facility's parts in an instance file, for error messages. */
export interface FacilityPlaces {
  /** Path of the object that holds nodeGroups, cracs, airflow, coolingPerformance and air. */
  readonly room: Place;
  readonly nodeTypes: Place;
  readonly colocation: Place;
  /** Path of the workload's task types. */
  readonly taskTypes: Place;
}

/** Paths in an instance file with keys "facility" and "workload". */
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
