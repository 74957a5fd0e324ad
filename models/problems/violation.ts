/** A limit that a plan breaks. Reported with its amount, never priced. */
export interface Violation {
  /** What is violated, e.g. "powerCap", "redLine", "energyRobustness", "taskMissing", "plan": docs/checker.md says where they are listed. */
  readonly constraint: string;
  /** Where: a zone, rack, CRAC, task, node; empty for the whole facility. */
  readonly where: string;
  /** Unit of value, limit and amount. */
  readonly unit: string;
  /** What the plan comes to. */
  readonly value: number;
  readonly limit: number;
  /** Amount by which the limit is passed, > 0, in `unit`. */
  readonly amount: number;
}
