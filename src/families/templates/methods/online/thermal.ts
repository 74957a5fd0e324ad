import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import { type FoundState, nearestState, outsideGrid } from '../../../../../models/families/templates/states.js';
import type { Template } from '../../../../../models/families/templates/template.js';

/** Set-point of all CRACs and openings of the vents. */
export interface ThermalSetting {
  readonly setPointC: number;
  /** Index of the vent combination. */
  readonly vents: number;
}

/**
 * Controls the room. At thermal events it chooses the set-point and the vents, at mapping events the number of allowed
 * cores.
 */
export interface ThermalManager {
  readonly atThermalEvent: (found: FoundState) => ThermalSetting;
  /** Returns the number of allowed cores of each block of nodes; null if all cores are allowed. */
  readonly allowableCores: (found: FoundState) => Int32Array | null;
}

/** Returns the manager of section 5.5.1. It keeps the given set-point and vents, and allows all cores. */
export function constantSetting(setting: ThermalSetting): ThermalManager {
  return { atThermalEvent: () => setting, allowableCores: () => null };
}

export interface Lookups {
  count: number;
  infeasible: number;
  nextLimit: number;
  bestEffort: number;
  /** Number of lookups with arriving work, running cores or power limit outside the grid by more than half a step. */
  outsideGrid: number;
  /** Number of lookups with arriving work outside the grid by more than half a step. */
  workOutside: number;
  /** Number of lookups with the running cores of a quadrant outside the grid by more than half a step. */
  coresOutside: number;
  /** Number of lookups with a power limit outside the grid by more than half a step. */
  powerLimitOutside: number;
}

export function noLookups(): Lookups {
  const outside = { outsideGrid: 0, workOutside: 0, coresOutside: 0, powerLimitOutside: 0 };
  return { count: 0, infeasible: 0, nextLimit: 0, bestEffort: 0, ...outside };
}

/**
 * Rule for the template that is used if the nearest state is infeasible. 'next-limit': the template of the next higher
 * power limit whose state is feasible. 'largest-limit': the template of the largest power limit whose state is
 * feasible. 'best-effort': the template of the infeasible state itself (see `DayOptions`).
 */
export type InfeasibleStateRule = 'next-limit' | 'largest-limit' | 'best-effort';

/**
 * Returns the manager of section 5.4, which uses the template of the nearest state. It increases the counters in
 * `lookups`.
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
 * Returns the template of a feasible state that differs from the given state only by a higher power limit. This limit
 * is the next or the largest for which the state is feasible. Returns null if there is none.
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
