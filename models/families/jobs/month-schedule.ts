import type { DesignPoint } from './design-point.js';

/**
 * Design points (ways to run a job on a node) that jobs may use: [job type][node type][point]. Jobs of a type do not
 * run on node types with an empty list.
 */
export type PointTables = readonly (readonly (readonly DesignPoint[])[])[];

/**
 * Possible outcomes of a job. inTime: it completed and earned its whole starting value. late: it completed and earned
 * less. worthless: it completed and earned nothing. dropped: it never completed.
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
 * Schedule of the J jobs of a month as P pieces of execution, sorted by job, then by time. A piece runs on one node
 * with one design point (cores and frequency levels). A job that was migrated has several pieces; each begins when the
 * previous one ends, and their shares of the work sum to 1. Nodes are numbered consecutively, by node type.
 */
export interface MonthSchedule {
  /** Design points (ways to run a job on a node) that jobs may use; `piecePoint` holds indices into it. */
  readonly points: PointTables;
  /**
   * Index of the first piece of execution of each job; a last entry holds the number of pieces. A dropped job has no
   * piece.
   */
  readonly firstPiece: Int32Array;
  /** Node of each piece of execution. */
  readonly pieceNode: Int32Array;
  /** Design point of each piece of execution: index in `points` for the job's type and the node's type. */
  readonly piecePoint: Int32Array;
  /** Number of cores that each piece of execution uses. */
  readonly pieceCores: Int32Array;
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /** Time of each piece of execution that is lost to checkpoints and to the migration that began the piece, s. */
  readonly pieceOverheadS: Float64Array;
  /**
   * Share of its job's work that each piece of execution does: (end - start - overhead) / (pace x response time of the
   * design point).
   */
  readonly pieceShare: Float64Array;
  /** Energy of each piece of execution, J: (end - start) x energy / response time of its design point. */
  readonly pieceEnergyJ: Float64Array;
  /** Outcome of each job, as index in JOB_OUTCOMES. */
  readonly outcome: Uint8Array;
  /** Time at which each job completed or was dropped, s. */
  readonly endS: Float64Array;
  /** Value that each job earned. */
  readonly value: Float64Array;
  /** Reason why each job was dropped, as index in DROP_REASONS; 255 if it was not dropped. */
  readonly dropReason: Uint8Array;
  readonly ledger: MonthLedger;
}

/** Totals of a month. The numbers of jobs by outcome sum to the number of jobs. */
export interface MonthLedger {
  readonly jobs: Readonly<Record<JobOutcome, number>>;
  readonly value: number;
  readonly energyJ: number;
  /** Number of migrations of jobs. */
  readonly moves: number;
}
