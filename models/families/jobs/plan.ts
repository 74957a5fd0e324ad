import type { DropReason } from './month-schedule.js';

/** Value of the field "format" in a jobs plan file. */
export const JOBS_PLAN_FORMAT = 'plenum.jobs-plan';
/** Version of the jobs plan format. */
export const JOBS_PLAN_FORMAT_VERSION = 1;

/** Plan of a month as stored in a file. Times are in s from the start of the period. */
export interface JobsPlan {
  readonly format: typeof JOBS_PLAN_FORMAT;
  readonly formatVersion: typeof JOBS_PLAN_FORMAT_VERSION;
  /** Instance for which the plan was made, with the SHA-256 hash of its file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Name of the scheduling policy. */
  readonly method: string;
  /** Time between checkpoints, s; absent if there were none. */
  readonly checkpointIntervalS?: number | undefined;
  /** Value earned and energy (J) of all jobs, as computed by the policy. */
  readonly claimed: { readonly value: number; readonly energyJ: number };
  /** The machine room over the month; absent if the instance does not ask for it. */
  readonly room?: PlannedRoom | undefined;
  /** Design points (ways to run a job on a node) that jobs used. */
  readonly points: readonly PlannedPoint[];
  readonly runs: readonly PlannedJob[];
  /** Jobs that never ran. Every job is in either `runs` or `dropped`. */
  readonly dropped: readonly DroppedJob[];
}

/** Common set-point of the CRACs, C, from time `fromS` (s) until the next entry of the list. */
export interface SetPointFrom {
  readonly fromS: number;
  readonly setPointC: number;
}

/** The machine room over the month: set-points, and energy at the meter as computed by the policy. */
export interface PlannedRoom {
  /** Common set-points of the working CRACs in order of time. The first applies from time 0. */
  readonly setPoints: readonly SetPointFrom[];
  /** End of the time that `energyJ` covers, s: the end of the period or of the last job, whichever is later. */
  readonly untilS: number;
  readonly energyJ: number;
}

/** Design point of a job type on a node type, task by task. */
export interface PlannedPoint {
  readonly jobType: string;
  readonly nodeType: string;
  readonly cores: number;
  /** Response time of a job with pace 1, whose execution is as fast as expected, s. */
  readonly timeS: number;
  /** Energy of a job with pace 1, whose execution is as fast as expected, J. */
  readonly energyJ: number;
  /** All tasks of the job type, sorted by start. */
  readonly tasks: readonly PlannedTask[];
}

/** A task in a design point. Level 0 is the slowest. Start and end are in s after the start of the job. */
export interface PlannedTask {
  readonly task: string;
  readonly core: number;
  readonly level: number;
  readonly startS: number;
  readonly endS: number;
}

export interface PlannedJob {
  readonly job: string;
  /** Value earned at the end of the last piece. */
  readonly value: number;
  /** Pieces of execution in order of time. Each begins when the previous one ends. */
  readonly pieces: readonly PlannedPiece[];
}

/** Piece of a job's execution, on one node with one design point. */
export interface PlannedPiece {
  /** Number of the node among those of the design point's type, from 0. */
  readonly node: number;
  /** Index in the plan's `points`. */
  readonly point: number;
  readonly startS: number;
  readonly endS: number;
  /** Time lost to checkpoints and to the migration before this piece, s (default 0). */
  readonly overheadS?: number | undefined;
}

export interface DroppedJob {
  readonly job: string;
  readonly atS: number;
  readonly reason: DropReason;
}
