import type { RewardRatePlan, StandbyNodes } from '../../../../../models/problems/reward-rate/plan.js';
import { rewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { hasAirOfStandby, withAsleep } from '../../../../../models/problems/reward-rate/standby-air.js';
import { idleOnStandby } from '../../../../../models/problems/reward-rate/standby.js';
import type { OpenedProblem } from '../open.js';
import { airWithStandby } from '../standby-air.js';

/** A room in the air of settled nodes on standby, with what that leaves out of the answers; or why its air cannot be computed. */
export type SettledRoom =
  | { readonly ok: true; readonly opened: OpenedProblem; readonly caveat: string | null }
  | { readonly ok: false; readonly reason: string };

/**
 * Room in which questions are answered where air depends on which nodes are on standby: that of the plan's own nodes on standby, or of those of the plan that a
 * run finds. Without any plan as many nodes are on standby as may be. Any other room as it is.
 */
export async function settledRoom(
  opened: OpenedProblem,
  plan: RewardRatePlan | null,
  solve: () => Promise<RewardRatePlan | null>,
): Promise<SettledRoom> {
  if (!hasAirOfStandby(opened.instance)) return { ok: true, opened, caveat: null };
  if (plan !== null) return inAirOf(opened, plan.standby ?? [], `the ${nodesIn(plan.standby ?? [])} of the plan`);
  const found = await solve();
  if (found !== null)
    return inAirOf(opened, found.standby ?? [], `the ${nodesIn(found.standby ?? [])} of the plan that solve finds`);
  const most = idleOnStandby(
    opened.problem,
    opened.problem.zones.map(({ nodeCount }) => nodeCount),
  );
  return inAirOf(opened, most, `as many as may be, ${nodesIn(most)}`);
}

function nodesIn(standby: readonly StandbyNodes[]): number {
  return standby.reduce((sum, { nodes }) => sum + nodes, 0);
}

function inAirOf(opened: OpenedProblem, standby: readonly StandbyNodes[], which: string): SettledRoom {
  const air = airWithStandby(opened, standby);
  if (!air.ok) return air;
  const problem = rewardRateProblem(opened.instance, air.matrix, opened.problem);
  const caveat = `Answers hold with exactly these nodes on standby, in the air that they cause: ${which}. With others less, or more, may do.`;
  return { ok: true, opened: { ...opened, matrix: air.matrix, problem: withAsleep(problem, standby) }, caveat };
}
