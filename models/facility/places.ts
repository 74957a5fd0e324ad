/** Path to a value in a JSON file: object keys and array indices from the root. */
export type Place = readonly (string | number)[];

/** Paths of a facility's parts in an instance file, for messages about faults. */
export interface FacilityPlaces {
  /** Path of the object that holds nodeGroups, cracs, airflow, coolingPerformance and air. */
  readonly room: Place;
  readonly nodeTypes: Place;
  readonly colocation: Place;
  /** Path of the list of task types. */
  readonly taskTypes: Place;
}

/** Paths in instance files with keys "facility" and "workload". */
export const FACILITY_WITH_WORKLOAD: FacilityPlaces = {
  room: ['facility'],
  nodeTypes: ['facility', 'nodeTypes'],
  colocation: ['facility', 'colocation'],
  taskTypes: ['workload', 'taskTypes'],
};

/**
 * Returns the path of a facility's part in the instance file, as text.
 *
 * @param path path of the part within the facility, e.g. "cracs[0].name"
 * @param jsonPath converts a list of keys and indices to text
 */
export function pathInFile(
  { room, nodeTypes }: FacilityPlaces,
  path: string,
  jsonPath: (place: Place) => string,
): string {
  const ofTypes = /^nodeTypes\b(.*)$/s.exec(path);
  return ofTypes === null ? `${jsonPath(room)}.${path}` : `${jsonPath(nodeTypes)}${ofTypes[1]!}`;
}
