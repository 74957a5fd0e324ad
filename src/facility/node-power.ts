/**
 * Power of one node of a type without and with full load, at the wall: losses of its power supply are included, if
 * known.
 */
export interface NodePower {
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Power of a node that is on and runs no task, W. */
  readonly idleW: number;
  /** Power if all cores run the task type and P-state of greatest core power, W. */
  readonly fullLoadW: number;
  /**
   * Name of the task type of greatest core power. Null if all task types draw the same power (robust family) or none
   * runs on the node type.
   */
  readonly taskType: string | null;
  readonly pState: number;
}
