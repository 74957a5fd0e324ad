import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { runSummary } from '../../../reports/summary.js';
import type { UtilityRunRecord } from '../runs/result.js';
import { toldRun } from './told.js';

/** Returns the summary of a utility run for a terminal: about twenty lines, the last with a newline. */
export function utilitySummaryText(
  instance: Pick<UtilityInstance, 'currency'>,
  record: Pick<UtilityRunRecord, 'result' | 'verdict'>,
  run = toldRun(instance, record),
): string {
  return runSummary(run);
}
