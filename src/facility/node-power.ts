/** Power of one node of a type at the wall, W (after the power supply's efficiency, if one is given). */
export interface NodePower {
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Power when no core works, W. */
  readonly idleW: number;
  /** Power when all cores run the task type and P-state of greatest core power, W. */
  readonly fullLoadW: number;
  /** Task type that draws the most; null if all draw the same (robust), or none runs there. */
  readonly taskType: string | null;
  readonly pState: number;
}
