import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { runSummary } from '../../../reports/summary.js';
import type { UtilityRunRecord } from '../runs/result.js';
import { toldRun } from './told.js';

/** Returns a summary of a utility run in about twenty lines for a terminal, ending with a newline. */
export function utilitySummaryText(
  instance: Pick<UtilityInstance, 'currency'>,
  record: Pick<UtilityRunRecord, 'result' | 'verdict'>,
  run = toldRun(instance, record),
): string {
  return runSummary(run);
}
