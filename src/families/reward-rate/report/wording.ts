import type { StandbyState } from '../../../../models/problems/reward-rate/plan.js';
import { gapPercent, headlineReward, kilowatts, oneLine, plain } from '../../../reports/format.js';
import { TERMINATIONS } from '../../../reports/wording.js';
import type { RunResult } from '../runs/result.js';
import type { Facts } from './facts.js';

/** Method whose plan it is, where the method asked for has none as good. */
export function planOrigin({ planFrom, method }: RunResult): string {
  return `${oneLine(planFrom ?? method)}, which earns no less than what ${oneLine(method)} found itself`;
}
/** Sentence to know before applying a plan with time slices. */
export function timeSharing({ sharingNodes, nodes }: Facts): string {
  return `${sharingNodes ?? 0} of ${nodes} nodes share time: cores take task types in turn or idle in between; powers and rates are averages`;
}
/** Words for the best plan found in which no node shares time. */
export function withoutSharingText({ objective, gap }: NonNullable<RunResult['withoutSharing']>): string {
  return `${plain(headlineReward(objective))}${gap === null ? '' : `, gap ${plain(gapPercent(gap))}`}: the best plan found in which every node runs one mix for good`;
}
/** Words for nodes on standby, by state. */
export const STANDBY_WORDS: Readonly<Record<StandbyState, string>> = { sleep: 'asleep', off: 'switched off' };

/** Words for how many nodes are on standby and what that saves. */
export function standbyText({ standbyNodes, standbySavedW, nodes }: Facts): string {
  return `${standbyNodes ?? 0} of ${nodes} nodes; idle they would draw ${plain(kilowatts(standbySavedW))} more`;
}
/** Reason why there is no plan, as far as the record tells. */
export function whyNoPlan(result: RunResult): string {
  if (result.infeasibility) return result.infeasibility.message;
  if (result.termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[result.termination]}`;
}
