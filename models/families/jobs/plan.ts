import type { DropReason } from './month-schedule.js';

/** Value of the field "format" in a jobs plan file, which stores the plan of a month. */
export const JOBS_PLAN_FORMAT = 'plenum.jobs-plan';
/** Version of the jobs plan format. */
export const JOBS_PLAN_FORMAT_VERSION = 1;

/**
 * Plan of a month as stored in a file: which job ran where, when, and on how many cores. Times are in s from the start
 * of the period.
 */
export interface JobsPlan {
  readonly format: typeof JOBS_PLAN_FORMAT;
  readonly formatVersion: typeof JOBS_PLAN_FORMAT_VERSION;
  /** Name of the instance for which the plan was made, and the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Name of the scheduling policy that made the plan. */
  readonly method: string;
  /** Time between checkpoints, s. Absent if the policy had no checkpoints. */
  readonly checkpointIntervalS?: number | undefined;
  /** Totals over all jobs as computed by the policy: value earned, and energy in J. */
  readonly claimed: { readonly value: number; readonly energyJ: number };
  /** Set-points and energy of the machine room over the month. Absent if the instance does not ask for them. */
  readonly room?: PlannedRoom | undefined;
  /** Design points that jobs used. A design point is a way to run a job on a node. */
  readonly points: readonly PlannedPoint[];
  /** Jobs that ran, each listed once. */
  readonly runs: readonly PlannedJob[];
  /** Jobs that never ran. Every job of the month is in either `runs` or `dropped`. */
  readonly dropped: readonly DroppedJob[];
}

/** The CRACs' common set-point, C, from the time `fromS` (s) until that of the next entry in the list. */
export interface SetPointFrom {
  readonly fromS: number;
  readonly setPointC: number;
}

/** The machine room over the month: set-points of its CRACs, and energy at the meter as computed by the policy. */
export interface PlannedRoom {
  /** Common set-points of the working CRACs in order of time, the first from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  /** `totalJ` covers the time from 0 to this, s: the end of the period or of the last job, whichever is later. */
  readonly untilS: number;
  readonly energyJ: number;
}

/** Design point of a job type on a node type. It gives core, frequency level, start and end of each task. */
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
 * A task in a design point: number of its core, frequency level (0 the slowest), and start and end in s after the start
 * of the job.
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
  /** Number of the node, from 0, among the nodes of the design point's type. */
  readonly node: number;
  /** Index of the design point in the plan's `points`. */
  readonly point: number;
  readonly startS: number;
  readonly endS: number;
  /** Part of the piece's time that is lost to checkpoints and to the migration before it, s (default 0). */
  readonly overheadS?: number | undefined;
}

export interface DroppedJob {
  readonly job: string;
  readonly atS: number;
  readonly reason: DropReason;
}
