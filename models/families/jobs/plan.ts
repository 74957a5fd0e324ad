import type { DropReason } from './month-schedule.js';

/** Value of the field "format" in a jobs plan file, the plan of a month. */
export const JOBS_PLAN_FORMAT = 'plenum.jobs-plan';
/** Version of the jobs plan format. */
export const JOBS_PLAN_FORMAT_VERSION = 1;

/** Plan of a month as stored in a file: what ran where, when and how. Times in s from the start of the period. */
export interface JobsPlan {
  readonly format: typeof JOBS_PLAN_FORMAT;
  readonly formatVersion: typeof JOBS_PLAN_FORMAT_VERSION;
  /** The instance for which the plan was made: its name, and the SHA-256 hash of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Name of the scheduling policy that made the plan. */
  readonly method: string;
  /** Time between checkpoints, s; absent if there were none. */
  readonly checkpointIntervalS?: number | undefined;
  /** Total value earned and total energy of the jobs (J), as computed by the policy itself. */
  readonly claimed: { readonly value: number; readonly energyJ: number };
  /** Machine room of the facility over the month; absent if the instance does not ask for it. */
  readonly room?: PlannedRoom | undefined;
  /** Design points (ways to run a job on a node) that jobs used. */
  readonly points: readonly PlannedPoint[];
  /** Jobs that ran, each listed once. */
  readonly runs: readonly PlannedJob[];
  /** Jobs that never ran. Every job of the month is in either `runs` or `dropped`. */
  readonly dropped: readonly DroppedJob[];
}

/** Common set-point of the CRACs, C, from time `fromS` (s) until the next entry. */
export interface SetPointFrom {
  readonly fromS: number;
  readonly setPointC: number;
}

/** Machine room over the month: set-points of its CRACs, and energy at the meter as computed by the policy itself. */
export interface PlannedRoom {
  /** Common set-points of the working CRACs in order of time, the first from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  /**
   * End of the time interval that the energy covers, from 0, s. It is the end of the period or of the last job,
   * whichever is later.
   */
  readonly untilS: number;
  readonly energyJ: number;
}

/** Design point of a job type on a node type: core, frequency level, start and end of each task. */
export interface PlannedPoint {
  readonly jobType: string;
  readonly nodeType: string;
  readonly cores: number;
  /** Response time of a job with pace 1 (execution as fast as expected), s. */
  readonly timeS: number;
  /** Energy of a job with pace 1 (execution as fast as expected), J. */
  readonly energyJ: number;
  /** All tasks of the job type, sorted by start. */
  readonly tasks: readonly PlannedTask[];
}

/**
 * Task of a design point: its core (from 0), frequency level (0 the slowest), and start and end after the start of the
 * job, s.
 */
export interface PlannedTask {
  readonly task: string;
  readonly core: number;
  readonly level: number;
  readonly startS: number;
  readonly endS: number;
}

export interface PlannedJob {
  readonly job: string;
  /** Value that the job earned when its last piece of execution ended. */
  readonly value: number;
  /** Pieces of execution in order of time. Each begins when the previous one ends. */
  readonly pieces: readonly PlannedPiece[];
}

/** Piece of a job's execution: on one node with one design point. */
export interface PlannedPiece {
  /** Index of the node among the nodes of the design point's type, from 0. */
  readonly node: number;
  /** Index of the design point in the plan's `points`. */
  readonly point: number;
  readonly startS: number;
  readonly endS: number;
  /** Time lost to checkpoints and to the migration that began this piece of execution, s (default 0). */
  readonly overheadS?: number | undefined;
}

export interface DroppedJob {
  readonly job: string;
  readonly atS: number;
  readonly reason: DropReason;
}
