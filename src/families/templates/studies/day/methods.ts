import {
  MAPPING_NAMES,
  type MappingName,
  THERMAL_NAMES,
  type ThermalName,
} from '../../../../../models/families/templates/online.js';

/** Pair of managers: one maps tasks, the other sets CRACs and vents. */
export interface DayMethod {
  /** Name, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
}

export function dayMethod(mapping: MappingName, thermal: ThermalName): DayMethod {
  return { name: `${mapping}+${thermal}`, mapping, thermal };
}

/** All pairs of managers. */
export const DAY_METHODS: readonly DayMethod[] = MAPPING_NAMES.flatMap((mapping) =>
  THERMAL_NAMES.map((thermal) => dayMethod(mapping, thermal)),
);

export function dayMethodNamed(name: string): DayMethod | undefined {
  return DAY_METHODS.find((method) => method.name === name);
}
