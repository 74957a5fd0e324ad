import type { LimitName } from '../facility/limits.js';
/**
 * A limit that a plan violates, and the amount of the violation. Violations are reported; they do not change the
 * objective.
 */
export interface Violation {
  /**
   * Name of the violated limit, e.g. "powerCap", "redLine", "energyRobustness", "taskMissing", "plan". docs/checker.md
   * says where all names are listed.
   */
  readonly constraint: LimitName;
  /** Name of the zone, rack, CRAC, task or node that violates the limit; empty for the whole facility. */
  readonly where: string;
  /** Unit of `value`, `limit` and `amount`. */
  readonly unit: string;
  /** Value of the limited quantity in the plan. */
  readonly value: number;
  readonly limit: number;
  /** Amount of the violation, |value - limit|, above 0. */
  readonly amount: number;
}
