import {
  DROP_REASONS,
  type DropReason,
  JOB_OUTCOMES,
  type JobOutcome,
  type MonthSchedule,
  type PointTables,
} from '../../../../../models/families/jobs/month-schedule.js';
import { startingUtility } from '../../../../../models/families/utility-function.js';
import { type MonthState, valueAt } from './month-state.js';

/** Records pieces of runs, ends and drops of jobs in a simulated month, and makes the schedule from them. */
export interface MonthRecorder {
  /** Records the running piece of a job, which ends now and did the fraction `share` of its work. */
  readonly piece: (job: number, share: number, nowS: number) => void;
  readonly ended: (job: number, nowS: number) => void;
  readonly dropped: (job: number, reason: DropReason, nowS: number) => void;
  readonly schedule: () => MonthSchedule;
}

/** Code for a job without an outcome or drop reason yet. */
const NO_REASON = 255;

export function monthRecorder(state: MonthState, tables: PointTables): MonthRecorder {
  const { month, points, typeOfNode, ...jobs } = state;
  const count = month.typeOf.length;
  const [pieceJob, node, point, cores]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [startS, endS, overheadS]: [number[], number[], number[]] = [[], [], []];
  const [share, energyJ]: [number[], number[]] = [[], []];
  const outcome = new Uint8Array(count).fill(NO_REASON);
  const jobEndS = new Float64Array(count);
  const value = new Float64Array(count);
  const dropReason = new Uint8Array(count).fill(NO_REASON);
  const settle = (job: number, to: JobOutcome, nowS: number): void => {
    if (outcome[job] !== NO_REASON) throw new RangeError(`Job ${job} has come to an end already`);
    outcome[job] = JOB_OUTCOMES.indexOf(to);
    jobEndS[job] = nowS;
  };
  return {
    piece(job, done, nowS) {
      const p = jobs.point[job]!;
      const on = jobs.node[job]!;
      pieceJob.push(job);
      node.push(on);
      point.push(p - points.first[month.typeOf[job]! * points.nodeTypes + typeOfNode[on]!]!);
      cores.push(points.cores[p]!);
      startS.push(jobs.startS[job]!);
      endS.push(nowS);
      // Rounding may leave less than nothing of an overhead that is all still to come.
      overheadS.push(Math.max(0, jobs.stallS[job]! - Math.max(0, jobs.resumeS[job]! - nowS)));
      share.push(done);
      energyJ.push(points.powerW[p]! * (nowS - jobs.startS[job]!));
    },
    ended(job, nowS) {
      value[job] = valueAt(month, job, nowS);
      const whole = startingUtility(month.values, job);
      settle(job, value[job] > 0 ? (value[job] >= whole ? 'inTime' : 'late') : 'worthless', nowS);
    },
    dropped(job, reason, nowS) {
      dropReason[job] = DROP_REASONS.indexOf(reason);
      settle(job, 'dropped', nowS);
    },
    schedule() {
      // Pieces were recorded as they ended: those of one job are in order.
      const order = Int32Array.from(pieceJob.keys()).sort((a, b) => pieceJob[a]! - pieceJob[b]! || a - b);
      const firstPiece = new Int32Array(count + 1);
      for (const job of pieceJob) firstPiece[job + 1]!++;
      for (let job = 0; job < count; job++) firstPiece[job + 1]! += firstPiece[job]!;
      const reals = (of: readonly number[]): Float64Array => Float64Array.from(order, (k) => of[k]!);
      const pieceEnergyJ = reals(energyJ);
      const counts = JOB_OUTCOMES.map((_, o) => [JOB_OUTCOMES[o]!, outcome.filter((one) => one === o).length] as const);
      const started = firstPiece.filter((from, job) => job < count && firstPiece[job + 1]! > from).length;
      return {
        points: tables,
        firstPiece,
        pieceNode: order.map((k) => node[k]!),
        piecePoint: order.map((k) => point[k]!),
        pieceCores: order.map((k) => cores[k]!),
        pieceStartS: reals(startS),
        pieceEndS: reals(endS),
        pieceOverheadS: reals(overheadS),
        pieceShare: reals(share),
        pieceEnergyJ,
        outcome,
        endS: jobEndS,
        value,
        dropReason,
        ledger: {
          jobs: Object.fromEntries(counts) as Record<JobOutcome, number>,
          value: value.reduce((sum, one) => sum + one, 0),
          energyJ: pieceEnergyJ.reduce((sum, one) => sum + one, 0),
          moves: order.length - started,
        },
      };
    },
  };
}
