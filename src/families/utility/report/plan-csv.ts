import type { UtilityPlan } from '../../../../models/families/utility/plan.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';

/** Columns of a schedule as CSV: a row for each piece of execution, then one for each dropped task. */
export const UTILITY_PLAN_CSV_COLUMNS = [
  ...(['task', 'what', 'pool', 'machine', 'nodes', 'p_state', 'piece', 'start_s', 'end_s'] as const),
] as const;

/**
 * Returns a schedule as CSV (RFC 4180: CRLF, quotes doubled). Column `what` is "run", "unfinished" (preempted and never
 * resumed) or "dropped".
 */
export function utilityPlanCsv({ runs, dropped }: UtilityPlan): string {
  const pieces = runs.flatMap(({ task, pool, machine, nodes, pState, pieces: own, finished }): CsvLine[] =>
    own.map(([startS, endS], piece) => [
      task,
      finished === false ? 'unfinished' : 'run',
      pool,
      machine ?? null,
      nodes,
      pState,
      piece,
      startS,
      endS,
    ]),
  );
  const gone = dropped.map(({ task, atS }): CsvLine => [task, 'dropped', null, null, null, null, null, atS, null]);
  return csvText([UTILITY_PLAN_CSV_COLUMNS, ...pieces, ...gone]);
}
