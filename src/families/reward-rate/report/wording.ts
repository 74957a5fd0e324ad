import type { StandbyState } from '../../../../models/problems/reward-rate/plan.js';
import { gapPercent, headlineReward, inUnit, kilowatts, oneLine, plain, significant } from '../../../reports/format.js';
import { constraintName, TERMINATIONS } from '../../../reports/wording.js';
import type { AllOn } from '../runs/all-on.js';
import type { RunResult, SharingOfNodes } from '../runs/result.js';
import type { Facts } from './facts.js';

/** Method whose plan it is, where the method asked for has none as good. */
export function planOrigin({ planFrom, method }: RunResult): string {
  return `${oneLine(planFrom ?? method)}, which earns no less than what ${oneLine(method)} found itself`;
}
/** Sentence to know before applying a plan with time slices. */
export function timeSharing({ sharingNodes, nodes }: Facts, sharing?: SharingOfNodes): string {
  if (sharing !== undefined) return nodeSharingText(sharing);
  return `${sharingNodes ?? 0} of ${nodes} nodes share time: cores take task types in turn or idle in between; powers and rates are averages`;
}
/** Sentence to know before applying a plan whose nodes change as a whole. */
export function nodeSharingText({ nodes, periodS, excess }: SharingOfNodes): string {
  const over = excess.map(({ constraint, where, unit, amount }) => {
    const at = where === '' ? '' : ` at ${oneLine(where)}`;
    return `${constraintName(constraint)}${at} by ${plain(inUnit(amount, unit === 'C' ? 'K' : unit))}`;
  });
  const moments =
    over.length === 0 ? 'they hold at every moment too' : `for moments the plan passes at most ${over.join(', ')}`;
  const change = nodes === 1 ? '1 node changes' : `${nodes} nodes change`;
  return `${change} as a whole from one mix of tasks to the next, so that limits hold on average over ${periodS / 60} min; ${moments}`;
}
/** Words for the best plan found in which no node shares time. */
export function withoutSharingText({ objective, gap }: NonNullable<RunResult['withoutSharing']>): string {
  return `${plain(headlineReward(objective))}${gap === null ? '' : `, gap ${plain(gapPercent(gap))}`}: the best plan found in which every node runs one mix for good`;
}
/** Words for nodes on standby, by state. */
export const STANDBY_WORDS: Readonly<Record<StandbyState, string>> = { sleep: 'asleep', off: 'switched off' };

/** Words for how many nodes are on standby and what that saves. */
export function standbyText({ standbyNodes, standbySavedW, nodes, allOn }: Facts): string {
  const beside = allOn === null ? '' : `; ${allOnText(allOn)}`;
  return `${standbyNodes ?? 0} of ${nodes} nodes; idle they would draw ${plain(kilowatts(standbySavedW))} more${beside}`;
}

/** Words for what is proven of the plans that keep all nodes on. */
export function allOnText({ bound }: AllOn): string {
  return bound === null
    ? 'with all nodes on there is no plan'
    : `with all nodes on no plan earns more than ${significant(bound, 8)} reward/s`;
}
/** Reason why there is no plan, as far as the record tells. */
export function whyNoPlan(result: RunResult): string {
  if (result.infeasibility) return result.infeasibility.message;
  if (result.termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[result.termination]}`;
}
