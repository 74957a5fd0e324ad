import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { idleOnStandby } from '../../../../models/families/reward-rate/standby.js';
import { averagedCores } from '../../../../models/families/reward-rate/time-shares.js';
import type { MethodOutcome } from '../methods/outcome.js';

/**
 * Puts on standby all nodes that the plan never uses and that may be on standby (docs/reward-rate/standby.md). Returns
 * the outcome with this plan. No zone's power rises, so all limits hold at the same set-points.
 */
export function withIdleOnStandby(model: RewardRateModel, outcome: MethodOutcome): MethodOutcome {
  const { plan } = outcome;
  if (plan === null) return outcome;
  const assignments = plan.assignments.filter((one) =>
    averagedCores(one).some(({ count, slices }) => count > 0 && slices.some(({ fraction }) => fraction > 0)),
  );
  const idle = model.zones.map(({ name, nodeCount }) =>
    assignments.reduce((left, { zone, nodes }) => (zone === name ? left - nodes : left), nodeCount),
  );
  const standby = idleOnStandby(model, idle);
  return standby.length === 0 ? outcome : { ...outcome, plan: { ...plan, assignments, standby } };
}
