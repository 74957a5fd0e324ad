import { runSummary } from '../../../reports/summary.js';
import type { JobsRunRecord } from '../runs/result.js';
import { toldRun } from './told.js';

/** Returns a summary of a month in about fifteen lines for a terminal, ending with a newline. */
export function jobsSummaryText(record: Pick<JobsRunRecord, 'result' | 'schedule'>, run = toldRun(record)): string {
  return runSummary(run);
}
