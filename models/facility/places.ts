/** Segments of a JSON path. */
export type Place = readonly (string | number)[];

/**
 * Where an instance file keeps the parts of a facility. Validation tells its problems under these names, so that each family's
 * reader finds the own file's words.
 */
export interface FacilityPlaces {
  /** Holds nodeGroups, cracs, airflow, coolingPerformance, air. */
  readonly room: Place;
  readonly nodeTypes: Place;
  readonly colocation: Place;
  /** Where the task types of the family's workload stand. */
  readonly taskTypes: Place;
}

/** A facility under "facility" with a workload beside it. */
export const FACILITY_WITH_WORKLOAD: FacilityPlaces = {
  room: ['facility'],
  nodeTypes: ['facility', 'nodeTypes'],
  colocation: ['facility', 'colocation'],
  taskTypes: ['workload', 'taskTypes'],
};

/** A path inside a facility (its room's fields, or nodeTypes) as the instance file has it. */
export function pathInFile(
  { room, nodeTypes }: FacilityPlaces,
  path: string,
  jsonPath: (place: Place) => string,
): string {
  const ofTypes = /^nodeTypes\b(.*)$/s.exec(path);
  return ofTypes === null ? `${jsonPath(room)}.${path}` : `${jsonPath(nodeTypes)}${ofTypes[1]!}`;
}
