import type { DropReason } from './month-schedule.js';

/** Value of "format" in the plan of a month. */
export const JOBS_PLAN_FORMAT = 'plenum.jobs-plan';
/** Version of that format, a count. */
export const JOBS_PLAN_FORMAT_VERSION = 1;

/** Plan of a month as stored on disk: what ran where, when and how. Moments in s from the start of the period. */
export interface JobsPlan {
  readonly format: typeof JOBS_PLAN_FORMAT;
  readonly formatVersion: typeof JOBS_PLAN_FORMAT_VERSION;
  /** Name of the instance that the plan was made for, and SHA-256 of the instance file's bytes. */
  readonly instance: { readonly name: string; readonly sha256: string };
  /** Policy that made the plan. */
  readonly method: string;
  /** Time between checkpoints, s; absent where there were none. */
  readonly checkpointIntervalS?: number | undefined;
  /** Value earned, and energy of all pieces (J), as computed by the policy itself. */
  readonly claimed: { readonly value: number; readonly energyJ: number };
  /** Room of the facility over the month, where the instance asks for it. */
  readonly room?: PlannedRoom | undefined;
  /** The points that jobs ran at. Points that no job ran at are not listed. */
  readonly points: readonly PlannedPoint[];
  /** Jobs that ran, each once. */
  readonly runs: readonly PlannedJob[];
  /** Jobs that never ran. Every job of the month is either in `runs` or in `dropped`. */
  readonly dropped: readonly DroppedJob[];
}

/** Set-point of all CRACs from a moment (s) until the next one, C. */
export interface SetPointFrom {
  readonly fromS: number;
  readonly setPointC: number;
}

/** The room over the month: set-points of its CRACs, and the energy at the meter as computed by the policy itself. */
export interface PlannedRoom {
  /** Set-points of all CRACs at work in the order of time, the first from 0. */
  readonly setPoints: readonly SetPointFrom[];
  /** End of the time that the energy covers (which begins at 0), s: the end of the period or of the last job. */
  readonly untilS: number;
  readonly energyJ: number;
}

/** Design point of a job type on a node type, task by task. */
export interface PlannedPoint {
  readonly jobType: string;
  readonly nodeType: string;
  readonly cores: number;
  /** Response time (s) and energy (J) of a job of pace 1. */
  readonly timeS: number;
  readonly energyJ: number;
  /** All tasks of the type, in the order of start. */
  readonly tasks: readonly PlannedTask[];
}

/** Task of a design point: core from 0, level (0 the slowest), start and end after the start of the job, s. */
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
  /** Pieces in the order of time; each begins where the one before ends. */
  readonly pieces: readonly PlannedPiece[];
}

/** Piece of run of a job: at one point, on one node. */
export interface PlannedPiece {
  /** Node of the point's node type, from 0. */
  readonly node: number;
  /** Position of the point in the plan's `points`. */
  readonly point: number;
  readonly startS: number;
  readonly endS: number;
  /** Time in which no work was done, because of checks and of the move that began the piece, s (default 0). */
  readonly overheadS?: number | undefined;
}

export interface DroppedJob {
  readonly job: string;
  readonly atS: number;
  readonly reason: DropReason;
}
