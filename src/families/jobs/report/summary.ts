import { runSummary } from '../../../reports/summary.js';
import type { JobsRunRecord } from '../runs/result.js';
import { toldRun } from './told.js';

/** Returns the report of a month in some fifteen lines for a terminal. Ends with a newline. */
export function jobsSummaryText(record: Pick<JobsRunRecord, 'result' | 'schedule'>, run = toldRun(record)): string {
  return runSummary(run);
}
