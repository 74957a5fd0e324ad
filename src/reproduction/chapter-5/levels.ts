/** Patterns of task arrivals (section 5.7). */
export const PATTERNS = ['constant', 'bursty', 'sinusoidal'] as const;
/** Level of the factor "pattern": days of a real cluster, by the hour (metacentrum.ts). */
export const REAL_DAYS = 'MetaCentrum';

/** Energy budgets of a day that section 5.7 compares, MJ. */
export const THESIS_BUDGETS_MJ = [8000, 10_000, 12_000, 14_000, 16_000] as const;
/** Energy budget with which claims about budgets "above 16000 MJ" are tested, MJ. */
export const AMPLE_BUDGET_MJ = 20_000;

/** Methods of mapping tasks to cores (section 5.4). */
export const MAPPINGS = ['greedy', 'consolidation', 'lbbn', 'lbbr'] as const;
/** Thermal managers, which control CRACs and vents (sections 5.3 and 5.5.1). */
const THERMALS = ['overcooling', 'throttling', 'templates'] as const;

/** Method of operating a room for a day: `mapping` assigns tasks to cores, `thermal` controls CRACs and vents. */
export interface DayMethod {
  /** Name of the method, such as "greedy+templates". */
  readonly name: string;
  readonly mapping: (typeof MAPPINGS)[number];
  readonly thermal: (typeof THERMALS)[number];
}

/** Level of the factor "method": greedy mapping with templates (precomputed settings of CRACs, vents and cores). */
export const TEMPLATES = 'greedy+templates';
/**
 * Level of the factor "method": greedy mapping with templates whose cores are rounded up node by node, as printed
 * (section 5.4.3). TEMPLATES rounds so that no node passes the outlet limit.
 */
export const ROUNDED_UP = `${TEMPLATES}, cores rounded up`;

/** Levels of the factor "method" without templates. */
export const OTHER_METHODS = MAPPINGS.flatMap((mapping) => [`${mapping}+overcooling`, `${mapping}+throttling`]);
/** All levels of the factor "method". */
export const METHODS: readonly string[] = [...OTHER_METHODS, TEMPLATES, ROUNDED_UP];

/** Returns the method of a level of the factor "method", and how its templates round cores. */
export function levelOf(level: string): { readonly method: DayMethod; readonly rounding: 'safe' | 'ceiling' } {
  const isUp = level === ROUNDED_UP;
  const name = isUp ? TEMPLATES : level;
  const [first, second] = name.split('+');
  const mapping = MAPPINGS.find((one) => one === first);
  const thermal = THERMALS.find((one) => one === second);
  if (mapping === undefined || thermal === undefined) throw new RangeError(`There is no method "${level}"`);
  return { method: { name, mapping, thermal }, rounding: isUp ? 'ceiling' : 'safe' };
}

/** Name of the factor whose levels are the airs of the room. */
export const AIR = 'air';
/** Level of the factor "air": the bundled room, whose idle nodes are above the limit at 28 C. Shown and not counted. */
export const BUNDLED_AIR = 'bundled air';

/** Fields of a room's air flow that a level of the factor "air" sets (docs/facility/room-airflow.md). */
export interface RoomAir {
  readonly mixingFraction: number;
  readonly exhaustExchange: number;
}

/**
 * Admissible airs by level of the factor "air": 22 C suffices at full load, and 28 C throttles no idle node
 * (docs/decisions/airflow-thesis-rooms.md, with the arithmetic). A share of the air is mixed without bypass; in the last
 * one, exhaust mixes within its quadrant alone, so that a busy quadrant is hot.
 */
export const ADMISSIBLE_AIRS: Readonly<Record<string, RoomAir>> = {
  'mixed 0.755': { mixingFraction: 0.755, exhaustExchange: 1 },
  'mixed 0.8': { mixingFraction: 0.8, exhaustExchange: 1 },
  'mixed 0.9': { mixingFraction: 0.9, exhaustExchange: 1 },
  'mixed 1': { mixingFraction: 1, exhaustExchange: 1 },
  'mixed 0.9 by quadrant': { mixingFraction: 0.9, exhaustExchange: 0 },
};

/** Returns the name under which trials record `value` for an energy budget. */
export function under(value: string, budgetMJ: number): string {
  return `${value} at ${budgetMJ}`;
}

/** Returns the name under which trials record the mean power in an interval of the day, W. Intervals count from 0. */
export function powerAt(interval: number | ''): string {
  return `powerAt${interval}`;
}

/**
 * Readings of "the middle P-state" of an even number of P-states. The first is Plenum's default
 * (docs/decisions/templates-middle-p-state.md).
 */
export const MIDDLE_P_STATES = ['slower', 'faster'] as const;
