import type { LimitName } from '../../../../models/facility/limits.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import { POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import type { CheckedRoom } from './room.js';
import type { CheckedEffect, LeastPower } from './verdict.js';

/** Tolerance of stored figures, relative to the recomputed figure. For temperatures below 1 C it is relative to 1 C. */
const CLAIM_TOLERANCE = 1e-9;
/**
 * Relative amount by which a template's work per energy may exceed the checker's upper bound. A setting may exceed
 * limits by their tolerances, which the bound does not take into account.
 */
const CEILING_TOLERANCE = 1e-6;
/**
 * Largest accepted distance of a setting from the limit that its template names as binding, relative to the limit. For
 * temperatures the distance is in K.
 */
const BINDING_TOLERANCE = 1e-6;

/** Figures of a setting as stored; `tasksPerJ` is not stored for settings with whole numbers of cores. */
export interface Claims {
  readonly workPerS: number;
  readonly powerW: number;
  readonly hottestOutletC: number;
  readonly tasksPerJ?: number;
}

/**
 * Adds a "claim" fault for each stored figure that differs from the recomputed figure. `of` is put before the name of
 * the figure in the fault, e.g. "whole cores, ".
 */
export function addClaimFaults(claims: Claims, effect: CheckedEffect, of: string, violations: Violation[]): void {
  const compare = (name: keyof Claims, unit: string, least: number): void => {
    const value = claims[name] ?? effect[name];
    const limit = effect[name];
    const amount = Math.abs(value - limit);
    if (amount <= CLAIM_TOLERANCE * Math.max(least, Math.abs(limit))) return;
    violations.push({ constraint: 'claim', where: `${of}${name}`, unit, value, limit, amount });
  };
  compare('workPerS', 'tasks/s', 0);
  compare('powerW', 'W', 0);
  compare('tasksPerJ', 'tasks/J', 0);
  compare('hottestOutletC', 'C', 1);
}

/**
 * Compares the work per energy of a template with upper bounds, tasks/J. Adds "bound" if it exceeds the stored bound.
 * Adds "ceiling" or "proof" if it exceeds a bound of the checker, which indicates an error of the checker.
 *
 * @param possible the checker's two bounds; Infinity if the setting violates a limit
 */
export function addBoundFaults(
  { boundTasksPerJ }: Template,
  { tasksPerJ }: CheckedEffect,
  possible: { readonly ceiling: number; readonly proof: number },
  violations: Violation[],
): void {
  const add = (constraint: LimitName, value: number, limit: number, tolerance: number): void => {
    const amount = value - limit;
    if (!(amount <= tolerance * Math.abs(limit))) {
      violations.push({ constraint, where: '', unit: 'tasks/J', value, limit, amount });
    }
  };
  add('bound', tasksPerJ, boundTasksPerJ, CLAIM_TOLERANCE);
  add('ceiling', tasksPerJ, possible.ceiling, CEILING_TOLERANCE);
  add('proof', tasksPerJ, possible.proof, CEILING_TOLERANCE);
}

/**
 * Adds a "binding" fault if the setting is far from the limit that its template names as binding. 'none' is not
 * checked. For 'outlet', the hottest outlet must be near its limit, and the set-point near the coolest possible one.
 */
export function addBindingFault(
  { binding, setPointC }: Template,
  effect: CheckedEffect,
  room: CheckedRoom,
  limits: { readonly workPerS: number; readonly powerW: number },
  violations: Violation[],
): void {
  let allPerS = 0;
  for (const { workPerS } of room.blocks) allPerS += workPerS;
  const shortOf = (value: number, limit: number): number => (limit - value) / Math.max(Math.abs(limit), 1e-300);
  const apart: Readonly<Record<string, number>> = {
    work: shortOf(effect.workPerS, limits.workPerS),
    saturated: Math.max(shortOf(effect.workPerS, allPerS), shortOf(limits.workPerS, allPerS)),
    power: shortOf(effect.powerW, limits.powerW),
    outlet: Math.max(setPointC - room.coolestC, room.outletLimitC - effect.hottestOutletC),
    none: 0,
  };
  const value = apart[binding] ?? NaN;
  if (value <= BINDING_TOLERANCE) return;
  const unit = binding === 'outlet' ? 'K' : '1';
  violations.push({ constraint: 'binding', where: binding, unit, value, limit: 0, amount: value });
}

/**
 * Checks the template of a state that the database calls infeasible. Adds "status" if running cores alone keep all
 * limits with a margin. Adds "binding" if another limit than the named one is violated. Adds "bestEffort" if more than
 * the running cores work, or a limit is exceeded by more than necessary. Adds "bound" unless the stored bound is 0.
 */
export function addInfeasibleFaults(
  template: Template,
  effect: CheckedEffect,
  utilisationAboveLeast: number,
  least: LeastPower,
  limits: { readonly powerW: number; readonly outletC: number },
  violations: Violation[],
): void {
  const add = (
    constraint: LimitName,
    where: string,
    unit: string,
    value: number,
    limit: number,
    slack: number,
  ): void => {
    const amount = value - limit;
    if (!(amount <= slack)) violations.push({ constraint, where, unit, value, limit, amount });
  };
  const byOutlet = template.binding === 'infeasible-outlet';
  const [keepsOutlets, keepsPower] = [least.excessC <= 0, least.powerW <= limits.powerW];
  if (keepsOutlets && keepsPower) {
    // Within the tolerance of the limit a state may be called feasible or infeasible.
    const spare = byOutlet ? -least.excessC : limits.powerW - least.powerW;
    const slack = byOutlet ? TEMPERATURE_TOLERANCE_C : POWER_TOLERANCE_W;
    add('status', 'feasible', byOutlet ? 'K' : 'W', spare, 0, slack);
  } else if (byOutlet === keepsOutlets) {
    add('binding', template.binding, 'K', Math.abs(least.excessC), 0, TEMPERATURE_TOLERANCE_C);
  }
  add('bestEffort', 'utilisation', '1', utilisationAboveLeast, 0, CLAIM_TOLERANCE);
  const hottestC = limits.outletC + (byOutlet ? Math.max(0, least.excessC) : 0);
  add('bestEffort', 'outlet', 'C', effect.hottestOutletC, hottestC, TEMPERATURE_TOLERANCE_C);
  if (!byOutlet) add('bestEffort', 'power', 'W', effect.powerW, least.powerW, POWER_TOLERANCE_W);
  add('bound', '', 'tasks/J', Math.abs(template.boundTasksPerJ), 0, 0);
}
