import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';

/** Tolerance of temperature limits, C; absolute (docs/checker.md). */
export const TEMPERATURE_TOLERANCE_C = 1e-6;
/** Maximum tolerance of a power limit, W (docs/checker.md). */
export const POWER_TOLERANCE_W = 1e-3;
/**
 * Tolerance of a power limit (cap, rack or PDU) relative to the limit, but at most POWER_TOLERANCE_W. It exceeds the
 * rounding errors of long sums.
 */
const POWER_SHARE = 1e-9;
/** Tolerance of fractions of time and of their sums, absolute (docs/checker.md). */
export const FRACTION_TOLERANCE = 1e-9;
/**
 * Tolerance of the influence matrix. It applies to the row sums of its weights (absolute) and to the conservation of
 * air (relative to the air flow of the source).
 */
export const MATRIX_TOLERANCE = 1e-9;
/**
 * Relative tolerance of balances: heat removed by CRACs against heat of nodes, and air flows in the influence matrix
 * against those of the instance.
 */
export const BALANCE_TOLERANCE = 1e-6;

/** Returns the tolerance, W, of a power limit (cap, rack or PDU) of `limitW` watts. */
export function powerToleranceW(limitW: number): number {
  return Math.min(POWER_TOLERANCE_W, POWER_SHARE * Math.abs(limitW));
}

/**
 * Constraints whose violation voids a plan: it cannot be executed or evaluated, so its rates and rewards are reported
 * as 0.
 */
const VOIDING = new Set(['plan', 'coreTime', 'instance', 'nonFinite']);

export function voidsEvaluation(violations: readonly Violation[]): boolean {
  return violations.some((violation) => VOIDING.has(violation.constraint));
}

/** Adds a violation that is counted rather than measured: its value is `occurrences`, its limit 0. */
export function addFault(violations: Violation[], constraint: LimitName, where: string, occurrences = 1): void {
  violations.push({ constraint, where, unit: 'count', value: occurrences, limit: 0, amount: occurrences });
}

/** A quantity with its limit and the tolerance of that limit, all in `unit`. */
export interface Bounded {
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  readonly tolerance: number;
}

/**
 * Adds a violation if the value exceeds the limit by more than the tolerance. A value of NaN adds none. If the limit is
 * not finite, an "instance" violation is added instead.
 */
export function addIfAbove(violations: Violation[], constraint: LimitName, bounded: Bounded): void {
  addIfPositive(violations, constraint, bounded, bounded.value - bounded.limit);
}

/** Adds a violation if the value is below the limit by more than the tolerance. */
export function addIfBelow(violations: Violation[], constraint: LimitName, bounded: Bounded): void {
  addIfPositive(violations, constraint, bounded, bounded.limit - bounded.value);
}

function addIfPositive(violations: Violation[], constraint: LimitName, bounded: Bounded, amount: number): void {
  const { where, unit, value, limit, tolerance } = bounded;
  if (!Number.isFinite(limit))
    addFault(violations, 'instance', `${where}: limit of ${constraint} is not a finite number`);
  else if (amount > tolerance) violations.push({ constraint, where, unit, value, limit, amount });
}
