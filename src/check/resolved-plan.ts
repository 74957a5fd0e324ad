import type { InterferenceCoefficients, NodeType } from '../../models/facility/facility.js';

/**
 * A plan whose names are resolved to indices and objects, without the parts that cannot run. The checker computes
 * powers and temperatures from it.
 */
export interface ResolvedPlan {
  /** Set-point of each CRAC, C, in the order of the influence matrix. NaN if the plan gives none. */
  readonly setPointsC: readonly number[];
  readonly assignments: readonly ResolvedAssignment[];
}

/** Nodes of one zone that are on standby: their number, power and air flow. */
export interface ResolvedStandby {
  readonly zone: number;
  readonly nodes: number;
  /** Power of one node on standby, W, before the losses of the node's power supply (if psuEfficiency is given). */
  readonly powerW: number;
  /** Specified air flow of one node on standby, m3/s. If absent, that of a node that is on. */
  readonly airFlowM3PerS?: number | undefined;
}

export interface ResolvedAssignment {
  readonly zone: number;
  /**
   * Number of nodes. If nodes divide their time among several assignments, it is their number times the time share of
   * this assignment, and may be fractional.
   */
  readonly nodes: number;
  /** Fraction of the nodes' time that this assignment takes; `nodes` is already multiplied by it. 1 if absent. */
  readonly share?: number;
  readonly nodeType: NodeType;
  readonly shares: readonly ResolvedShare[];
}

export interface ResolvedShare {
  readonly count: number;
  /** Task types that each core runs in time slices, with their time fractions > 0. */
  readonly slices: readonly ResolvedSlice[];
}

export interface ResolvedSlice {
  readonly task: RunningTask;
  readonly fraction: number;
}

/** One task type on one node type in one P-state, with its time and power. */
export interface RunningTask {
  /** Index of the task type in the workload. */
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
