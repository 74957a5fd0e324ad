import { coolingPowerW, inletsC } from '../../facility/room-state.js';
import { meterPowerW } from '../../facility/meter.js';
import { coefficientOfPerformance, DEFAULT_AIR } from '../../physics/cooling/crac.js';
import type { WayCourse, WayInfluence } from '../../physics/thermal/failure-way.js';
import type { FailedRoom, Reset } from './failed-rooms.js';
import { failedRoomsOf, inFailedRoom, leftAtWork } from './in-failed-room.js';
import type { RewardRateModel } from './model.js';
import { outletsByCrac, type ZoneState } from './set-points.js';

/** A failed room whose remaining CRACs change their set-points after the failure. */
export type ResetRoom = FailedRoom & { readonly reset: Reset };

export function hasReset(room: FailedRoom): room is ResetRoom {
  return room.reset !== undefined;
}

/**
 * Returns the number of decision variables for set-points after failures. There is one for each failure and each
 * remaining CRAC.
 */
export function resetCount(model: Pick<RewardRateModel, 'failedRooms'>): number {
  return failedRoomsOf(model).reduce((sum, room) => sum + (hasReset(room) ? room.left.length : 0), 0);
}

/**
 * Returns the temperatures of the air that leaves CRACs and zones in steady state, C. First come the CRACs, then the
 * zones.
 *
 * @param setPointsC set-point of each working CRAC of the model
 */
function leavingC(model: RewardRateModel, state: ZoneState, setPointsC: readonly number[]): Float64Array {
  const zonesC = inletsC(model, state, setPointsC).map(
    (inletC, b) => inletC + state.zonePowerW[b]! * model.thermal.risePerW[b]!,
  );
  return Float64Array.from([...outletsByCrac(model, setPointsC, zonesC), ...zonesC]);
}

/**
 * Greatest values between a failure and the new steady state: of each inlet's temperature, and of the power at the
 * meter (W).
 */
export interface OnTheWay extends Pick<WayCourse, 'peakC' | 'peakStep'> {
  readonly mostTotalW: number;
}

/**
 * Returns the greatest inlet temperatures and meter power between a failure and the new steady state.
 *
 * @param state steady state before the failure
 * @param failedState steady state of the same zone powers after the failure
 * @param setPointsC set-point of each working CRAC before the failure, C
 * @param resetC set-point that each remaining CRAC takes after the failure, C
 */
export function onTheWay(
  model: RewardRateModel,
  room: ResetRoom,
  state: ZoneState,
  failedState: ZoneState,
  setPointsC: ArrayLike<number>,
  resetC: ArrayLike<number>,
): OnTheWay {
  const failed = inFailedRoom(model, room);
  const own = Array.from(resetC);
  const cracNames = model.matrix.cracNames;
  const after = new Float64Array(cracNames.length);
  const capacityW = new Float64Array(cracNames.length).fill(Infinity);
  for (const [c, { index, capacityW: most }] of room.cracs.entries()) {
    after[index] = own[c]!;
    capacityW[index] = most;
  }
  const { peakC, peakStep, mostCoolingW } = room.reset.way.course(
    {
      leavingC: leavingC(model, state, Array.from(setPointsC)),
      endC: leavingC(failed, failedState, own),
      zonePowerW: state.zonePowerW,
      setPointsC: after,
      capacityW,
    },
    (setPointC) => coefficientOfPerformance(model.budget.cooling, setPointC),
  );
  return { peakC, peakStep, mostTotalW: meterPowerW(model.budget, state.nodePowerW, mostCoolingW) };
}

/** A failed room in which temperatures at unchanged set-points may pass those of both steady states. */
export type EnvelopeRoom = FailedRoom & { readonly envelope: NonNullable<FailedRoom['envelope']> };

export function hasEnvelope(room: FailedRoom): room is EnvelopeRoom {
  return room.envelope !== undefined;
}

/** What nothing passes between a failure and the new steady state, at set-points that stay. */
export interface WayLimits {
  /** Temperature of each inlet, C. */
  readonly peakC: Float64Array;
  readonly held: Uint8Array;
  /** Heat that each remaining CRAC removes, W. */
  readonly heatW: Float64Array;
  readonly totalW: number;
}

