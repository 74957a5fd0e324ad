import { headlineReward, percent, plain } from '../../../reports/format.js';
import type { SurvivalCost } from '../runs/result.js';

/** Sentence without its full stop on what surviving failures costs. */
export function survivalText({
  survive,
  withoutFailures: { objective, bound },
  lost,
  lostShare,
}: SurvivalCost): string {
  const share = lostShare === null || lost === 0 ? '' : ` (${plain(percent(lostShare))})`;
  const cost = lost === 0 ? 'no reward' : `${plain(headlineReward(lost))}${share}`;
  const proven = bound === null ? '' : `, bound ${plain(headlineReward(bound))}`;
  return `${survive}, which costs ${cost}: without it the run earns ${plain(headlineReward(objective))}${proven}`;
}
