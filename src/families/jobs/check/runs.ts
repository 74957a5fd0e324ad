import type { LimitName } from '../../../../models/facility/limits.js';
import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { JobsPlan, PlannedJob, PlannedPiece } from '../../../../models/families/jobs/plan.js';
import type { JobsWorkload } from '../../../../models/families/jobs/workload.js';
import type { Faults } from '../../../check/faults.js';
import type { CoresInUse } from './capacity.js';
import { isIndex, judgePoint, type JudgedPoint } from './check-point.js';
import type { CheckedTypes } from './checked-types.js';
import { TOLERANCES } from './limits.js';
import { heldUp, isCheckpoint, roundingAt, sameMoment } from './moments.js';

/**
 * Completed run of a job: start, end and claimed value from the plan, energy and number of moves as counted by the checker.
 */
export interface JudgedRun {
  readonly where: () => string;
  readonly job: number;
  /** Value of the job as claimed by the plan. */
  readonly saidValue: number;
  readonly startS: number;
  readonly endS: number;
  /** Energy of all pieces of the run, J; null if a piece has faults. */
  readonly energyJ: number | null;
  readonly moves: number;
}

/** All judged runs, and the cores that each of their pieces uses. */
export interface JudgedRuns {
  readonly runs: readonly JudgedRun[];
  readonly inUse: readonly CoresInUse[];
}

/** Data by which the runs of a plan are judged, and the list that receives faults. */
interface Rules {
  readonly instance: JobsInstance;
  readonly workload: JobsWorkload;
  readonly checked: CheckedTypes;
  readonly plan: JobsPlan;
  /** Judged design points of the plan; null where job type, node type or number of cores does not exist. */
  readonly points: readonly (JudgedPoint | null)[];
  readonly faults: Faults;
}

/**
 * Judges the runs of a plan and adds faults to `given.faults`.
 *
 * @param jobOf returns the index of a job by name; null if the name is unknown
 */
export function judgeRuns(
  given: Omit<Rules, 'points'>,
  jobOf: (name: string, where: () => string) => number | null,
): JudgedRuns {
  const { plan, checked, faults } = given;
  const points = plan.points.map((point, n) => judgePoint(checked, point, `points[${n}]`, faults));
  const rules: Rules = { ...given, points };
  const runs: JudgedRun[] = [];
  const inUse: CoresInUse[] = [];
  for (const [r, run] of plan.runs.entries()) {
    const where = (): string => `runs[${r}], job "${run.job}"`;
    const job = jobOf(run.job, where);
    if (job === null) continue;
    runs.push(judgedRun(rules, run, job, where, inUse));
  }
  return { runs, inUse };
}

/** Piece of a run (time at one design point on one node) with its valid design point. */
interface OpenPiece {
  readonly piece: PlannedPiece;
  readonly point: JudgedPoint;
}

function judgedRun(rules: Rules, run: PlannedJob, job: number, where: () => string, inUse: CoresInUse[]): JudgedRun {
  const { workload, faults } = rules;
  const pieces: OpenPiece[] = [];
  let freeFromS = workload.arrivalS[job]!;
  for (const [p, piece] of run.pieces.entries()) {
    const told: Told = (kind, what) => {
      faults.add(kind, () => `${where()}, pieces[${p}]: ${what()}`);
    };
    const { startS, endS } = piece;
    if (!(startS >= 0 && endS >= startS && endS < Infinity)) told('order', () => `from ${startS} to ${endS} s`);
    else {
      const point = pointOf(rules, piece, job, told);
      if (point !== null) {
        pieces.push({ piece, point });
        const { nodeType, cores } = point;
        inUse.push({ where: () => `${where()}, pieces[${p}]`, nodeType, node: piece.node, cores, startS, endS });
      }
    }
    if (p === 0 && startS < freeFromS) told('order', () => `from ${startS} s, the job arrives at ${freeFromS} s`);
    if (p > 0 && !sameMoment(startS, freeFromS)) {
      told('order', () => `from ${startS} s, the piece before ends at ${freeFromS} s`);
    }
    if (p > 0) judgeMove(rules, startS, told);
    freeFromS = endS;
  }
  const isWhole = pieces.length === run.pieces.length;
  if (isWhole) judgeOverheads(rules, pieces, where);
  const energyJ = isWhole ? judgedWork(rules, pieces, job, where) : null;
  const moves = run.pieces.length - 1;
  return { where, job, saidValue: run.value, startS: run.pieces[0]!.startS, endS: freeFromS, energyJ, moves };
}

