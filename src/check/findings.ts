import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';

/** Tolerance of temperatures, C; absolute (docs/checker.md). */
export const TEMPERATURE_TOLERANCE_C = 1e-6;
/** Largest tolerance of power limits, W; absolute (docs/checker.md). */
export const POWER_TOLERANCE_W = 1e-3;
/**
 * Relative tolerance of caps, rack and PDU limits; at most POWER_TOLERANCE_W. Rounding errors of long sums are smaller.
 */
const POWER_SHARE = 1e-9;
/** Tolerance of fractions of time and of their sums, absolute (docs/checker.md). */
export const FRACTION_TOLERANCE = 1e-9;
/** Tolerance of row sums of the weights, absolute, and of conservation of air, relative to the source's air flow. */
export const MATRIX_TOLERANCE = 1e-9;
/**
 * Relative tolerance of balances: heat at CRACs against heat of nodes, air flows in the matrix against those of the
 * instance.
 */
export const BALANCE_TOLERANCE = 1e-6;

/** Returns the tolerance of a cap, rack or PDU limit of `limitW` watts, W. */
export function powerToleranceW(limitW: number): number {
  return Math.min(POWER_TOLERANCE_W, POWER_SHARE * Math.abs(limitW));
}

/** Constraints whose violation voids a plan: it cannot be run or rated, so its rates and rewards are reported as 0. */
const VOIDING = new Set(['plan', 'coreTime', 'instance', 'nonFinite']);

export function voidsEvaluation(violations: readonly Violation[]): boolean {
  return violations.some((violation) => VOIDING.has(violation.constraint));
}

/** Adds a fault without a natural amount: the violation has value `occurrences` and limit 0. */
export function addFault(violations: Violation[], constraint: LimitName, where: string, occurrences = 1): void {
  violations.push({ constraint, where, unit: 'count', value: occurrences, limit: 0, amount: occurrences });
}

/** Value and limit of a quantity in `unit`, with a `tolerance` in the same unit. */
export interface Bounded {
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  readonly tolerance: number;
}

/**
 * Adds a violation if value > limit. A value that is not finite is found by the final scan; a limit that is not finite
 * is a fault of the instance.
 */
export function addIfAbove(violations: Violation[], constraint: LimitName, bounded: Bounded): void {
  addIfPositive(violations, constraint, bounded, bounded.value - bounded.limit);
}

/** Adds a violation if value < limit. */
export function addIfBelow(violations: Violation[], constraint: LimitName, bounded: Bounded): void {
  addIfPositive(violations, constraint, bounded, bounded.limit - bounded.value);
}

function addIfPositive(violations: Violation[], constraint: LimitName, bounded: Bounded, amount: number): void {
  const { where, unit, value, limit, tolerance } = bounded;
  if (!Number.isFinite(limit))
    addFault(violations, 'instance', `${where}: limit of ${constraint} is not a finite number`);
  else if (amount > tolerance) violations.push({ constraint, where, unit, value, limit, amount });
}
