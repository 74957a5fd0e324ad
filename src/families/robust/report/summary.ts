import { type Line, runSummary } from '../../../reports/summary.js';
import { constraintName, quantile } from '../../../reports/wording.js';
import type { RobustRunRecord } from '../runs/result.js';
import { toldRun } from './told.js';
import { promiseTexts } from './wording.js';

/** Returns a summary of a robust run in about twenty lines for a terminal, ending with a newline. */
export function robustSummaryText(record: RobustRunRecord, run = toldRun(record)): string {
  const { promise, binding } = record.result;
  return runSummary(run, [
    ...(promise === null ? [] : promiseTexts(promise).map(({ label, text }): Line => [label, text])),
    ...binding.map(({ constraint, value, limit }): Line => {
      return ['binds', `${constraintName(constraint)}: ${quantile(value)} against ${quantile(limit)}`];
    }),
  ]);
}
