import { powerPerHeat, powerToRemoveW } from '../physics/cooling/crac.js';
import type { ThermalResponse } from '../physics/thermal/response.js';
import type { CoolingPerformance } from './facility.js';
import { type Meter, meterPowerW, tangentMeter, upsInputPerW, upsLossW } from './meter.js';

/** The parts of a compiled facility that determine its room's steady state. */
export interface RoomPhysics {
  readonly thermal: ThermalResponse;
  readonly cooling: CoolingPerformance;
}

/** The part of a room's steady state that node power alone determines, whatever the set-points. */
export interface PoweredRoom {
  /** Power of each zone's nodes, W. */
  readonly zonePowerW: Float64Array;
  readonly nodePowerW: number;
  /** Inlet temperature of each zone minus the set-point, K, if all CRACs have one common set-point. */
  readonly riseC: Float64Array;
  /** Heat that each working CRAC removes if all CRACs have one common set-point, W. */
  readonly heatW: Float64Array;
}

/** Power at the meter by use, W. The other fields sum to `totalW`. */
export interface PowerByUse {
  readonly nodesW: number;
  readonly upsLossW: number;
  readonly coolingW: number;
  readonly otherW: number;
  readonly totalW: number;
}

export interface RoomState extends PoweredRoom {
  /** Inlet temperature of each zone, C. */
  readonly inletC: Float64Array;
  /** Heat that each working CRAC removes, W; negative if it warms the room. */
  readonly removedW: Float64Array;
  readonly power: PowerByUse;
}

/**
 * Returns the part of a room's steady state that node power alone determines.
 *
 * @param zonePowerW power of each zone's nodes, W
 * @param riseC inlet temperature of each zone minus a common set-point, K; computed if it is not given
 */
export function poweredRoom(
  { thermal }: Pick<RoomPhysics, 'thermal'>,
  zonePowerW: Float64Array,
  riseC = thermal.inletRiseC(zonePowerW),
): PoweredRoom {
  const heatW = Float64Array.from({ length: thermal.cracCount }, (_, c) => {
    const share = thermal.cracHeatRow(c);
    let sumW = 0;
    for (let b = 0; b < zonePowerW.length; b++) sumW += share[b]! * zonePowerW[b]!;
    return sumW;
  });
  return { zonePowerW, nodePowerW: zonePowerW.reduce((sum, powerW) => sum + powerW, 0), riseC, heatW };
}

/** Returns the inlet temperature of each zone, C, for the set-points of the working CRACs. */
export function inletsC(
  { thermal }: Pick<RoomPhysics, 'thermal'>,
  { riseC }: Pick<PoweredRoom, 'riseC'>,
  setPointsC: ArrayLike<number>,
): Float64Array {
  return thermal.inletFromSetPointsC(setPointsC).map((suppliedC, b) => suppliedC + riseC[b]!);
}

/** Returns the heat that each working CRAC removes, W; negative if it warms the room. */
export function cracHeatW(
  { thermal }: Pick<RoomPhysics, 'thermal'>,
  { heatW }: Pick<PoweredRoom, 'heatW'>,
  setPointsC: ArrayLike<number>,
): Float64Array {
  return heatW.map((baseW, c) => {
    const row = thermal.cracHeatPerSetPoint(c);
    let removedW = baseW;
    for (let d = 0; d < row.length; d++) removedW += row[d]! * setPointsC[d]!;
    return removedW;
  });
}

/**
 * Returns the power that the working CRACs draw, W (Eq. 17). A CRAC that removes no heat draws none. The power is the
 *
 * sum over CRACs c of max(0, heatW_c) / CoP(setPointsC_c)
 */
export function coolingPowerW(
  { cooling }: Pick<RoomPhysics, 'cooling'>,
  heatW: ArrayLike<number>,
  setPointsC: ArrayLike<number>,
): number {
  let powerW = 0;
  for (let c = 0; c < heatW.length; c++) {
    if (heatW[c]! > 0) powerW += powerToRemoveW(cooling, heatW[c]!, setPointsC[c]!);
  }
  return powerW;
}

/**
 * Returns, for each zone, the increase of the power at the meter per additional watt that the zone's nodes draw, W/W,
 * at fixed set-points. CRACs that remove no heat add nothing to the increase.
 *
 * @param nodePowerW total power of the nodes, W
 * @param heatW heat that each working CRAC removes, in any unit; only its sign counts
 */
export function meterPerZoneW(
  { thermal, cooling, meter }: RoomPhysics & { readonly meter: Meter },
  nodePowerW: number,
  heatW: ArrayLike<number>,
  setPointsC: ArrayLike<number>,
): Float64Array {
  const perW = new Float64Array(thermal.zoneCount).fill(upsInputPerW(tangentMeter(meter, nodePowerW)));
  for (let c = 0; c < heatW.length; c++) {
    if (!(heatW[c]! > 0)) continue;
    const perHeat = powerPerHeat(cooling, setPointsC[c]!);
    for (const [b, share] of thermal.cracHeatRow(c).entries()) perW[b]! += perHeat * share;
  }
  return perW;
}

/** Returns the power at the meter and its parts: nodes, UPS loss, CRACs, and other loads. */
export function powerByUse(meter: Meter, nodesW: number, coolingW: number): PowerByUse {
  return {
    nodesW,
    upsLossW: upsLossW(meter, nodesW),
    coolingW,
    otherW: meter.otherLoadW,
    totalW: meterPowerW(meter, nodesW, coolingW),
  };
}

/** Returns the steady state of a room for the power of each zone and the set-point of each working CRAC. */
export function roomState(
  room: RoomPhysics & { readonly meter: Meter },
  zonePowerW: Float64Array,
  setPointsC: ArrayLike<number>,
): RoomState {
  const powered = poweredRoom(room, zonePowerW);
  const removedW = cracHeatW(room, powered, setPointsC);
  const coolingW = coolingPowerW(room, removedW, setPointsC);
  return {
    ...powered,
    removedW,
    inletC: inletsC(room, powered, setPointsC),
    power: powerByUse(room.meter, powered.nodePowerW, coolingW),
  };
}
