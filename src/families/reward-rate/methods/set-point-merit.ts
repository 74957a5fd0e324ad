import { meterPowerW, overCapW } from '../../../../models/facility/meter.js';
import { powerPerHeat } from '../../../../models/physics/cooling/crac.js';
import { airLimitsOf, isOnTemperatures, readingIn } from '../../../../models/facility/air-limits.js';
import { coolingPowerW, cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { type RoomAtWork, roomsAtWork, type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import { leftAtWork } from '../../../../models/families/reward-rate/in-failed-room.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';

/** Relative excess over a cooling capacity or a power cap that counts as rounding error. */
const ROUNDING = 1e-12;

/**
 * Criteria by which set-points are compared: excess over limits, W, and total CRAC power, W. Less excess is better; if
 * there is none, less power is better.
 */
export interface Merit {
  readonly overW: number;
  readonly coolingW: number;
}

export function better(a: Merit, b: Merit): boolean {
  if (a.overW > 0 || b.overW > 0) return a.overW < b.overW * (1 - 1e-9);
  return a.coolingW < b.coolingW * (1 - 1e-11);
}

/**
 * Returns the merit of set-points: excess over limits and cooling power. The excess `overW` counts cooling capacities
 * and, after failures, also the power cap.
 *
 * @param heatW heat that each CRAC removes without a failure, W
 */
export function coolingOf(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
  heatW?: Float64Array,
): Merit {
  const [whole, ...failed] = roomsAtWork(model, state);
  const { overW, coolingW } = coolingIn(whole, setPointsC, heatW);
  return { overW: failed.reduce((sum, room) => sum + excessW(room, leftAtWork(room, setPointsC)), overW), coolingW };
}

/** Returns the excess of one room over cooling capacities, W, and over other limits on heats, and its CRACs' power, W. */
function coolingIn(
  { model, state }: RoomAtWork,
  setPointsC: readonly number[],
  heatW = cracHeatW(model, state, setPointsC),
): Merit {
  let overW = 0;
  for (const { crac, capacityW } of model.coolingLimits) {
    overW += Math.max(0, heatW[crac]! - capacityW * (1 + ROUNDING));
  }
  if (model.airLimits.length > 0) {
    const zoneInletC = inletsC(model, state, setPointsC);
    const operation = { zoneInletC, zoneNodePowerW: state.zonePowerW, cracHeatW: heatW };
    for (const one of airLimitsOf({ ...model, coolingLimits: [] })) {
      const { limit, reading } = one;
      if (!isOnTemperatures(one))
        overW += Math.max(0, readingIn(reading, operation) - limit - ROUNDING * Math.abs(limit));
    }
  }
  return { overW, coolingW: coolingPowerW(model, heatW, setPointsC) };
}

/** Returns the excess over the cooling capacities and the power cap of one room at set-points of its CRACs, W. */
export function excessW(room: RoomAtWork, setPointsC: readonly number[]): number {
  const { overW, coolingW } = coolingIn(room, setPointsC);
  const { budget } = room.model;
  return overW + Math.max(0, overCapW(budget, meterPowerW(budget, room.state.nodePowerW, coolingW), ROUNDING));
}

/**
 * Returns a fast function from set-points T to the heats that CRACs remove, W:
 *
 * q = H P + K T
 *
 * P are the zone powers; H and K are matrices of the facility. Only the nonzero entries of K are used.
 */
export function heatsOf(
  { cracs, thermal }: RewardRateModel,
  { heatW }: ZoneState,
): (setPointsC: readonly number[]) => Float64Array {
  const rows = cracs.map((_, c) => {
    const perC = thermal.cracHeatPerSetPoint(c);
    return [...perC.keys()].filter((d) => perC[d] !== 0).map((d) => ({ d, value: perC[d]! }));
  });
  return (setPointsC) =>
    heatW.map((baseW, c) => rows[c]!.reduce((sum, { d, value }) => sum + value * setPointsC[d]!, baseW));
}

/** Change of one or two CRACs' set-points, C. If both CRACs are the same, only one changes, by `byC`. */
export interface Change {
  readonly crac: number;
  readonly byC: number;
  readonly other: number;
  readonly otherByC: number;
}

/** Returns an estimate of the CRACs' power, W, after a small change from `now`, to skip changes that cannot gain. */
export function coolingNear(
  { cracs, thermal, budget }: RewardRateModel,
  heatW: Float64Array,
  now: readonly number[],
): (change: Change) => number {
  const rows = cracs.map((_, c) => thermal.cracHeatPerSetPoint(c));
  const inverse = (setPointC: number): number => powerPerHeat(budget.cooling, setPointC);
  const perHeat = Float64Array.from(now, inverse);
  return ({ crac, byC, other, otherByC }) => {
    let powerW = 0;
    for (let e = 0; e < rows.length; e++) {
      const q = heatW[e]! + rows[e]![crac]! * byC + rows[e]![other]! * otherByC;
      if (q > 0 && e !== crac && e !== other) powerW += q * perHeat[e]!;
      else if (q > 0) powerW += q * inverse(now[e]! + (e === crac ? byC : otherByC));
    }
    return powerW;
  };
}
