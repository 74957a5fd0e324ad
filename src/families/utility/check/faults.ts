import type { Violation } from '../../../../models/problems/violation.js';
import { addFault } from '../../../check/findings.js';

/** Greatest number of faults of a kind listed; the rest are counted. Ours: the ten-thousandth says no more than the first. */
const MAX_LISTED = 20;

/** Faults of a schedule that have no natural amount, by kind, in the order in which they are found. */
export class Faults {
  readonly #byKind = new Map<string, { readonly listed: string[]; count: number }>();

  /** Record of a fault; `where` is called only for a fault that is listed. */
  add(kind: string, where: () => string): void {
    const known = this.#byKind.get(kind) ?? { listed: [], count: 0 };
    this.#byKind.set(kind, known);
    known.count++;
    if (known.listed.length < MAX_LISTED) known.listed.push(where());
  }

  violations(): Violation[] {
    const violations: Violation[] = [];
    for (const [kind, { listed, count }] of this.#byKind) {
      for (const where of listed) addFault(violations, kind, where);
      const rest = count - listed.length;
      if (rest > 0) addFault(violations, kind, `and ${rest} more`, rest);
    }
    return violations;
  }
}
