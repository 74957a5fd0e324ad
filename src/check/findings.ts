import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';

/** A temperature may exceed its limit by this much, C; absolute (docs/checker.md). */
export const TEMPERATURE_TOLERANCE_C = 1e-6;
/** A power may exceed its limit by at most this much, W (docs/checker.md). See powerToleranceW. */
export const POWER_TOLERANCE_W = 1e-3;
/** A power may exceed its limit by this fraction, but at most by POWER_TOLERANCE_W; rounding errors are smaller. */
export const POWER_TOLERANCE_SHARE = 1e-9;
/** A fraction of time, or a sum of them, may exceed its limit by this much; absolute (docs/checker.md). */
export const FRACTION_TOLERANCE = 1e-9;
/**
 * Tolerance for an influence matrix. Its row sums may differ from 1 by this much. The air drawn from a source may
 * differ from the source's flow by this fraction of the flow.
 */
export const MATRIX_TOLERANCE = 1e-9;
/**
 * Relative tolerance of two balances: heat that CRACs remove against heat of nodes, and air flows of the influence
 * matrix against those of the instance.
 */
export const BALANCE_TOLERANCE = 1e-6;

/** Returns by how much a power may exceed its limit (cap, rack or PDU), W. */
export function powerToleranceW(limitW: number): number {
  return Math.min(POWER_TOLERANCE_W, POWER_TOLERANCE_SHARE * Math.abs(limitW));
}

/**
 * Limits whose violation makes a plan void: the plan cannot be evaluated, so its rates and rewards are reported as 0.
 */
const VOIDING = new Set(['plan', 'coreTime', 'instance', 'nonFinite']);

export function voidsEvaluation(violations: readonly Violation[]): boolean {
  return violations.some((violation) => VOIDING.has(violation.constraint));
}

/** Adds a violation without a measured value. The violation's value is the number of `occurrences`, its limit 0. */
export function addFault(violations: Violation[], constraint: LimitName, where: string, occurrences = 1): void {
  violations.push({ constraint, where, unit: 'count', value: occurrences, limit: 0, amount: occurrences });
}

/** A value with its limit and the tolerance of that limit, all in `unit`. */
export interface Bounded {
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  readonly tolerance: number;
}

/**
 * Adds a violation if the value exceeds the limit by more than the tolerance. A value of NaN is no violation. If the
 * limit is not finite, a violation of "instance" is added instead.
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
