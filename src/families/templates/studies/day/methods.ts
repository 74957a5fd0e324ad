import {
  MAPPING_NAMES,
  type MappingName,
  THERMAL_NAMES,
  type ThermalName,
} from '../../../../../models/families/templates/online.js';

/** Method for a day: a heuristic that maps tasks to nodes, and a thermal manager that sets CRACs and vents. */
export interface DayMethod {
  readonly name: string;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
}

export function dayMethod(mapping: MappingName, thermal: ThermalName): DayMethod {
  return { name: `${mapping}+${thermal}`, mapping, thermal };
}

/** All pairs of a mapping heuristic and a thermal manager. */
export const DAY_METHODS: readonly DayMethod[] = MAPPING_NAMES.flatMap((mapping) =>
  THERMAL_NAMES.map((thermal) => dayMethod(mapping, thermal)),
);

export function dayMethodNamed(name: string): DayMethod | undefined {
  return DAY_METHODS.find((method) => method.name === name);
}
