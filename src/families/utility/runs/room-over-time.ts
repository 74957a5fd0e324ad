import { sweepPower } from '../../../../models/families/utility/power-sweep.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import { binAt } from './earned.js';

/** Power and inlets of a room under a schedule, by stretch of time. B stretches. */
export interface RoomOverTime {
  /** Length B each: power at the meter, W, its mean and greatest; greatest inlet temperature of all zones at any moment, C. */
  readonly meanPowerW: Float64Array;
  readonly peakPowerW: Float64Array;
  readonly hottestInletC: Float64Array;
  /** The hottest inlet before the end: its zone, temperature (C), and the moment from which it was first so hot, s. */
  readonly hottest: { readonly zone: string; readonly inletC: number; readonly atS: number };
  /** Largest power before the end, W, and the moment from which it was first drawn, s. */
  readonly peak: { readonly powerW: number; readonly atS: number };
  /** The hottest inlet with all nodes idle, C. */
  readonly idleInletC: number;
}

/**
 * Room of a model under a schedule; null if the pools stand in none. Temperatures are those at which the room settles
 * under the powers of a moment. `borderS` has B + 1 borders, s, ascending.
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
  /** Entry of what has been in force since the last change, into the stretches up to a moment. */
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

/** Index of the greatest value, the first of equal ones. */
function greatest(values: Float64Array): number {
  let most = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[most]!) most = k;
  return most;
}
