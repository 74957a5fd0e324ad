/**
 * The robust bag-of-tasks instance (thesis, chapter 2): nodes, tasks with uncertain times, a deadline and an energy budget, as
 * stored on disk. Types only. Units are in the field names.
 * The JSON Schema in instances/robust.schema.json is generated from src/instances/robust/schema.ts, which is held to these types.
 */

/** Format word of a robust instance file. */
export const ROBUST_FORMAT = 'plenum.robust-bag-of-tasks';
/** Version of the format. */
export const ROBUST_FORMAT_VERSION = 1;

export interface RobustInstance {
  readonly format: typeof ROBUST_FORMAT;
  readonly formatVersion: typeof ROBUST_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  readonly facility: RobustFacility;
  readonly workload: RobustWorkload;
  readonly limits: RobustLimits;
  /**
   * Model of how the energy of one task varies (default "correlated"). printed: Eqs. 6, 8, 10, dynamic and static
   * energy as if independent, (Pdyn^2 + Pstat^2) V. correlated: both come from the same time, (Pdyn + Pstat)^2 V.
   */
  readonly energyVariance?: EnergyVariance | undefined;
  /** Best z-values of instances small enough to try every plan. */
  readonly knownOptimum?: RobustKnownOptimum | undefined;
}

export type EnergyVariance = 'printed' | 'correlated';

/** The best z-values of the two problems, null where no plan is feasible. Infinite ones are written as 1e308. */
export interface RobustKnownOptimum {
  /** MO-EC: the standard normal quantile of the greatest makespan-robustness. */
  readonly makespanZ: number | null;
  /** EO-MC: the greatest quantile of energy-robustness, likewise. */
  readonly energyZ: number | null;
  readonly derivation: string;
}

export interface RobustFacility {
  readonly nodeTypes: readonly RobustNodeType[];
  readonly nodes: readonly RobustNodeGroup[];
}

export interface RobustNodeType {
  readonly name: string;
  readonly description?: string | undefined;
  readonly cores: number;
  /** Power of the whole node with no core working: overhead and static power of all cores. */
  readonly idlePowerW: number;
  /** O_i: memory, drives, cards. At most idlePowerW; the rest, divided by the cores, is P_stat (appendix A). */
  readonly overheadPowerW: number;
  /** P-state 0 first: frequencies strictly decreasing, dynamic power of one core not rising. */
  readonly pStates: readonly RobustPState[];
}

export interface RobustPState {
  readonly frequencyGHz: number;
  /** P_dyn of one working core, Eq. 1. */
  readonly dynamicPowerW: number;
}

/** `count` nodes alike, named `name` (count 1) or `name-1`, `name-2`, ... */
export interface RobustNodeGroup {
  readonly name: string;
  readonly nodeType: string;
  /** Default 1. */
  readonly count?: number | undefined;
}

export interface RobustWorkload {
  readonly taskTypes: readonly RobustTaskType[];
  readonly tasks: TaskTable | TaskFile | GeneratedTasks;
}

export interface RobustTaskType {
  readonly name: string;
  /** Share of a slowdown in frequency that shows in time: time(f) = time(f0) (1 + s (f0 / f - 1)); 1 compute-bound (appendix A). */
  readonly frequencySensitivity: number;
}

/** Times spelled out. Columns are names of nodes or, for nodes without a column of their own, of node types. */
export interface TaskTable {
  readonly source: 'table';
  readonly tasks: readonly TaskRow[];
}

export interface TaskRow {
  readonly name: string;
  readonly taskType: string;
  /** Mean time in P-state 0 by column. A column not named cannot run the task. */
  readonly meanS: Readonly<Record<string, number>>;
  /** Variance of the time in P-state 0 by column: exactly those of meanS. Needed unless coefficientOfVariation is given. */
  readonly varianceS2?: Readonly<Record<string, number>> | undefined;
  /** Standard deviation over mean, for all columns alike. */
  readonly coefficientOfVariation?: number | undefined;
}

/**
 * Times in a CSV file beside the instance: header `task,taskType,mean:<column>,...,variance:<column>,...`, one row per task; both
 * fields of a column empty where it cannot run the task. A row may give `coefficientOfVariation` in place of its variances.
 */
export interface TaskFile {
  readonly source: 'csv';
  readonly file: string;
}

/**
 * Times drawn by the coefficient-of-variation method (appendix A; Ali et al. 2000); they follow from the seed on every
 * machine.
 */
export interface GeneratedTasks {
  readonly source: 'generated';
  readonly count: number;
  readonly seed: number;
  /** Mean over tasks and columns of the mean time in P-state 0. */
  readonly meanS: number;
  /** Coefficients of variation of mean times between tasks and between columns. */
  readonly taskCoV: number;
  readonly columnCoV: number;
  /** Coefficient of variation of a task's time about its mean; itself varied between tasks and columns by factors of mean 1. */
  readonly timeCoV: number;
  readonly varianceTaskCoV: number;
  readonly varianceColumnCoV: number;
  /**
   * Unit that gets a column of times of its own: every node type (copies of a server take equal times) or every node.
   */
  readonly columns: 'per-node-type' | 'per-node';
  /** Degree to which columns differ in the tasks that suit them (default "as-drawn"). */
  readonly affinity?: 'as-drawn' | 'high' | 'low' | undefined;
}

export interface RobustLimits {
  /** delta. */
  readonly deadlineS: number;
  /** Delta. */
  readonly energyBudgetJ: number;
  /** eta: the least phi of an admissible MO-EC plan, strictly between 0 and 1. */
  readonly energyRobustness: number;
  /** Gamma: the least Psi of an admissible EO-MC plan, strictly between 0 and 1. */
  readonly makespanRobustness: number;
}
