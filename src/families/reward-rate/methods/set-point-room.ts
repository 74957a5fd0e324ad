import { type RoomAtWork, roomsAtWork, type ZoneState } from '../../../../models/families/reward-rate/set-points.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { airLimitsOf, isOnTemperatures } from '../../../../models/facility/air-limits.js';
import { lastThatHolds } from './last-that-holds.js';
import { coolingOf, heatsOf, type Merit } from './set-point-merit.js';

/**
 * Upper limit on an inlet temperature, linear in the set-points T of the working CRACs:
 *
 * sum over CRACs of share * T <= roomC
 */
export interface InletLimit {
  readonly share: Float64Array;
  readonly roomC: number;
}

/**
 * Inlets stay this much colder than the red line, K, so that other programs with other rounding errors find no
 * violation.
 */
export const WHISKER_C = 1e-9;
/**
 * Inlets that may exceed the red line at given zone powers, and how much of their air each CRAC supplies. Each CRAC
 * failure adds such inlets once more, with higher indices.
 */
export interface Room {
  readonly state: ZoneState;
  /** [inlet]: largest temperature that set-points alone may cause, C: red line minus the rise through node powers. */
  readonly roomC: Float64Array;
  /** [CRAC]: inlets that draw its air, ascending, each with the fraction of the inlet's air that comes from it. */
  readonly reach: readonly Reach[];
  /** [inlet]: indices of the CRACs whose air it draws, ascending. */
  readonly reachedBy: readonly (readonly number[])[];
  /** [inlet]: fraction of its air that comes from each CRAC of `reachedBy`. */
  readonly shareOf: readonly (readonly number[])[];
  /** [CRAC]: the CRACs, itself included, that supply air to some inlet that this CRAC supplies. */
  readonly meets: readonly ReadonlySet<number>[];
  inletsC(setPointsC: readonly number[]): Float64Array;
  /** Returns the heat that each CRAC removes at these set-points, W. */
  heatW(setPointsC: readonly number[]): Float64Array;
  cooling(setPointsC: readonly number[]): Merit;
  /**
   * Lowers all set-points by the smallest common amount with which the red line holds, clamped to their ranges. Null if
   * even the coldest do not keep it.
   */
  cooledDown(setPointsC: readonly number[]): number[] | null;
}

export interface Reach {
  readonly inlet: Int32Array;
  readonly share: Float64Array;
}

/** A room with its zones whose inlets may exceed the red line. `roomC` is as in `Room`. */
interface HotRoom extends RoomAtWork {
  readonly zones: readonly number[];
  readonly roomC: readonly number[];
}

function withHotInlets(room: RoomAtWork): HotRoom {
  const { model, state } = room;
  const warmest = model.thermal.inletFromSetPointsC(model.cracs.map((crac) => crac.setPointMaxC));
  const limitC = model.redLineC - WHISKER_C;
  const zones = [...warmest.keys()].filter((b) => warmest[b]! + state.riseC[b]! > limitC);
  const coldest = model.thermal.inletFromSetPointsC(model.cracs.map((crac) => crac.setPointMinC));
  // Where even the coldest set-points meet the red line only but for rounding, that is what there is.
  return { ...room, zones, roomC: zones.map((b) => Math.max(limitC - state.riseC[b]!, coldest[b]!)) };
}

/** Returns the limits on temperatures besides the red line in a room, by set-points of the CRACs before a failure. */
function temperatureLimits({ cracs }: RewardRateModel, { model, state, left }: RoomAtWork): InletLimit[] {
  if (model.airLimits.length === 0) return [];
  return airLimitsOf(model)
    .filter(isOnTemperatures)
    .map(({ limit, reading: { inlets = [], powers = [] } }) => {
      const share = new Float64Array(cracs.length);
      let roomC = limit;
      for (const [b, weight] of inlets) {
        roomC -= weight * state.riseC[b]!;
        for (const [at, c] of left.entries()) share[c]! += weight * model.thermal.inletShareOfCrac(at)[b]!;
      }
      for (const [b, weight] of powers) roomC -= weight * state.zonePowerW[b]!;
      return { share, roomC };
    });
}

/** Returns the inlets that draw CRAC c's air: without a failure, after each failure, then those of `more`. */
function reachOf(c: number, rooms: readonly HotRoom[], more: readonly InletLimit[]): Reach {
  const shares = [
    ...rooms.flatMap(({ model, left, zones }) => {
      const at = left.indexOf(c);
      const share = at < 0 ? null : model.thermal.inletShareOfCrac(at);
      return zones.map((b) => share?.[b] ?? 0);
    }),
    ...more.map(({ share }) => share[c]!),
  ];
  const inlet = Int32Array.from([...shares.keys()].filter((n) => shares[n] !== 0));
  return { inlet, share: Float64Array.from(inlet, (n) => shares[n]!) };
}

export function openRoom(model: RewardRateModel, state: ZoneState, besides: readonly InletLimit[]): Room {
  const rooms = roomsAtWork(model, state).map(withHotInlets);
  const more = [...rooms.flatMap((room) => temperatureLimits(model, room)), ...besides];
  const roomC = Float64Array.from([
    ...rooms.flatMap((room) => room.roomC),
    ...more.map((limit) => limit.roomC - WHISKER_C),
  ]);
  const reach = model.cracs.map((_, c) => reachOf(c, rooms, more));
  const reachedBy = Array.from(roomC, (): number[] => []);
  const shareOf = Array.from(roomC, (): number[] => []);
  for (const [c, { inlet, share }] of reach.entries()) {
    for (const [e, n] of inlet.entries()) {
      reachedBy[n]!.push(c);
      shareOf[n]!.push(share[e]!);
    }
  }
  const meets = model.cracs.map(() => new Set<number>());
  for (const cracs of reachedBy) for (const c of cracs) for (const d of cracs) meets[c]!.add(d);
  const heats = heatsOf(model, state);
  const inletsC = (setPointsC: readonly number[]): Float64Array => {
    const inletC = new Float64Array(roomC.length);
    for (const [c, { inlet, share }] of reach.entries()) {
      for (let e = 0; e < inlet.length; e++) inletC[inlet[e]!]! += share[e]! * setPointsC[c]!;
    }
    return inletC;
  };
  return {
    state,
    roomC,
    reach,
    reachedBy,
    shareOf,
    meets,
    inletsC,
    heatW: heats,
    cooling: (setPointsC) => coolingOf(model, state, setPointsC, heats(setPointsC)),
    cooledDown(setPointsC) {
      const lowered = (byC: number): number[] =>
        model.cracs.map((crac, c) => Math.max(crac.setPointMinC, Math.min(crac.setPointMaxC, setPointsC[c]! - byC)));
      const holds = (byC: number): boolean => inletsC(lowered(byC)).every((value, n) => value <= roomC[n]!);
      if (holds(0)) return lowered(0);
      const most = Math.max(...model.cracs.map((crac, c) => setPointsC[c]! - crac.setPointMinC), 0);
      return holds(most) ? lowered(lastThatHolds(holds, { good: most, bad: 0 })) : null;
    },
  };
}
