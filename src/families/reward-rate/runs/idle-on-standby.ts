import type { NodeAssignment } from '../../../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { idleOnStandby } from '../../../../models/problems/reward-rate/standby.js';
import { averagedCores } from '../../../../models/problems/reward-rate/time-shares.js';
import type { MethodOutcome } from '../methods/outcome.js';

/**
 * Outcome with the nodes of its plan that never work on standby where they may be (docs/reward-rate/standby.md). Zones draw less or as
 * much, so no limit breaks at the same set-points, and nothing else changes.
 */
export function withIdleOnStandby(problem: RewardRateProblem, outcome: MethodOutcome): MethodOutcome {
  const { plan } = outcome;
  if (plan === null) return outcome;
  const assignments = plan.assignments.filter(works);
  const idle = problem.zones.map(({ name, nodeCount }) =>
    assignments.reduce((left, { zone, nodes }) => (zone === name ? left - nodes : left), nodeCount),
  );
  const standby = idleOnStandby(problem, idle);
  return standby.length === 0 ? outcome : { ...outcome, plan: { ...plan, assignments, standby } };
}

/** Returns true if some core runs anything for some of the time. */
function works(assignment: NodeAssignment): boolean {
  return averagedCores(assignment).some(
    ({ count, slices }) => count > 0 && slices.some(({ fraction }) => fraction > 0),
  );
}
