/** A limit that a plan breaks. Reported with its amount, never priced. */
export interface Violation {
  /**
   * Name of the limit that is violated, e.g. "powerCap", "redLine", "energyRobustness", "taskMissing", "plan":
   * docs/checker.md says where they are listed.
   */
  readonly constraint: string;
  /** Place of the violation: a zone, rack, CRAC, task, node; empty for the whole facility. */
  readonly where: string;
  /** Unit of value, limit and amount. */
  readonly unit: string;
  /** Value that the plan has for the limited quantity, in `unit`. */
  readonly value: number;
  readonly limit: number;
  /** Amount by which the limit is passed, > 0, in `unit`. */
  readonly amount: number;
}
