import type { DesignPoint } from './design-point.js';

/**
 * Design points (ways to run a job on a node, with time and energy) that jobs may use, as [job type][node type][point].
 * Jobs of a type cannot run on node types with an empty list.
 */
export type PointTables = readonly (readonly (readonly DesignPoint[])[])[];

/**
 * Outcomes of a job. A job that is inTime was completed with its full initial value, a late one with less, and a
 * worthless one with nothing. A dropped job was never completed.
 */
export const JOB_OUTCOMES = ['inTime', 'late', 'worthless', 'dropped'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/**
 * Reasons to drop a job. A worthless job's value had fallen to 0. A hopeless job would have been completed too late to
 * earn anything, however it was run. The value of an unprofitable job would not have paid for its energy, and waiting
 * could not change this.
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
  /**
   * For each job, index of its first piece; a dropped job has no pieces. One more entry at the end is the number of
   * pieces.
   */
  readonly firstPiece: Int32Array;
  /** For each piece, number of the node on which it runs. */
  readonly pieceNode: Int32Array;
  /**
   * For each piece, its design point, as index in the list of `points` for the type of the job and the type of the
   * node.
   */
  readonly piecePoint: Int32Array;
  readonly pieceCores: Int32Array;
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /** For each piece, time lost to checkpoints and to the migration before it, s. */
  readonly pieceOverheadS: Float64Array;
  /**
   * For each piece, the share of the job's work that it does:
   *
   * (end - start - overhead) / (pace x response time of the design point)
   */
  readonly pieceShare: Float64Array;
  /**
   * For each piece, its energy, J:
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
