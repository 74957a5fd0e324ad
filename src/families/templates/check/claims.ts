import type { LimitName } from '../../../../models/facility/limits.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import { POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import type { CheckedRoom } from './room.js';
import type { CheckedEffect, LeastPower } from './verdict.js';

/** Tolerance of claimed figures, relative to the recomputed figure; for temperatures, to at least 1 C. */
const CLAIM_TOLERANCE = 1e-9;
/**
 * Relative amount by which a template's work per energy may exceed the checker's upper bound, because its setting may
 * exceed limits by their tolerances.
 */
const CEILING_TOLERANCE = 1e-6;
/** Maximum slack of the limit that a template names as binding: relative to the limit, or in K for temperatures. */
const BINDING_TOLERANCE = 1e-6;

/**
 * Figures that a database states for a setting. `tasksPerJ` is absent for settings with whole numbers of cores, for
 * which a database does not state it.
 */
export interface Claims {
  readonly workPerS: number;
  readonly powerW: number;
  readonly hottestOutletC: number;
  readonly tasksPerJ?: number;
}

/**
 * Adds a "claim" fault for each claimed figure that differs from the recomputed one.
 *
 * @param of prefix of the figure's name in a fault, e.g. "whole cores, "
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
 * Checks upper bounds on work per energy, tasks/J. Adds "bound" if the template's own bound is below the work per
 * energy of its setting. Adds "ceiling" or "proof" if the setting exceeds a bound that the checker computed, which
 * indicates an error of the checker.
 *
 * @param possible the checker's two bounds; Infinity where the setting violates a limit
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
 * Adds a "binding" fault if the limit that a template names as binding has a large slack. 'none' is not judged. For
 * 'outlet', the set-point must be near the coolest one and the hottest outlet near its limit.
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
 * Checks a state that is stated as infeasible. Adds "status" if running cores alone keep all limits with a margin. Adds
 * "binding" if another limit than the stated one is violated. Adds "bestEffort" if the setting runs more than it must,
 * or violates a limit more than necessary. Adds "bound" unless the bound is 0.
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
