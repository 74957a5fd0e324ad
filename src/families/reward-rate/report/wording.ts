import { oneLine } from '../../../reports/format.js';
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
/** Reason why there is no plan, as far as the record tells. */
export function whyNoPlan(result: RunResult): string {
  if (result.infeasibility) return result.infeasibility.message;
  if (result.termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[result.termination]}`;
}
