import type { Month } from '../../../../../models/families/jobs/month.js';
import { type UtilityFunctions, utilityAt } from '../../../../../models/families/utility-function.js';
import type { CompiledPoints } from './points.js';

/** List of jobs in ascending order. */
export interface JobSet {
  readonly jobs: Int32Array;
  count: number;
}

/** State of a month now: waiting and running jobs, and cores. Arrays by job describe its running piece. */
export interface MonthState {
  readonly month: Month;
  readonly points: CompiledPoints;
  readonly waiting: JobSet;
  readonly running: JobSet;
  /**
   * Type of each node. `free`: its free cores. `firstNode`: first node of each type, with one more entry at the end.
   */
  readonly typeOfNode: Int32Array;
  readonly free: Int32Array;
  readonly firstNode: Int32Array;
  /** Node of each job, -1 if not running. Next: its point and its start, s. */
  readonly node: Int32Array;
  readonly point: Int32Array;
  readonly startS: Float64Array;
  /** Moment at which the job continues to work, s; in the future while a check or move holds it up. */
  readonly resumeS: Float64Array;
  /** End of the job without future checks, s. */
  readonly endS: Float64Array;
  /** Time for which checks and moves hold the piece up, s. */
  readonly stallS: Float64Array;
  /** Share of the job's work left at the piece's start. */
  readonly leftAtStart: Float64Array;
}

export function monthState(month: Month, points: CompiledPoints): MonthState {
  const jobs = month.typeOf.length;
  const typeOfNode = Int32Array.from(month.nodeTypes.flatMap(({ nodes }, type) => new Array<number>(nodes).fill(type)));
  const firstNode = new Int32Array(month.nodeTypes.length + 1);
  month.nodeTypes.forEach(({ nodes }, type) => (firstNode[type + 1] = firstNode[type]! + nodes));
  const array = (): Float64Array => new Float64Array(jobs);
  return {
    month,
    points,
    typeOfNode,
    firstNode,
    waiting: { jobs: new Int32Array(jobs), count: 0 },
    running: { jobs: new Int32Array(jobs), count: 0 },
    free: typeOfNode.map((type) => month.nodeTypes[type]!.coresPerNode),
    node: new Int32Array(jobs).fill(-1),
    point: new Int32Array(jobs).fill(-1),
    startS: array(),
    resumeS: array(),
    endS: array(),
    stallS: array(),
    leftAtStart: array(),
  };
}

export function insert(set: JobSet, job: number): void {
  let at = set.count++;
  for (; at > 0 && set.jobs[at - 1]! > job; at--) set.jobs[at] = set.jobs[at - 1]!;
  set.jobs[at] = job;
}

export function remove(set: JobSet, job: number): void {
  const at = set.jobs.indexOf(job);
  set.jobs.copyWithin(at, at + 1, set.count--);
}

/** Returns the value of a job that completes at a moment, s. */
export function valueAt({ values, arrivalS }: Month, job: number, completionS: number): number {
  return utilityAt(values, job, completionS - arrivalS[job]!);
}

/** Returns the share of a running job's work that is left, as monitoring would report. */
export function shareLeft({ month, points, point, endS, resumeS }: MonthState, job: number, nowS: number): number {
  return (endS[job]! - Math.max(nowS, resumeS[job]!)) / (month.paceOf[job]! * points.timeS[point[job]!]!);
}

/**
 * Returns an age up to which a function is certainly positive, s: its first zero minus rounding; Infinity without a
 * zero.
 */
export function surelyWorthUntilS({ firstPiece, startS, value, slopePerS }: UtilityFunctions, f: number): number {
  for (let piece = firstPiece[f]!; piece < firstPiece[f + 1]!; piece++) {
    const endS = piece + 1 < firstPiece[f + 1]! ? startS[piece + 1]! : Infinity;
    if (!(value[piece]! > 0)) return startS[piece]! * (1 - ROUNDING);
    const slope = slopePerS[piece]!;
    const zeroS = slope > 0 ? startS[piece]! + value[piece]! / slope : Infinity;
    if (zeroS <= endS) return zeroS * (1 - ROUNDING);
  }
  return Infinity;
}

/** Relative error of an age. Chosen generously: ages are differences of times of at most about a year. */
const ROUNDING = 1e-9;