/** Difference of temperatures that counts as none, K. It is far below the checker's tolerance. */
const SAME_K = 1e-9;

/**
 * Returns what nothing passes between a failure and the new steady state, at set-points that stay. Null if the new
 * steady state bounds it, because nothing ends cooler than it began.
 *
 * @param state steady state before the failure
 * @param failedState steady state of the same zone powers after the failure
 * @param setPointsC set-point of each working CRAC before the failure, C
 */
export function wayLimits(
  model: RewardRateModel,
  room: EnvelopeRoom,
  state: ZoneState,
  failedState: ZoneState,
  setPointsC: ArrayLike<number>,
): WayLimits | null {
  const failed = inFailedRoom(model, room);
  const leftC = leftAtWork(room, setPointsC);
  const before = leavingC(model, state, Array.from(setPointsC));
  const endC = leavingC(failed, failedState, leftC);
  const { matrix } = room;
  if (before.every((value, n) => matrix.airFlowM3PerS[n] === 0 || value <= endC[n]! + SAME_K)) return null;
  const count = matrix.cracNames.length;
  const capacityW = new Float64Array(count).fill(Infinity);
  for (const { index, capacityW: most } of room.cracs) capacityW[index] = most;
  const { drawnC, held } = room.envelope.bound({ leavingC: before, endC, zonePowerW: state.zonePowerW, capacityW });
  const { densityKgPerM3, heatCapacityJPerKgK } = model.facility.air ?? DEFAULT_AIR;
  const perM3K = densityKgPerM3 * heatCapacityJPerKgK;
  const heatW = Float64Array.from(
    room.cracs,
    ({ index }, c) => perM3K * matrix.airFlowM3PerS[index]! * (drawnC[index]! - leftC[c]!),
  );
  const totalW = meterPowerW(model.budget, state.nodePowerW, coolingPowerW(failed, heatW, leftC));
  return { peakC: drawnC.slice(count), held, heatW, totalW };
}

/**
 * Linear function of zone powers and set-points. With a constant added, it gives the inlet temperature of a zone a
 * number of time steps after a failure. The result is exact while no CRAC is at its capacity, otherwise a lower bound.
 */
export interface WayRow {
  /** Change of the inlet temperature per watt in each zone, K/W. */
  readonly perW: Float64Array;
  /** Change of the inlet temperature per kelvin of each working CRAC's set-point before the failure, K/K. */
  readonly perSetPoint: Float64Array;
  /** Change of the inlet temperature per kelvin of each remaining CRAC's set-point after the failure, K/K. */
  readonly perReset: Float64Array;
}

/**
 * Returns the linear function of an inlet temperature after a failure.
 *
 * @param influence the same as a function of the temperatures before the failure, the set-points after it and powers
 */
export function wayRow(model: RewardRateModel, room: FailedRoom, influence: WayInfluence): WayRow {
  const { thermal, matrix, cracs, passed } = model;
  const count = matrix.cracNames.length;
  const ofZone = influence.perLeaving.slice(count);
  const perSetPoint = Float64Array.from(
    cracs,
    ({ index }) => influence.perLeaving[index]! + influence.perSetPoint[index]!,
  );
  // Air of a unit that had failed before is a mixture of what leaves the others.
  for (const { crac, weights } of passed) {
    const share = influence.perLeaving[crac]!;
    for (const [n, weight] of weights.entries()) {
      if (n < cracs.length) perSetPoint[n]! += share * weight;
      else ofZone[n - cracs.length]! += share * weight;
    }
  }
  const perW = influence.perW.slice();
  for (const [z, share] of ofZone.entries()) {
    if (share === 0) continue;
    const row = thermal.inletRow(z);
    for (let b = 0; b < perW.length; b++) perW[b]! += share * row[b]!;
    perW[z]! += share * thermal.risePerW[z]!;
    for (const c of cracs.keys()) perSetPoint[c]! += share * thermal.inletShareOfCrac(c)[z]!;
  }
  return { perW, perSetPoint, perReset: Float64Array.from(room.cracs, ({ index }) => influence.perReset[index]!) };
}
