/** Power of one node of a type at the wall, W: including the losses of its power supply, if an efficiency is given. */
export interface NodePower {
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Power of a node without running tasks, W. */
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
