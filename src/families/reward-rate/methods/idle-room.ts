import { airLimitsOf, readingIn } from '../../../../models/facility/air-limits.js';
import { powerUse } from '../../../../models/facility/power-limits.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { zoneState } from '../../../../models/families/reward-rate/set-points.js';
import { redLineConflicts } from './broken-limits.js';
import { roomFor, roomyFailedRooms, withRoomFor } from './idle-limits.js';
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
  const heatW = cracHeatW(model, state, setPointsC);
  const operation = { zoneInletC: inletsC(model, state, setPointsC), cracHeatW: heatW, zoneNodePowerW: powersW };
  const hottestC = operation.zoneInletC.reduce((most, value) => Math.max(most, value), -Infinity);
  const readings = airLimitsOf({ ...model, coolingLimits: [] }).map(({ reading }) => readingIn(reading, operation));
  return {
    ...model,
    redLineC: roomFor(hottestC, model.redLineC),
    budget: withRoomFor(model.budget, idleTotalW(model, powersW, state, setPointsC)),
    powerLimits: model.powerLimits.map((limit) => ({
      ...limit,
      limit: roomFor(powerUse(limit, powersW), limit.limit),
    })),
    airLimits: model.airLimits.map((limit, n) => ({ ...limit, limit: roomFor(readings[n]!, limit.limit) })),
    coolingLimits: model.coolingLimits.map((limit) => ({
      ...limit,
      capacityW: roomFor(heatW[limit.crac]!, limit.capacityW),
    })),
    ...(model.failedRooms === undefined ? {} : { failedRooms: roomyFailedRooms(model, state, setPointsC) }),
  };
}
