import { powerUse } from '../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { zoneState } from '../../../../models/families/reward-rate/set-points.js';
import { redLineConflicts } from './broken-limits.js';
import { roomFor, roomyFailedRooms } from './idle-limits.js';
import { idleSetPoints, idleTotalW } from './idle-set-points.js';
import { idleNodes, measure, zonePowersW } from './rounding/node-plan.js';

/**
 * Returns the model with raised limits, so that idling keeps them. A limit is raised only where idling exceeds it by at
 * most the checker's tolerance. The new model admits all plans of the original one, so its bounds also hold for the
 * original.
 */
export function withIdleRoom(model: RewardRateModel): RewardRateModel {
  const idle = idleNodes(model);
  if (measure(model, idle).feasible) return model;
  const powersW = zonePowersW(model, idle);
  const state = zoneState(model, powersW);
  const { setPointsC } = idleSetPoints(model, idle, state, redLineConflicts(model, state).length > 0);
  const hottestC = inletsC(model, state, setPointsC).reduce((most, value) => Math.max(most, value), -Infinity);
  const heatW = cracHeatW(model, state, setPointsC);
  return {
    ...model,
    redLineC: roomFor(hottestC, model.redLineC),
    budget: {
      ...model.budget,
      powerCapW: roomFor(idleTotalW(model, powersW, state, setPointsC), model.budget.powerCapW),
    },
    powerLimits: model.powerLimits.map((limit) => ({
      ...limit,
      limit: roomFor(powerUse(limit, powersW), limit.limit),
    })),
    coolingLimits: model.coolingLimits.map((limit) => ({
      ...limit,
      capacityW: roomFor(heatW[limit.crac]!, limit.capacityW),
    })),
    ...(model.failedRooms === undefined ? {} : { failedRooms: roomyFailedRooms(model, state, setPointsC) }),
  };
}
