import type { DesignPoint } from './design-point.js';

/**
 * Design points (ways to run a job on a node, with time and energy) that jobs may use: [job type][node type][point].
 * Jobs of a type cannot run on node types with an empty list.
 */
export type PointTables = readonly (readonly (readonly DesignPoint[])[])[];

/**
 * Outcomes of a job. inTime: completed with its full initial value. late: completed with less. worthless: completed
 * with nothing. dropped: never completed.
 */
export const JOB_OUTCOMES = ['inTime', 'late', 'worthless', 'dropped'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/**
 * Reasons to drop a job. worthless: its value had fallen to 0. hopeless: every way to run it would have completed it
 * too late to earn anything. unprofitable: its value would not have paid for its energy, and waiting could not improve
 * this.
 */
export const DROP_REASONS = ['worthless', 'hopeless', 'unprofitable'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/**
 * Schedule of the J jobs of a month. Executions of jobs consist of P pieces, sorted by job, then by time. A piece runs
 * on one node with one design point (cores and frequency levels).
 *
 * A migrated job has several pieces. Each begins when the previous one ends, and their shares of the work sum to 1.
 * Nodes are numbered consecutively, by node type.
 */
export interface MonthSchedule {
  /** Design points that jobs may use; `piecePoint` holds indices into it. */
  readonly points: PointTables;
  /** Index of each job's first piece (a dropped job has none); one more entry at the end is the number of pieces. */
  readonly firstPiece: Int32Array;
  /** Number of the node on which each piece runs. */
  readonly pieceNode: Int32Array;
  /** Design point of each piece: index in the list of `points` for the job's and the node's type. */
  readonly piecePoint: Int32Array;
  readonly pieceCores: Int32Array;
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /** Time of each piece lost to checkpoints and to the migration before it, s. */
  readonly pieceOverheadS: Float64Array;
  /**
   * Share of the job's work that each piece does:
   *
   * (end - start - overhead) / (pace x response time of the design point)
   */
  readonly pieceShare: Float64Array;
  /**
   * Energy of each piece, J:
   *
   * (end - start) x energy of the design point / response time of the design point
   */
  readonly pieceEnergyJ: Float64Array;
  /** Outcome of each job, as index in JOB_OUTCOMES. */
  readonly outcome: Uint8Array;
  /** Time at which each job completed or was dropped, s from the start of the period. */
  readonly endS: Float64Array;
  /** Value that each job earned, in the instance's unit of value; 0 if it was dropped. */
  readonly value: Float64Array;
  /** Reason why each job was dropped, as index in DROP_REASONS; 255 if it was not dropped. */
  readonly dropReason: Uint8Array;
  readonly ledger: MonthLedger;
}

/** Totals of a month: number of jobs with each outcome, value, energy of all pieces, and migrations. */
export interface MonthLedger {
  readonly jobs: Readonly<Record<JobOutcome, number>>;
  readonly value: number;
  readonly energyJ: number;
  /** Number of migrations of all jobs. */
  readonly moves: number;
}
