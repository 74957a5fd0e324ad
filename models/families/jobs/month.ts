import type { UtilityFunctions } from '../utility-function.js';
import type { LevelsOf } from './design-point.js';
import type { CorePower, TaskGraph } from './task-graph.js';

/** A type of nodes with equal cores, each with its own frequency level. */
export interface JobNodeType {
  readonly name: string;
  readonly nodes: number;
  readonly coresPerNode: number;
  readonly power: CorePower;
}

/** A job type, with one task graph for each node type. All graphs have the same tasks and edges. */
export interface JobType {
  readonly name: string;
  /** Task graph on each node type. */
  readonly graphs: readonly TaskGraph[];
}

/**
 * Delays of a job by checkpoints, migrations and changes of level, s, >= 0. Singh et al. 2016, IV-B, give no values for
 * them.
 */
export interface Overheads {
  /** Delay of every running job by each checkpoint, s. */
  readonly checkS: number;
  /** Delay of a job that migrates to other cores of its node, s. */
  readonly moveInNodeS: number;
  /** Delay of a job that migrates to another node, s. */
  readonly moveToNodeS: number;
  /**
   * Delay of a job that migrates to a design point with another level of any task, or to another node type, s. It comes
   * on top of the delay of the migration.
   */
  readonly changeLevelS: number;
}

/** The J jobs of a month and the nodes that execute them. Times are in s from the start of the period. */
export interface Month {
  readonly nodeTypes: readonly JobNodeType[];
  /** Owner of a frequency level: each core or each task. Within a design, changes of level take no time or energy. */
  readonly levelsOf: LevelsOf;
  readonly types: readonly JobType[];
  /** Type of each job, as index in `types`. */
  readonly typeOf: Int32Array;
  /** Arrival time of each job, ascending, s. */
  readonly arrivalS: Float64Array;
  /**
   * For each job, its value as a function of its age at completion (s). The value never increases with age and is >= 0.
   */
  readonly values: UtilityFunctions;
  /**
   * Pace of each job: actual / expected execution time, > 0. Policies learn the pace only from the job's progress.
   * Overheads are not multiplied by it.
   */
  readonly paceOf: Float64Array;
  readonly overheads: Overheads;
}
