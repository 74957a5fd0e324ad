import type { RewardRatePlan, StandbyNodes } from '../../../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasAirOfStandby, withAsleep } from '../../../../../models/families/reward-rate/standby-air.js';
import { idleOnStandby, withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import { idleConflict } from '../../methods/infeasibility.js';
import type { OpenedModel } from '../open.js';
import { airWithStandby } from '../standby-air.js';

/**
 * Model with the air flow of a fixed set of nodes on standby. `caveat` says which plans this leaves out; null if none.
 * If the air flow cannot be computed, `reason` says why.
 */
export type SettledRoom =
  | { readonly ok: true; readonly opened: OpenedModel; readonly caveat: string | null }
  | { readonly ok: false; readonly reason: string };

/**
 * Returns the model that explanations use if the air flow depends on which nodes are on standby; other models are
 * returned unchanged.
 *
 * The nodes on standby are those of the plan if the facility can idle with them, otherwise those of a newly found plan.
 * Without any plan, as many as allowed are on standby.
 */
export async function settledRoom(
  opened: OpenedModel,
  plan: RewardRatePlan | null,
  solve: () => Promise<RewardRatePlan | null>,
): Promise<SettledRoom> {
  if (!hasAirOfStandby(opened.instance)) return { ok: true, opened, caveat: null };
  const standby = plan?.standby ?? [];
  if (plan !== null && areOfRoom(opened, standby)) {
    const own = inAirOf(opened, standby, `the ${nodesIn(standby)} of the plan`);
    if (!own.ok || idleConflict(own.opened.model) === null) return own;
  }
  const found = await solve();
  if (found !== null)
    return inAirOf(opened, found.standby ?? [], `the ${nodesIn(found.standby ?? [])} of the plan that solve finds`);
  const most = mostOnStandby(opened);
  return inAirOf(opened, most, `as many as may be, ${nodesIn(most)}`);
}

/** Returns true if these nodes may be on standby, by their number, their type's standby states and `minimumOn`. */
function areOfRoom(opened: OpenedModel, standby: readonly StandbyNodes[]): boolean {
  const { model } = opened;
  const states = new Map(mostOnStandby(opened).map(({ zone, state }) => [zone, state]));
  const asleep = model.zones.map(({ name }) => nodesIn(standby.filter(({ zone }) => zone === name)));
  return (
    standby.every(({ zone, nodes, state }) => Number.isInteger(nodes) && nodes >= 0 && states.get(zone) === state) &&
    asleep.every((nodes, b) => nodes <= model.zones[b]!.nodeCount) &&
    minimumsOf(withStandby(model)).every(
      ({ zones, nodes: least }) => zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount - asleep[b]!, 0) >= least,
    )
  );
}

/** Returns the nodes on standby in the idle facility if as many as allowed are. */
function mostOnStandby({ model }: OpenedModel): StandbyNodes[] {
  const counts = model.zones.map(({ nodeCount }) => nodeCount);
  return idleOnStandby(model, counts);
}

function nodesIn(standby: readonly StandbyNodes[]): number {
  return standby.reduce((sum, { nodes }) => sum + nodes, 0);
}

function inAirOf(opened: OpenedModel, standby: readonly StandbyNodes[], which: string): SettledRoom {
  const air = airWithStandby(opened, standby);
  if (!air.ok) return air;
  const model = rewardRateModel(opened.instance, air.matrix, opened.model);
  const caveat = `Answers hold with exactly these nodes on standby, in the air that they cause: ${which}. With others less, or more, may do.`;
  return { ok: true, opened: { ...opened, matrix: air.matrix, model: withAsleep(model, standby) }, caveat };
}
