import type { Figure } from '../../../reports/figures.js';
import { oneLine } from '../../../reports/format.js';
import type { ToldRun } from '../../../reports/told-run.js';
import { figures as ownFigures } from '../figures.js';
import type { RobustRunRecord } from '../runs/result.js';

/**
 * Returns the parts of a run that both its summary and its report page show: its description and its figures, in words.
 */
export function toldRun(
  record: RobustRunRecord,
  figures: readonly Figure<RobustRunRecord>[] = ownFigures,
): ToldRun<RobustRunRecord> {
  const { result } = record;
  const { method, constraintHandling, improvements, problem } = result;
  const handled = constraintHandling === 'none' ? '' : `, constraint handling ${constraintHandling}`;
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  return {
    result,
    of: record,
    figures,
    hasPlan: record.evaluation !== null,
    noun: 'plan',
    passed: 'found every task placed and the limit kept',
    beware: 'must not be applied',
    method: `${oneLine(method)}${handled}${improved}`,
    atLeast: 'earns no less than',
    title: `, ${problem}`,
  };
}
