import { sweepPower } from '../../../../models/families/utility/power-sweep.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { binAt } from './earned.js';

/** Power and inlet temperatures of the machine room under a schedule, by time bin. */
export interface RoomOverTime {
  /** Mean power at the meter in each bin, W. */
  readonly meanPowerW: Float64Array;
  /** Maximum power at the meter in each bin, W. */
  readonly peakPowerW: Float64Array;
  /** Hottest inlet temperature of all zones in each bin, C. */
  readonly hottestInletC: Float64Array;
  /** Hottest inlet of the simulated time: zone, temperature (C) and first moment (s). */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
  /** Largest power at the meter in the simulated time (W) and its first moment (s). */
  readonly peak: { readonly powerW: number; readonly atS: number };
  /** Hottest inlet temperature with all nodes idle, C. */
  readonly idleInletC: number;
}

/**
 * Returns power and inlet temperatures of the machine room under a schedule; null without a facility. Temperatures are
 * the steady state under each moment's power.
 *
 * @param borderS borders of the time bins, s, ascending: one more than there are bins
 */
export function roomOverTime(model: UtilityModel, schedule: Schedule, borderS: Float64Array): RoomOverTime | null {
  const { room, pools } = model;
  if (room === undefined) return null;
  const bins = borderS.length - 1;
  const idleW = room.idle.totalW;
  const meanPowerW = new Float64Array(bins);
  const peakPowerW = new Float64Array(bins).fill(idleW);
  const inletC = Float64Array.from(room.idleInletC);
  let zone = greatest(inletC);
  const idleInletC = inletC[zone]!;
  const hottestInletC = new Float64Array(bins).fill(idleInletC);
  const hottest = { zone: room.zoneNames[zone]!, inletC: idleInletC, atS: 0 };
  const peak = { powerW: idleW, atS: 0 };
  let [powerW, sinceS] = [idleW, 0];
  /** Adds power and temperatures since the last change to all time bins up to the moment `untilS`. */
  const enter = (untilS: number): void => {
    for (let b = binAt(borderS, sinceS); b < bins && borderS[b]! < untilS; b++) {
      const [fromS, toS] = [borderS[b]!, borderS[b + 1]!];
      const insideS = Math.min(untilS, toS) - Math.max(sinceS, fromS);
      if (!(insideS > 0)) continue;
      meanPowerW[b]! += (powerW * insideS) / (toS - fromS);
      peakPowerW[b] = Math.max(peakPowerW[b]!, powerW);
      hottestInletC[b] = Math.max(hottestInletC[b]!, inletC[zone]!);
    }
  };
  sweepPower(model, schedule, (atS, busyW, changes) => {
    enter(atS);
    sinceS = atS;
    for (const [j, byW] of changes) {
      for (let k = 0; k < inletC.length; k++) inletC[k]! += room.inletKPerW[k * pools.length + j]! * byW;
    }
    powerW = busyW.reduce((sum, watts) => sum + watts, idleW);
    zone = greatest(inletC);
    if (atS >= model.endS) return;
    if (inletC[zone]! > hottest.inletC) {
      hottest.zone = room.zoneNames[zone]!;
      hottest.inletC = inletC[zone]!;
      hottest.atS = atS;
    }
    if (powerW > peak.powerW) {
      peak.powerW = powerW;
      peak.atS = atS;
    }
  });
  enter(borderS[bins]!);
  return { meanPowerW, peakPowerW, hottestInletC, hottest, peak, idleInletC };
}

/** Returns the index of the largest value; on ties, the lowest index. */
function greatest(values: Float64Array): number {
  let most = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[most]!) most = k;
  return most;
}
