import type { Month } from '../../../../../models/families/jobs/month.js';
import {
  DROP_REASONS,
  type DropReason,
  JOB_OUTCOMES,
  type MonthSchedule,
} from '../../../../../models/families/jobs/month-schedule.js';
import { lastMomentS } from './over-time.js';
import { place, stretches } from './stretches.js';

/** Maximum number of intervals over time. Our choice: more than the days of a month. */
const MAX_STRETCHES = 70;
/** Maximum number of job types with a row of their own. */
const MAX_TYPES = 24;

/** Reasons why a job earned nothing: the reasons for dropping it, or that it was worth nothing when it ended. */
export const REJECTION_REASONS = [...DROP_REASONS, 'endedAtZero'] as const;
export type RejectionReason = DropReason | 'endedAtZero';
export type ByReason<T> = Readonly<Record<RejectionReason, T>>;

/** Numbers of jobs that earned nothing, by reason, for each job type and over time. */
export interface Rejections {
  readonly counts: ByReason<number>;
  /** Job types with jobs that earned nothing, most such jobs first. The last row may combine several types. */
  readonly types: readonly RejectedType[];
  readonly lengthS: number;
  /** Limits of the time intervals, s; one more than there are intervals. */
  readonly borderS: readonly number[];
  /** Number of jobs that arrived in each time interval. */
  readonly arrived: readonly number[];
  /** For each reason, number of jobs dropped or ended worthless in each time interval. */
  readonly overTime: ByReason<readonly number[]>;
}

export interface RejectedType {
  readonly name: string;
  /** Number of job types in the row; 1 except in the last row. */
  readonly types: number;
  readonly jobs: number;
  readonly counts: ByReason<number>;
}

export function rejectionsOf(month: Month, schedule: MonthSchedule, durationS: number): Rejections {
  const over = stretches(lastMomentS(month, schedule, durationS), MAX_STRETCHES);
  const empty = (): Float64Array => new Float64Array(over.borderS.length - 1);
  const arrived = empty();
  const overTime = byReason(empty);
  const jobs = new Int32Array(month.types.length);
  const ofType = byReason(() => new Int32Array(month.types.length));
  for (let job = 0; job < month.typeOf.length; job++) {
    const type = month.typeOf[job]!;
    jobs[type]!++;
    place(over, arrived, month.arrivalS[job]!);
    const outcome = JOB_OUTCOMES[schedule.outcome[job]!]!;
    if (outcome === 'inTime' || outcome === 'late') continue;
    const reason = outcome === 'dropped' ? DROP_REASONS[schedule.dropReason[job]!]! : 'endedAtZero';
    place(over, overTime[reason], schedule.endS[job]!);
    ofType[reason][type]!++;
  }
  const rows = month.types
    .map(({ name }, t) => ({ name, types: 1, jobs: jobs[t]!, counts: byReason((reason) => ofType[reason][t]!) }))
    .filter(({ counts }) => sumOf(counts) > 0)
    .sort((a, b) => sumOf(b.counts) - sumOf(a.counts));
  return {
    counts: byReason((reason) => ofType[reason].reduce((sum, one) => sum + one, 0)),
    types: rows.length <= MAX_TYPES ? rows : [...rows.slice(0, MAX_TYPES - 1), together(rows.slice(MAX_TYPES - 1))],
    lengthS: over.lengthS,
    borderS: [...over.borderS],
    arrived: [...arrived],
    overTime: byReason((reason) => [...overTime[reason]]),
  };
}

function byReason<T>(of: (reason: RejectionReason) => T): Record<RejectionReason, T> {
  return Object.fromEntries(REJECTION_REASONS.map((reason) => [reason, of(reason)])) as Record<RejectionReason, T>;
}

function sumOf(counts: ByReason<number>): number {
  return REJECTION_REASONS.reduce((sum, reason) => sum + counts[reason], 0);
}

function together(rows: readonly RejectedType[]): RejectedType {
  return {
    name: `${rows.length} other types`,
    types: rows.length,
    jobs: rows.reduce((sum, row) => sum + row.jobs, 0),
    counts: byReason((reason) => rows.reduce((sum, { counts }) => sum + counts[reason], 0)),
  };
}
