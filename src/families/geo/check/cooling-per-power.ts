import { coefficientOfPerformance, cracPowerW } from '../../../check/power.js';
import type { CheckedNodeType } from './node-types.js';
import { cracHeatsW, hottestRiseK, type RoomResponse } from './room-response.js';

/**
 * CUP of a room where the instance gives none, as docs/decisions/geo-cup.md says: with a quarter, half, three quarters and all of each
 * type's nodes awake at phi P^D + P^S, the others asleep, and the CRACs as warm as the red line and their range allow: all heat
 * over all CRAC power. Levels the range does not reach down to are left out; without any it is the CoP at the range's lower end.
 */
export function calibratedCup(room: RoomResponse, types: readonly CheckedNodeType[], utilisation: number): number {
  let heat = 0;
  let cracs = 0;
  for (const quarters of [1, 2, 3, 4]) {
    const powerW = types.map(({ staticW, peakDynamicW, sleepW }, j) => {
      const nodes = room.nodeCount[j]!;
      const awake = (nodes * quarters) / 4;
      return awake * (utilisation * peakDynamicW + staticW) + (nodes - awake) * sleepW;
    });
    const setPointC = Math.min(room.setPointMaxC, room.redLineC - hottestRiseK(room, powerW));
    if (setPointC < room.setPointMinC) continue;
    for (const heatW of cracHeatsW(room, powerW)) cracs += cracPowerW(heatW, setPointC, room.coolingPerformance);
    for (const watts of powerW) heat += watts;
  }
  return cracs > 0 ? heat / cracs : coefficientOfPerformance(room.setPointMinC, room.coolingPerformance);
}
