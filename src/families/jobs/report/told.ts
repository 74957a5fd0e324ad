import type { Figure } from '../../../reports/figures.js';
import { inUnit, oneLine, plain } from '../../../reports/format.js';
import type { ToldRun } from '../../../reports/told-run.js';
import { J_PER_MJ } from '../../../../models/units.js';
import { figures as ownFigures } from '../figures.js';
import type { JobsRunRecord, JobsRunResult } from '../runs/result.js';

/** Returns what the summary and the report of a run share: its figures, and phrases about them. */
export function toldRun(
  { result, schedule }: Pick<JobsRunRecord, 'result' | 'schedule'>,
  figures: readonly Figure<JobsRunResult>[] = ownFigures,
): ToldRun<JobsRunResult> {
  return {
    result,
    of: result,
    figures,
    hasPlan: schedule !== null,
    noun: 'schedule',
    passed: 'found no rule broken',
    beware: '',
    method: methodText(result),
    atLeast: 'earns no less than',
  };
}

function methodText({ method, policy: { adaptation, valueAt, cores, prices } }: JobsRunResult): string {
  const bids = prices === null ? `, value at ${valueAt}, cores ${cores}` : '';
  const perMJ = prices === null || prices.perJ === 0 ? '' : `, ${plain(inUnit(prices.perJ * J_PER_MJ, 'value/MJ'))}`;
  const moves = adaptation === null ? '' : `, moves ${adaptation.times} every ${adaptation.intervalS} s`;
  return `${oneLine(method)}${bids}${perMJ}${moves}`;
}
