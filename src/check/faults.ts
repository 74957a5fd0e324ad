import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';
import { addFault } from './findings.js';

/**
 * Maximum number of faults of one kind that checkers list; others are only counted. Our choice: a planner reads no more.
 */
export const MAX_LISTED = 20;

/** A limit that a schedule violates, and the violating value, both in `unit`. */
export interface Passed {
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
}

interface Found {
  readonly where: string;
  readonly passed: Passed | undefined;
}

/**
 * Collects the faults of a schedule by kind. Of each kind, the MAX_LISTED worst faults are listed with their places, in
 * the order found; further ones are only counted.
 */
export class Faults {
  readonly #byKind = new Map<LimitName, { readonly listed: Found[]; count: number }>();

  /**
   * Adds a fault of the given kind.
   *
   * @param where returns the place of the fault; called only if the fault is listed
   * @param passed the violated limit; absent if the fault has no amount
   */
  add(kind: LimitName, where: () => string, passed?: Passed): void {
    const known = this.#byKind.get(kind) ?? { listed: [], count: 0 };
    this.#byKind.set(kind, known);
    known.count++;
    if (known.listed.length >= MAX_LISTED) {
      const mildest = known.listed.reduce((least, one) =>
        amountOf(one.passed) < amountOf(least.passed) ? one : least,
      );
      if (!(amountOf(passed) > amountOf(mildest.passed))) return;
      known.listed.splice(known.listed.indexOf(mildest), 1);
    }
    known.listed.push({ where: where(), passed });
  }

  violations(): Violation[] {
    const violations: Violation[] = [];
    for (const [constraint, { listed, count }] of this.#byKind) {
      for (const { where, passed } of listed) {
        const amount = amountOf(passed);
        if (passed === undefined || !Number.isFinite(amount)) addFault(violations, constraint, where);
        else violations.push({ constraint, where, ...passed, amount });
      }
      const rest = count - listed.length;
      if (rest > 0) addFault(violations, constraint, `and ${rest} more`, rest);
    }
    return violations;
  }
}

/** Returns the amount by which a fault passes its limit; Infinity without a limit or with a value that is no number. */
function amountOf(passed: Passed | undefined): number {
  const amount = passed === undefined ? NaN : Math.abs(passed.value - passed.limit);
  return Number.isFinite(amount) ? amount : Infinity;
}
