import type { LimitName } from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';
import { addFault } from './findings.js';

/** Maximum number of faults listed of each kind; others are only counted. Our choice: a planner reads no more. */
const MAX_LISTED = 20;

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
 * Collects the faults of a schedule in the order found. At most MAX_LISTED faults of each kind are listed with their
 * places; further ones are only counted.
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
    if (known.listed.length < MAX_LISTED) known.listed.push({ where: where(), passed });
  }

  violations(): Violation[] {
    const violations: Violation[] = [];
    for (const [constraint, { listed, count }] of this.#byKind) {
      for (const { where, passed } of listed) {
        const amount = passed === undefined ? NaN : Math.abs(passed.value - passed.limit);
        if (passed === undefined || !Number.isFinite(amount)) addFault(violations, constraint, where);
        else violations.push({ constraint, where, ...passed, amount });
      }
      const rest = count - listed.length;
      if (rest > 0) addFault(violations, constraint, `and ${rest} more`, rest);
    }
    return violations;
  }
}
