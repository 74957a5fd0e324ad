import type { BlockData } from './block-data.js';

/**
 * Function F0(m): least node power for work m if outlets had no limit; it is equal for all vents. Blocks are used in
 * descending order of work per watt. F0 is convex, piecewise linear and a lower bound on node power.
 *
 * Let h be the cooling factor at the warmest set-point that running cores allow. Then m h / F0(m) is an upper bound on
 * work per energy of a vent combination.
 */
export class OutletLimitRelaxation {
  /** Work at the breakpoints of F0, tasks/s, ascending. */
  private readonly cornerPerS: Float64Array;
  /** Node power at the breakpoints of F0, W. At the first breakpoint only the running cores work. */
  private readonly cornerW: Float64Array;

  constructor(private readonly data: BlockData) {
    this.cornerPerS = new Float64Array(data.efficiencyCount + 1);
    this.cornerW = new Float64Array(data.efficiencyCount + 1);
  }

  setLower(lowerByQuadrant: Float64Array): void {
    const { efficiencyCount, efficiencyWorkPerS, efficiencyBusyW, quadrantCount, idleTotalW } = this.data;
    const { efficiencyLackPerS, efficiencyLackW } = this.data;
    let work = 0;
    let power = idleTotalW;
    for (let e = 0; e < efficiencyCount; e += 1) {
      for (let q = 0; q < quadrantCount; q += 1) {
        work += efficiencyWorkPerS[e * quadrantCount + q]! * lowerByQuadrant[q]!;
        power += efficiencyBusyW[e * quadrantCount + q]! * lowerByQuadrant[q]!;
      }
    }
    this.cornerPerS[0] = work;
    this.cornerW[0] = power;
    for (let e = 0; e < efficiencyCount; e += 1) {
      for (let q = 0; q < quadrantCount; q += 1) {
        const at = e * quadrantCount + q;
        work += efficiencyWorkPerS[at]! * (1 - lowerByQuadrant[q]!) - efficiencyLackPerS[at]!;
        power += efficiencyBusyW[at]! * (1 - lowerByQuadrant[q]!) - efficiencyLackW[at]!;
      }
      this.cornerPerS[e + 1] = work;
      this.cornerW[e + 1] = power;
    }
  }

  get existingPerS(): number {
    return this.cornerPerS[0]!;
  }

  /** Returns the node power with only the running cores at work, W. */
  get leastNodeW(): number {
    return this.cornerW[0]!;
  }

  /**
   * Returns the largest work per node power, m / F0(m), tasks/J, over works m <= `topPerS` with node power F0(m) <=
   * `nodeLimitW`. Returns -1 if running cores alone exceed `nodeLimitW`.
   */
  bestWorkPerNodeW(topPerS: number, nodeLimitW: number): number {
    const { cornerPerS, cornerW } = this;
    if (cornerW[0]! > nodeLimitW * (1 + 1e-12)) return -1;
    let best = cornerW[0]! > 0 ? cornerPerS[0]! / cornerW[0]! : 0;
    for (let k = 1; k < cornerPerS.length; k += 1) {
      const workStep = cornerPerS[k]! - cornerPerS[k - 1]!;
      const powerStep = cornerW[k]! - cornerW[k - 1]!;
      const part = Math.min(
        1,
        workStep > 0 ? Math.max(0, topPerS - cornerPerS[k - 1]!) / workStep : 1,
        powerStep > 0 ? Math.max(0, nodeLimitW - cornerW[k - 1]!) / powerStep : 1,
      );
      const powerW = cornerW[k - 1]! + part * powerStep;
      if (powerW > 0) best = Math.max(best, (cornerPerS[k - 1]! + part * workStep) / powerW);
      if (part < 1) break;
    }
    return best;
  }
}
