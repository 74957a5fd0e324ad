import type { UtilityFunctions } from '../utility-function.js';
import type { LevelsOf } from './design-point.js';
import type { CorePower, TaskGraph } from './task-graph.js';

/** Nodes of one type. All their cores are equal, and each core has its own frequency level. */
export interface JobNodeType {
  readonly name: string;
  /** Number of nodes of the type, at least 1. */
  readonly nodes: number;
  /** Number of cores of a node, at least 1. */
  readonly coresPerNode: number;
  readonly power: CorePower;
}

/** A job type. It has one task graph for each node type, all with the same tasks and edges. */
export interface JobType {
  readonly name: string;
  /** Task graphs, one for each node type. */
  readonly graphs: readonly TaskGraph[];
}

/** Time lost by monitoring and migrating jobs, s, >= 0 each. Singh et al. 2016, IV-B, print no values. */
export interface Overheads {
  /** Delay of each running job at each checkpoint, s. */
  readonly checkS: number;
  /** Delay of a job that migrates to other cores of its node, s. */
  readonly moveInNodeS: number;
  /** Delay of a job that migrates to another node, s. */
  readonly moveToNodeS: number;
}

/**
 * Jobs of a month and the platform that executes them, in dense indices. J jobs. Times in s from the start of the
 * period.
 */
export interface Month {
  readonly nodeTypes: readonly JobNodeType[];
  /**
   * Whether designs choose a frequency level for each core or for each task. A change of level takes neither time nor
   * energy.
   */
  readonly levelsOf: LevelsOf;
  readonly types: readonly JobType[];
  /** Type of each job, as index in `types`. */
  readonly typeOf: Int32Array;
  /** Arrival time of each job, ascending, s. */
  readonly arrivalS: Float64Array;
  /** For each job, its value as a function of its age at completion (s): non-increasing, >= 0. */
  readonly values: UtilityFunctions;
  /**
   * Pace of each job: actual / expected execution time, > 0. Schedulers learn it only from the job's progress.
   * Overheads are not multiplied by it.
   */
  readonly paceOf: Float64Array;
  readonly overheads: Overheads;
}
