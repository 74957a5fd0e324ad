import type { InterferenceCoefficients, NodeType } from '../../models/facility/facility.js';

/** A plan with indices and objects instead of names, without the parts that cannot run, for the checker's physics. */
export interface ResolvedPlan {
  /** Set-point of each CRAC, C, in the order of the influence matrix. NaN if the plan gives none. */
  readonly setPointsC: readonly number[];
  readonly assignments: readonly ResolvedAssignment[];
}

export interface ResolvedStandby {
  readonly zone: number;
  readonly nodes: number;
  /** Power of one node, W, without the losses of its power supply (if psuEfficiency is given). */
  readonly powerW: number;
  /** Air flow of one node, m3/s. If absent, it is the air flow of a node that is on. */
  readonly airFlowM3PerS?: number | undefined;
}

export interface ResolvedAssignment {
  readonly zone: number;
  /** Number of nodes that run this assignment, times its time share; so it may be fractional. */
  readonly nodes: number;
  /** Fraction of the nodes' time that this assignment takes; 1 if absent. `nodes` is already multiplied by it. */
  readonly share?: number;
  readonly nodeType: NodeType;
  readonly shares: readonly ResolvedShare[];
}

export interface ResolvedShare {
  readonly count: number;
  /** Task types that each of the cores runs in turn, with their time fractions > 0. */
  readonly slices: readonly ResolvedSlice[];
}

export interface ResolvedSlice {
  readonly task: RunningTask;
  readonly fraction: number;
}

/** One task type on one node type in one P-state, with its execution time and core power. */
export interface RunningTask {
  readonly taskType: number;
  readonly label: string;
  readonly pState: number;
  readonly frequencyGHz: number;
  readonly timeAloneS: number;
  readonly corePowerW: number;
  readonly memoryIntensity: number;
  /** Coefficients of the co-located time (Eq. 21); absent only if the co-location model is "none". */
  readonly interference: InterferenceCoefficients | undefined;
}