type Told = (kind: LimitName, what: () => string) => void;

/**
 * Returns the design point of a piece; null if the point is invalid or for another job type, or the node does not
 * exist.
 */
function pointOf(
  { plan, points, checked, workload }: Rules,
  piece: PlannedPiece,
  job: number,
  told: Told,
): JudgedPoint | null {
  if (!isIndex(piece.point, points.length)) {
    told('plan', () => `no point ${piece.point} in the plan`);
    return null;
  }
  const point = points[piece.point] ?? null;
  // A point that nothing can run at was told of.
  if (point === null) return null;
  const { name, nodes } = checked.platform.nodeTypes[point.nodeType]!;
  const type = checked.types[workload.typeOf[job]!]!.name;
  if (plan.points[piece.point]!.jobType !== type) {
    told('plan', () => `point ${piece.point} is of another job type than "${type}"`);
  } else if (!isIndex(piece.node, nodes)) {
    told('plan', () => `node ${piece.node} of "${name}", which has ${nodes}`);
  } else return point;
  return null;
}

function judgeMove({ plan: { checkpointIntervalS: intervalS } }: Rules, atS: number, told: Told): void {
  if (intervalS === undefined) told('checkpoint', () => `moved at ${atS} s, and there are no checkpoints`);
  else if (!isCheckpoint(atS, intervalS))
    told('checkpoint', () => `moved at ${atS} s, checkpoints are every ${intervalS} s`);
}

/**
 * Checks that the claimed overhead of each piece of a run is at least the time of the piece's checks, moves and changes
 * of level, and at most the piece's duration.
 */
function judgeOverheads(
  { instance: { overheads }, plan: { checkpointIntervalS: intervalS }, faults }: Rules,
  pieces: readonly OpenPiece[],
  where: () => string,
): void {
  const { checkS = 0, moveInNodeS = 0, moveToNodeS = 0, changeLevelS = 0 } = overheads ?? {};
  const checks = intervalS === undefined ? null : { intervalS, checkS };
  let waitingS = 0;
  for (const [p, { piece, point }] of pieces.entries()) {
    const before = pieces[p - 1];
    if (before !== undefined) {
      const staysInNode = before.point.nodeType === point.nodeType && before.piece.node === piece.node;
      // The check of the checkpoint at which it moves, the move, and new levels.
      waitingS += checkS + (staysInNode ? moveInNodeS : moveToNodeS);
      if (levelsChange(before.point, point)) waitingS += changeLevelS;
    }
    const { takenS, leftS } = heldUp(piece, waitingS, checks);
    waitingS = leftS;
    const { startS, endS, overheadS = 0 } = piece;
    const roundingS = 2 * roundingAt(endS);
    const place = (): string => `${where()}, pieces[${p}]`;
    if (!(overheadS >= takenS - roundingS && overheadS >= 0)) {
      faults.add('overhead', () => `${place()}: at least what checks, moves and changes of level take`, {
        unit: 's',
        value: overheadS,
        limit: takenS,
      });
    } else if (!(overheadS <= endS - startS + roundingS)) {
      faults.add('overhead', () => `${place()}: at most the whole piece`, {
        unit: 's',
        value: overheadS,
        limit: endS - startS,
      });
    }
  }
}

/** Returns true if a job that moves between two points changes its node type or the level of any task. */
function levelsChange(from: JudgedPoint, to: JudgedPoint): boolean {
  return from.nodeType !== to.nodeType || [...to.levelOf].some(([task, level]) => from.levelOf.get(task) !== level);
}

/**
 * Checks that the pieces of a job together do all its work. Returns their total energy, J; null if a design point has
 * faults.
 */
function judgedWork(
  { workload, faults }: Rules,
  pieces: readonly OpenPiece[],
  job: number,
  where: () => string,
): number | null {
  const pace = workload.paceOf[job]!;
  let [share, rounding, energyJ] = [0, TOLERANCES.share.value, 0];
  for (const { piece, point } of pieces) {
    if (point.cost === null) return null;
    const { startS, endS, overheadS = 0 } = piece;
    const wholeS = pace * point.cost.timeS;
    share += (endS - startS - overheadS) / wholeS;
    rounding += (2 * roundingAt(endS)) / wholeS;
    energyJ += ((endS - startS) * point.cost.energyJ) / point.cost.timeS;
  }
  if (!(Math.abs(share - 1) <= rounding)) {
    faults.add('work', () => `${where()}: shares of its work`, { unit: 'of 1', value: share, limit: 1 });
  }
  return energyJ;
}
