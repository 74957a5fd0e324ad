import { coefficientOfPerformance } from '../../../check/power.js';
import { RoomAir } from './air.js';
import type { CheckedRoom } from './room.js';
import type { LeastPower } from './verdict.js';

/**
 * Finds the settings of least power in which only the running cores work. They decide exactly whether a state is
 * feasible (docs/templates/checker.md).
 *
 * Reason: node power and outlet temperatures rise with utilisation, and CoP does not fall with the set-point. So a
 * limit that running cores alone violate in every vent combination is violated by every setting.
 */
export class RunningCores {
  /**
   * Rise of each block's outlet above the set-point, K, [vent combination][source of heat][block of nodes]. Source 0 is
   * the idle power of all nodes; source q + 1 is the busy power of all cores of quadrant q.
   */
  private readonly riseK: readonly (readonly Float64Array[])[];
  private readonly found = new Map<string, LeastPower>();
  private readonly warmest = new Map<string, Float64Array>();

  constructor(private readonly room: CheckedRoom) {
    const { blocks, quadrantCores, matrices, heatPerM3K } = room;
    const sources = [
      blocks.map(({ idleW }) => idleW),
      ...quadrantCores.map((_, q) => blocks.map(({ busyW, quadrant }) => (quadrant === q ? busyW : 0))),
    ];
    this.riseK = matrices.map((matrix) => {
      const air = new RoomAir(matrix, heatPerM3K);
      return sources.map((powerW) => air.temperatures(0, powerW).outletC);
    });
  }

  /** Returns the setting with only `runningCores` (by quadrant) at work, at the vents and set-point of least power. */
  least(runningCores: readonly number[]): LeastPower {
    const key = runningCores.join();
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const { room } = this;
    const share = runningCores.map((running, q) => running / room.quadrantCores[q]!);
    let vents = 0;
    let leastRiseK = Infinity;
    for (let v = 0; v < this.riseK.length; v += 1) {
      const riseK = this.hottestRiseK(v, share);
      if (riseK < leastRiseK) [vents, leastRiseK] = [v, riseK];
    }
    let nodeW = 0;
    for (const { idleW, busyW, quadrant } of room.blocks) nodeW += idleW + busyW * share[quadrant]!;
    const setPointC = Math.max(room.coolestC, Math.min(room.warmestC, room.outletLimitC - leastRiseK));
    const answer: LeastPower = {
      vents,
      setPointC,
      warmestSetPointC: setPointC,
      powerW: nodeW * (1 + 1 / coefficientOfPerformance(setPointC, room.cooling)),
      excessC: room.coolestC + leastRiseK - room.outletLimitC,
    };
    this.found.set(key, answer);
    return answer;
  }

  /**
   * Returns for each vent combination the warmest set-point at which the running cores alone keep the outlet limit, C.
   * Every setting that keeps the limit has this set-point or a cooler one.
   */
  warmestC(runningCores: readonly number[]): Float64Array {
    const key = runningCores.join();
    const known = this.warmest.get(key);
    if (known !== undefined) return known;
    const { warmestC, outletLimitC, quadrantCores } = this.room;
    const share = runningCores.map((running, q) => running / quadrantCores[q]!);
    const made = Float64Array.from(this.riseK, (_, vents) =>
      Math.min(warmestC, outletLimitC - this.hottestRiseK(vents, share)),
    );
    this.warmest.set(key, made);
    return made;
  }

  private hottestRiseK(vents: number, share: readonly number[]): number {
    const [idle, ...quadrants] = this.riseK[vents]!;
    let hottest = -Infinity;
    for (let b = 0; b < idle!.length; b += 1) {
      let riseK = idle![b]!;
      for (let q = 0; q < quadrants.length; q += 1) riseK += share[q]! * quadrants[q]![b]!;
      hottest = Math.max(hottest, riseK);
    }
    return hottest;
  }
}
