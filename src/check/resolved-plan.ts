import type { InterferenceCoefficients, NodeType } from '../../models/facility/facility.js';

/** A plan with its names looked up, without parts that cannot run. The checker's physics works on it. */
export interface ResolvedPlan {
  /** Set-points by CRAC of the matrix, C; NaN if the plan gives none. */
  readonly setPointsC: readonly number[];
  readonly assignments: readonly ResolvedAssignment[];
}

/** Number of nodes of one zone on standby. */
export interface ResolvedStandby {
  readonly zone: number;
  readonly nodes: number;
  /** Power of one of these nodes on standby, W, at the output of the power supply if psuEfficiency is given. */
  readonly powerW: number;
  /** Air flow of one of these nodes as specified, m3/s; if absent, that of a node that is on. */
  readonly airFlowM3PerS?: number | undefined;
}

export interface ResolvedAssignment {
  readonly zone: number;
  /**
   * Number of nodes. For nodes that share time, multiplied by the share of this work, so that it may be no whole
   * number.
   */
  readonly nodes: number;
  /** Share of the time by which `nodes` is weighted; 1 if absent. */
  readonly share?: number;
  readonly nodeType: NodeType;
  readonly shares: readonly ResolvedShare[];
}

export interface ResolvedShare {
  readonly count: number;
  /** Time slices with fractions > 0. */
  readonly slices: readonly ResolvedSlice[];
}

export interface ResolvedSlice {
  readonly task: RunningTask;
  readonly fraction: number;
}

/** One task type on one node type in one P-state. */
export interface RunningTask {
  /** Index of the task type in the workload. */
  readonly taskType: number;
  readonly label: string;
  readonly pState: number;
  readonly frequencyGHz: number;
  readonly timeAloneS: number;
  readonly corePowerW: number;
  readonly memoryIntensity: number;
  /** Coefficients of Eq. 21; absent only when the co-location model is "none". */
  readonly interference: InterferenceCoefficients | undefined;
}
