import type { Cell } from '../../experiments/design.js';

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
/** Level of the factor "air": the bundled room, whose idle nodes are throttled at 28 C. Shown and not counted. */
export const BUNDLED_AIR = 'bundled air';

/** Outlet limit of the nodes, C (section 5.6.1). */
export const OUTLET_LIMIT_C = 33;
/** Set-points of overcooling and of throttling, C (section 5.5.1). */
export const SET_POINT_C = { overcooling: 22, throttling: 28 } as const;

/** Fields of a room's air flow that a level of the factor "air" sets (docs/facility/room-airflow.md). */
export interface RoomAir {
  readonly mixingFraction: number;
  readonly exhaustExchange: number;
}

/** An air of the room. Rises are those of its hottest outlet above the set-point, K, all vents open. */
export interface RatedAir {
  /** Fields that differ from the bundled room; null for its own air. */
  readonly fields: RoomAir | null;
  /** Rise with all nodes idle. */
  readonly idleRiseK: number;
  /** Rise with the highest-powered task on every core. */
  readonly fullRiseK: number;
}

/**
 * Airs by level of the factor "air", with the rises worked out in docs/decisions/airflow-thesis-rooms.md. A share of the
 * air is mixed without bypass; in "by quadrant" exhaust mixes within its quadrant alone, so that a busy quadrant is hot.
 */
export const AIRS: Readonly<Record<string, RatedAir>> = {
  'mixed 0.755': air(0.755, 1, 4.99, 8.39),
  'mixed 0.8': air(0.8, 1, 4.83, 8.12),
  'mixed 0.9': air(0.9, 1, 4.51, 7.57),
  'mixed 1': air(1, 1, 4.24, 7.1),
  'mixed 0.9 by quadrant': air(0.9, 0, 4.74, 8.17),
  [BUNDLED_AIR]: { fields: null, idleRiseK: 6.59, fullRiseK: 10.95 },
};

function air(mixingFraction: number, exhaustExchange: number, idleRiseK: number, fullRiseK: number): RatedAir {
  return { fields: { mixingFraction, exhaustExchange }, idleRiseK, fullRiseK };
}

/**
 * Returns true if a setting of the room's air meets what the thesis states: overcooling keeps all outlets below the limit
 * at full load, and throttling keeps those of idle nodes below it.
 */
export function isAdmissible({ [AIR]: level }: Cell): boolean {
  const { idleRiseK, fullRiseK } = AIRS[level!] ?? { idleRiseK: Infinity, fullRiseK: Infinity };
  return SET_POINT_C.throttling + idleRiseK <= OUTLET_LIMIT_C && SET_POINT_C.overcooling + fullRiseK <= OUTLET_LIMIT_C;
}

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
