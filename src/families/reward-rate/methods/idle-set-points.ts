import { airLimitsOf, perCommonC, warmestCommonC } from '../../../../models/facility/air-limits.js';
import { isWithinCap, meterPowerW } from '../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../models/facility/power-budget.js';
import { mustShareSetPoint } from '../../../../models/families/reward-rate/common-set-point.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import {
  outletsByCrac,
  roomsAtWork,
  type ZoneState,
  zoneState,
} from '../../../../models/families/reward-rate/set-points.js';
import { warmestCommon } from './best-set-points.js';
import { coolingOf } from './set-point-merit.js';
import { loosened } from './idle-limits.js';
import { idleNodes, independentSetPoints, type NodeConfigurations, zonePowersW } from './rounding/node-plan.js';

/** Returns true if all working CRACs share one set-point: only one CRAC works, or the instance demands it. */
export function sharesSetPoint(model: RewardRateModel): boolean {
  return model.cracs.length === 1 || mustShareSetPoint(model);
}

/** Returns the coldest set-points that plans may have, C, one for each working CRAC. */
export function coldestSetPointsC(model: RewardRateModel): readonly number[] {
  return model.cracs.map((crac) => (sharesSetPoint(model) ? model.setPointMinC : crac.setPointMinC));
}

/**
 * Returns the best set-points found for an idle facility, C, one for each CRAC, failed ones included. They keep all
 * limits unless even the idle facility violates one.
 */
export function idleSetPointsC(model: RewardRateModel): readonly number[] {
  const idle = idleNodes(model);
  const powersW = zonePowersW(model, idle);
  const state = zoneState(model, powersW);
  const { setPointsC } = idleSetPoints(model, idle, state, false);
  return outletsByCrac(model, setPointsC, zoneOutletsC(model, powersW, state, setPointsC));
}

/**
 * Returns set-points for an idle facility, C, one for each working CRAC. `found` is true if they keep the red line, the
 * set-point ranges and the cooling capacities.
 *
 * @param isHot true if inlets exceed the red line even at the coldest set-points, which are then returned
 */
export function idleSetPoints(
  model: RewardRateModel,
  idle: NodeConfigurations,
  state: ZoneState,
  isHot: boolean,
): { readonly setPointsC: readonly number[]; readonly found: boolean } {
  const coldestC = coldestSetPointsC(model);
  if (isHot) return { setPointsC: coldestC, found: false };
  if (sharesSetPoint(model)) {
    const { setPointMinC, setPointMaxC } = model;
    const roomsC = roomsAtWork(model, state).flatMap((room) => {
      const onTemperatures = airLimitsOf(room.model).filter(({ reading }) => perCommonC(reading) > 0);
      return [
        room.model.redLineC - room.state.riseC.reduce((most, value) => Math.max(most, value), -Infinity),
        ...onTemperatures.map((limit) => warmestCommonC(limit, room.state)),
      ];
    });
    const setPointC = Math.max(setPointMinC, Math.min(setPointMaxC, ...roomsC));
    return { setPointsC: model.cracs.map(() => setPointC), found: true };
  }
  const powersW = zonePowersW(model, idle);
  const strict = independentSetPoints(model, powersW);
  const keepsCap = strict !== null && isWithinCap(model.budget, strict.totalW);
  const own = keepsCap ? strict : (independentSetPoints(loosened(model), powersW) ?? strict);
  if (own !== null) return { setPointsC: model.cracs.map(({ index }) => own.setPointsC[index]!), found: true };
  return { setPointsC: warmestCommon(loosened(model), state)?.setPointsC ?? coldestC, found: false };
}

/** Returns the meter power of the idle facility, W, for given zone powers and set-points of the working CRACs. */
export function idleTotalW(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): number {
  const { budget } = model;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  return sharesSetPoint(model)
    ? totalPowerW(budget, nodePowerW, setPointsC[0]!)
    : meterPowerW(budget, nodePowerW, coolingOf(model, state, setPointsC).coolingW);
}

/**
 * Returns the outlet temperature of each zone, C.
 *
 * @param setPointsC set-point of each working CRAC, C
 */
export function zoneOutletsC(
  model: RewardRateModel,
  powersW: Float64Array,
  state: ZoneState,
  setPointsC: readonly number[],
): Float64Array {
  const supplied = model.thermal.inletFromSetPointsC(setPointsC);
  return supplied.map((value, b) => value + state.riseC[b]! + powersW[b]! * model.thermal.risePerW[b]!);
}
