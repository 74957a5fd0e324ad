/** Power of one node without and with full load at the wall, with its power supply's losses, if known. */
export interface NodePower {
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Power of a node that is on and runs no task, W. */
  readonly idleW: number;
  /** Power if all cores run the task type and P-state of greatest core power, W. */
  readonly fullLoadW: number;
  /**
   * Task type of greatest core power. Null if all task types draw the same power (robust family), or if no task type
   * runs on the node type.
   */
  readonly taskType: string | null;
  readonly pState: number;
}
