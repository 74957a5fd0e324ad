import type { LimitName } from '../facility/limits.js';
/**
 * A limit that a plan breaks, with the amount by which it breaks it. Broken limits are reported and never traded
 * against the objective.
 */
export interface Violation {
  /**
   * Name of the broken limit, e.g. "powerCap", "redLine", "energyRobustness", "taskMissing", "plan"; docs/checker.md
   * says where they are listed.
   */
  readonly constraint: LimitName;
  /** Where it is broken: a zone, rack, CRAC, task or node; empty for the whole facility. */
  readonly where: string;
  /** Unit of value, limit and amount. */
  readonly unit: string;
  /** Value that the plan has for the limited quantity, in `unit`. */
  readonly value: number;
  readonly limit: number;
  /** Amount by which the value exceeds the limit, in `unit`, above 0. */
  readonly amount: number;
}
