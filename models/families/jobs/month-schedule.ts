import type { DesignPoint } from './design-point.js';

/**
 * Points that jobs may run at, by job type, node type and number. Jobs of a type do not run on node types whose list is
 * empty.
 */
export type PointTables = readonly (readonly (readonly DesignPoint[])[])[];

/**
 * How a job may end; every job ends in exactly one of these ways. A job is in time if it earns its whole starting
 * value.
 */
export const JOB_OUTCOMES = ['inTime', 'late', 'worthless', 'dropped'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/**
 * Reasons to drop a job: it was worth nothing any more; no point would have ended it while it was worth something; it
 * would not have paid for its energy, and there was nothing left to wait for.
 */
export const DROP_REASONS = ['worthless', 'hopeless', 'unprofitable'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/**
 * What happens to the J jobs of a month: P pieces of run, sorted by job and then by time. A job has several pieces if
 * it was moved: each piece begins where the one before ends, and their shares sum to 1. Nodes are numbered
 * consecutively, node type by node type.
 */
export interface MonthSchedule {
  /** Points that jobs may run at; `piecePoint` refers to them. */
  readonly points: PointTables;
  /** Length J + 1: first piece of each job; a dropped job has none. */
  readonly firstPiece: Int32Array;
  /** Length P: node of each piece. */
  readonly pieceNode: Int32Array;
  /** Length P: number of the piece's point in the table of the job's type and the node's type. */
  readonly piecePoint: Int32Array;
  /** Length P: number of cores that the piece's point uses. */
  readonly pieceCores: Int32Array;
  readonly pieceStartS: Float64Array;
  readonly pieceEndS: Float64Array;
  /** Length P: time of the piece in which no work was done, because of checks and of the move that began it, s. */
  readonly pieceOverheadS: Float64Array;
  /**
   * Length P: share of the job's work that was done: (end - start - overhead) / (pace x response time of the point).
   */
  readonly pieceShare: Float64Array;
  /** Length P: (end - start) x energy / response time of the point, J. */
  readonly pieceEnergyJ: Float64Array;
  /** Length J: place in JOB_OUTCOMES. */
  readonly outcome: Uint8Array;
  /** Length J: end of the job, or the moment at which it was dropped, s. */
  readonly endS: Float64Array;
  /** Length J: value earned. */
  readonly value: Float64Array;
  /** Length J: place in DROP_REASONS; 255 where the job was not dropped. */
  readonly dropReason: Uint8Array;
  readonly ledger: MonthLedger;
}

/** Sums of a month. The four counts sum to J. */
export interface MonthLedger {
  readonly jobs: Readonly<Record<JobOutcome, number>>;
  readonly value: number;
  readonly energyJ: number;
  /** Number of moves. */
  readonly moves: number;
}
