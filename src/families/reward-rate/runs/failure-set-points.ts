import { setsAnew } from '../../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { zoneState } from '../../../../models/families/reward-rate/set-points.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import { type CheckedRoom, evaluatedIn } from '../check/check-plan.js';
import { failureSetPoints } from '../methods/set-points-in-failures.js';
import type { OpenedModel } from './open.js';

/**
 * Returns the plan with the set-points that the remaining CRACs take after each failure. The plan is returned unchanged
 * if set-points stay the same after failures or none were found.
 */
export function withFailureSetPoints(
  room: CheckedRoom & Pick<OpenedModel, 'model'>,
  { failureSetPointsC: _, ...plan }: RewardRatePlan,
): RewardRatePlan {
  const { instance, model } = room;
  if (!setsAnew(instance)) return plan;
  const powersW = zonePowersOf(room, plan);
  if (powersW === null) return plan;
  const setPointsC = model.cracs.map(({ name }) => plan.setPointsC[name]!);
  const found = failureSetPoints(model, zoneState(model, powersW), setPointsC);
  if (found.length === 0) return plan;
  const byFailure = found.map(({ room, setPointsC: own }) => [
    room.gone,
    Object.fromEntries(room.cracs.map(({ name }, c) => [name, own[c]!])),
  ]);
  return { ...plan, failureSetPointsC: Object.fromEntries(byFailure) as RewardRatePlan['failureSetPointsC'] };
}

/** Returns the power of each zone's nodes as the checker computes it, W; null if it cannot be computed. */
function zonePowersOf(room: CheckedRoom, plan: RewardRatePlan): Float64Array | null {
  try {
    const { zoneNodePowerW } = evaluatedIn(room, plan);
    return zoneNodePowerW.every(Number.isFinite) ? Float64Array.from(zoneNodePowerW) : null;
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    return null;
  }
}
