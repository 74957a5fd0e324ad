import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import { type FoundState, nearestState, outsideGrid } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';

/** Setting of CRACs and vents. */
export interface ThermalSetting {
  readonly setPointC: number;
  /** Position of the vent combination. */
  readonly vents: number;
}

/** Chooses a setting at thermal events, and the allowed cores at mapping events. */
export interface ThermalManager {
  readonly atThermalEvent: (found: FoundState) => ThermalSetting;
  /** Returns the number of allowed cores by block; null for all. */
  readonly allowableCores: (found: FoundState) => Int32Array | null;
}

/** Returns the manager of section 5.5.1: one set-point, fixed vents, all cores. */
export function constantSetting(setting: ThermalSetting): ThermalManager {
  return { atThermalEvent: () => setting, allowableCores: () => null };
}

export interface Lookups {
  count: number;
  infeasible: number;
  nextLimit: number;
  bestEffort: number;
  /** Number of lookups with some value more than half a step outside its list. */
  outsideGrid: number;
  /** Number of such lookups by value. */
  workOutside: number;
  coresOutside: number;
  powerLimitOutside: number;
}

export function noLookups(): Lookups {
  const outside = { outsideGrid: 0, workOutside: 0, coresOutside: 0, powerLimitOutside: 0 };
  return { count: 0, infeasible: 0, nextLimit: 0, bestEffort: 0, ...outside };
}

/** What to do if the nearest state is infeasible (DayOptions). */
export type InfeasibleStateRule = 'next-limit' | 'largest-limit' | 'best-effort';

/**
 * Returns the manager of section 5.4, which uses the template of the nearest state. @param lookups counts the lookups
 */
export function templateSetting(
  book: TemplateBook,
  infeasibleState: InfeasibleStateRule,
  lookups: Lookups,
): ThermalManager {
  const template = (found: FoundState): Template => {
    const state = nearestState(book.grid, found);
    lookups.count++;
    const { arrivingWork, runningCores, powerLimit } = outsideGrid(book.grid, found);
    if (arrivingWork) lookups.workOutside++;
    if (runningCores) lookups.coresOutside++;
    if (powerLimit) lookups.powerLimitOutside++;
    if (arrivingWork || runningCores || powerLimit) lookups.outsideGrid++;
    const stored = book.template(state);
    if (stored.status === 'optimal') return stored;
    lookups.infeasible++;
    const next = infeasibleState === 'best-effort' ? null : atHigherLimit(book, state, infeasibleState);
    if (next === null) lookups.bestEffort++;
    else lookups.nextLimit++;
    return next ?? stored;
  };
  return { atThermalEvent: template, allowableCores: (found) => template(found).allowableCores };
}

/**
 * Returns the template of the state at the next or largest power limit that is feasible; null if none is. Power limits
 * are the fastest digit of a state's index.
 */
function atHigherLimit(
  { grid, template }: TemplateBook,
  state: number,
  which: 'next-limit' | 'largest-limit',
): Template | null {
  const limits = grid.powerLimitW.length;
  const higher = Array.from({ length: limits - 1 - (state % limits) }, (_, k) => template(state + 1 + k));
  const feasible = higher.filter(({ status }) => status === 'optimal');
  return (which === 'next-limit' ? feasible[0] : feasible.at(-1)) ?? null;
}
