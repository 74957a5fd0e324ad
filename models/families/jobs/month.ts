import type { UtilityFunctions } from '../utility-function.js';
import type { LevelsOf } from './design-point.js';
import type { CorePower, TaskGraph } from './task-graph.js';

/** Nodes of one type. Their cores are equal, and each core has a level of its own; links connect cores and nodes. */
export interface JobNodeType {
  readonly name: string;
  /** Number of nodes of the type, at least 1. */
  readonly nodes: number;
  /** Cores of a node, at least 1. */
  readonly coresPerNode: number;
  readonly power: CorePower;
}

/** A job type: one graph per node type, all with the same tasks and edges. */
export interface JobType {
  readonly name: string;
  /** Task graphs, one for each node type. */
  readonly graphs: readonly TaskGraph[];
}

/** Time lost by watching and moving jobs, s, >= 0 each. The paper, IV-B, prints no values. */
export interface Overheads {
  /** Delay of each running job at each checkpoint. */
  readonly checkS: number;
  /** Delay of a job that changes its cores inside its node. */
  readonly moveInNodeS: number;
  /** Delay of a job that changes its node. */
  readonly moveToNodeS: number;
}

/**
 * Month of J jobs on a platform, compiled: the period's arrivals with all that happens to them. Times in s from the
 * start of the period.
 */
export interface Month {
  readonly nodeTypes: readonly JobNodeType[];
  /**
   * What owns a level in every design of the month: a core, or each task. A change of level takes neither time nor
   * energy.
   */
  readonly levelsOf: LevelsOf;
  readonly types: readonly JobType[];
  /** Length J: type of each job. */
  readonly typeOf: Int32Array;
  /** Length J: arrivals, ascending, s. */
  readonly arrivalS: Float64Array;
  /** Value of each job by its age at completion (s), by job. Never rising, at least 0. */
  readonly values: UtilityFunctions;
  /**
   * Length J: actual time / expected time of all of a job's work, > 0. Schedulers learn it only from progress.
   * Overheads are not scaled by it.
   */
  readonly paceOf: Float64Array;
  readonly overheads: Overheads;
}
