import type { RobustMeasures } from '../../../../../models/problems/robust/loads.js';
import type { RobustGoal } from '../../../../../models/problems/robust/plan.js';
import type { RobustProblem } from '../../../../../models/problems/robust/problem.js';

/** Part of what is missing that one step makes up for. */
const GAIN = 0.3;
const LONGEST_STEP_Z = 0.1;
/** Where nothing varies, quantiles cost nothing, and only their ends mean something. */
const BLIND_STEP_Z = 2;
/** The target is never further above what the worst core reaches; in the end of a polish, where all would be late, no further than that. */
const AHEAD_Z = 0.5;
const AHEAD_LAST_Z = 0.01;
const FARTHEST_Z = 32;
/** Share of the budget left to rounding. */
const ROOM = 1e-6;
/** EO-MC: the worst core is held so far above its limit. */
const ROOM_Z = 1e-5;
/** Quantiles beyond this weigh variance no more. */
const MAX_ENERGY_Z = 50;

/**
 * The quantile that cores are to reach. MO-EC: as high as the energy allows, so it follows what is left of the budget. EO-MC: the limit
 * itself, or a little more as long as some core misses it.
 */
export class Target {
  z: number;
  /** How many deviations of the energy count: of the limit (MO-EC), or of the plan itself (EO-MC). */
  energyZ: number;
  private roomZ = 0;

  constructor(
    private readonly problem: RobustProblem,
    private readonly goal: RobustGoal,
    guideZ: number,
  ) {
    this.z = goal === 'mo-ec' ? Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, guideZ)) : problem.makespanZ;
    this.energyZ = goal === 'mo-ec' ? problem.energyZ : 0;
  }

  /** MO-EC: the energy is too little for any deadline, so that only energy counts. */
  get hopeless(): boolean {
    return this.goal === 'mo-ec' && this.z <= -FARTHEST_Z;
  }

  /** What a J^2 of variance is worth in J, near this much of it. */
  varianceJPerJ2(varianceJ2: number): number {
    return varianceJ2 > 0 ? this.energyZ / (2 * Math.sqrt(varianceJ2)) : 0;
  }

  /** Follows a plan of these measures, `progress` (0 to 1) into a polish; `costOfZJ`: J of core time per unit of quantile. */
  follow(
    { makespanZ, energyZ, energyMeanJ, energyVarianceJ2 }: RobustMeasures,
    costOfZJ: number,
    progress: number,
  ): void {
    if (this.goal === 'mo-ec') {
      const before = this.z;
      this.nudge(energyMeanJ + this.energyZ * Math.sqrt(energyVarianceJ2), costOfZJ);
      const aheadZ = AHEAD_Z * (1 - progress) + AHEAD_LAST_Z;
      const mostZ = makespanZ + aheadZ * (1 + Math.abs(makespanZ) / 10);
      // Slowly: one core far behind can mostly be helped, and all others would lose what they have.
      if (this.z > mostZ) this.z = Math.max(-FARTHEST_Z, mostZ, before - LONGEST_STEP_Z);
      return;
    }
    const limitZ = this.problem.makespanZ;
    const shortZ = limitZ + ROOM_Z - makespanZ;
    if (shortZ > 0) this.roomZ = Math.min(AHEAD_Z, this.roomZ + GAIN * shortZ);
    else this.roomZ = Math.max(0, this.roomZ + 0.1 * Math.max(shortZ, -this.roomZ));
    this.z = limitZ + this.roomZ;
    this.energyZ = Math.max(-MAX_ENERGY_Z, Math.min(MAX_ENERGY_Z, energyZ));
  }

  /** MO-EC: moves with what is left of the budget when so much is spent. */
  nudge(spentJ: number, costOfZJ: number): void {
    if (this.goal !== 'mo-ec') return;
    const leftJ = this.problem.energyBudgetJ * (1 - ROOM) - spentJ;
    const step = costOfZJ > 0 ? (GAIN * leftJ) / costOfZJ : Math.sign(leftJ) * BLIND_STEP_Z;
    const longest = costOfZJ > 0 ? LONGEST_STEP_Z : BLIND_STEP_Z;
    this.z += Math.max(-longest, Math.min(longest, step));
    this.z = Math.max(-FARTHEST_Z, this.z);
  }
}
