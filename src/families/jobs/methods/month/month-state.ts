import type { Month } from '../../../../../models/families/jobs/month.js';
import { type UtilityFunctions, utilityAt } from '../../../../../models/families/utility-function.js';
import type { CompiledPoints } from './points.js';

/** Set of jobs, in ascending order: the first `count` entries of `jobs`. */
export interface JobSet {
  readonly jobs: Int32Array;
  count: number;
}

/**
 * Present state of a simulated month: waiting and running jobs, and free cores. Arrays by job describe its running
 * piece.
 */
export interface MonthState {
  readonly month: Month;
  readonly points: CompiledPoints;
  readonly waiting: JobSet;
  readonly running: JobSet;
  readonly typeOfNode: Int32Array;
  /** Number of free cores of each node. */
  readonly free: Int32Array;
  /** Index of the first node of each node type; a last entry is the number of nodes. */
  readonly firstNode: Int32Array;
  /** Index of the node that each job runs on; -1 if it is not running. */
  readonly node: Int32Array;
  /** Index of the design point of each job's running piece. */
  readonly point: Int32Array;
  /** Start of each job's running piece, s. */
  readonly startS: Float64Array;
  /**
   * Time from which each job works again after a check or move, s. It lies in the future only during a check or move.
   */
  readonly resumeS: Float64Array;
  /** Time at which each job ends if no further check delays it, s. */
  readonly endS: Float64Array;
  /** Total delay of each job's running piece by checks and moves, s. */
  readonly stallS: Float64Array;
  /** Fraction of each job's work that was left at the start of its running piece. */
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

/** Returns the value of a job that completes at the time `completionS`. */
export function valueAt({ values, arrivalS }: Month, job: number, completionS: number): number {
  return utilityAt(values, job, completionS - arrivalS[job]!);
}

/**
 * Returns the fraction of a running job's work left at `nowS`. It is computed from the job's true end, so it is what
 * monitoring would report.
 */
export function shareLeft({ month, points, point, endS, resumeS }: MonthState, job: number, nowS: number): number {
  return (endS[job]! - Math.max(nowS, resumeS[job]!)) / (month.paceOf[job]! * points.timeS[point[job]!]!);
}

/**
 * Returns an age up to which value function `f` is positive despite rounding errors, s: slightly less than its first
 * zero; Infinity if it has none.
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

/**
 * Relative rounding error allowed for an age. Our choice: far above real errors, as ages are differences of times up to
 * about a year.
 */
const ROUNDING = 1e-9;
