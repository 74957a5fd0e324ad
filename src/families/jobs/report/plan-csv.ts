import type { JobsPlan } from '../../../../models/families/jobs/plan.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

/** Columns of a month's schedule as CSV: one row per piece of a run, then one per dropped job. */
export const JOBS_PLAN_CSV_COLUMNS = [
  ...(['job', 'what', 'job_type', 'node_type', 'node', 'cores', 'point', 'piece'] as const),
  ...(['start_s', 'end_s', 'overhead_s', 'value'] as const),
] as const;

/**
 * Returns a month's schedule as CSV (RFC 4180: CRLF, quotes doubled). Column `what` is "run" or the reason for
 * dropping. A job's value is in the row of its last piece.
 */
export function jobsPlanCsv({ points, runs, dropped }: JobsPlan): string {
  const pieces = runs.flatMap(({ job, value, pieces: own }): CsvLine[] =>
    own.map(({ node, point, startS, endS, overheadS = 0 }, n) => {
      const { jobType, nodeType, cores } = points[point]!;
      const earned = n === own.length - 1 ? value : null;
      return [job, 'run', jobType, nodeType, node, cores, point, n, startS, endS, overheadS, earned];
    }),
  );
  const gone = dropped.map(({ job, atS, reason }): CsvLine => {
    return [job, `dropped: ${reason}`, null, null, null, null, null, null, atS, null, null, 0];
  });
  return csvText([JOBS_PLAN_CSV_COLUMNS, ...pieces, ...gone]);
}
