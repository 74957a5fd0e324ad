import { TOLERATED_K, TOLERATED_W } from '../../../../models/facility/limits.js';
import {
  meterPowerW,
  type PowerCap,
  toleratedOverCapW,
  withHigherCap,
  capOf,
  withCap,
} from '../../../../models/facility/meter.js';
import type { FailedRoom } from '../../../../models/families/reward-rate/failed-rooms.js';
import { failedRoomsOf, inFailedRoom, leftAtWork } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset } from '../../../../models/families/reward-rate/on-the-way.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { coolingPowerW, cracHeatW, inletsC } from '../../../../models/facility/room-state.js';
import { type ZoneState } from '../../../../models/families/reward-rate/set-points.js';

/**
 * Searches use the checker's tolerance less this fraction of it, because searches and checker have different rounding
 * errors.
 */
export const SHORT_OF = 1e-3;
/** Sums of the same numbers, added in different orders, may differ by this fraction. */
const ROUNDING = 1e-12;

/**
 * Returns the model with limits looser by almost the checker's tolerances. The checker accepts plans that keep these
 * looser limits.
 */
export function loosened(model: RewardRateModel): RewardRateModel {
  const share = 1 - SHORT_OF;
  return {
    ...model,
    redLineC: model.redLineC + share * TOLERATED_K,
    coolingLimits: model.coolingLimits.map((limit) => ({ ...limit, capacityW: limit.capacityW + share * TOLERATED_W })),
    ...(model.failedRooms === undefined
      ? {}
      : {
          failedRooms: model.failedRooms.map((room) => ({
            ...withHigherCap(room, share * toleratedOverCapW(room)),
            redLineC: room.redLineC + share * TOLERATED_K,
            coolingLimits: room.coolingLimits.map((limit) => ({
              ...limit,
              capacityW: limit.capacityW + share * TOLERATED_W,
            })),
          })),
        }),
  };
}

/**
 * Returns the failed rooms (the facility after each CRAC failure) with limits just loose enough for idling at these
 * set-points. Where set-points may change after a failure, only the red line is loosened, by at most the checker's
 * tolerance.
 */
export function roomyFailedRooms(
  model: RewardRateModel,
  state: ZoneState,
  setPointsC: readonly number[],
): readonly FailedRoom[] {
  return failedRoomsOf(model).map((room, f) => {
    const failed = inFailedRoom(model, room);
    const idle = state.failed[f]!;
    const resets = hasReset(room);
    const atWork = resets ? room.cracs.map(({ setPointMinC }) => setPointMinC) : leftAtWork(room, setPointsC);
    const heatW = cracHeatW(failed, idle, atWork);
    const totalW = meterPowerW(failed.budget, idle.nodePowerW, coolingPowerW(failed, heatW, atWork));
    const hottestC = inletsC(failed, idle, atWork).reduce((most, inletC) => Math.max(most, inletC), -Infinity);
    return {
      ...(resets ? room : withRoomFor(room, totalW)),
      // With set-points of its own the coldest are at hand, so that a cap or capacity passed there says nothing.
      redLineC: resets ? tolerated(hottestC, room.redLineC) : roomFor(hottestC, room.redLineC),
      coolingLimits: room.coolingLimits.map((limit) => ({
        ...limit,
        capacityW: resets ? limit.capacityW : roomFor(heatW[limit.crac]!, limit.capacityW),
      })),
    };
  });
}

/** Returns the red line, C, raised to the hottest inlet if that exceeds it by at most the checker's tolerance. */
function tolerated(hottestC: number, redLineC: number): number {
  return hottestC > redLineC + TOLERATED_K ? redLineC : roomFor(hottestC, redLineC);
}

/** Returns the larger of `limit` and `value`, the latter with a margin for rounding error. */
export function roomFor(value: number, limit: number): number {
  return Math.max(limit, value + ROUNDING * Math.abs(value));
}

/** Returns a room with a power cap that a power at the meter, W, keeps with a margin for rounding error. */
export function withRoomFor<Capped extends PowerCap>(capped: Capped, totalW: number): Capped {
  return withCap(capped, roomFor(totalW, capOf(capped)));
}
