import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';

/** Part of the missing room that one step corrects. */
const GAIN = 0.3;
/** Largest step of the target, in quantiles. */
const MAX_STEP_Z = 0.1;
/** Step of the target if nothing varies: quantiles then cost nothing, and only their ends have a meaning. */
const BLIND_STEP_Z = 2;
/** Largest distance of the target above the quantile of the worst core, at the start of a polish. */
const AHEAD_Z = 0.5;
/** The same at the end of a polish: a higher target makes all cores late. */
const AHEAD_LAST_Z = 0.01;
/** Largest absolute quantile: Phi is 0 or 1 to 200 digits there. */
const FARTHEST_Z = 32;
/** Share of the budget left for rounding. */
const ROOM = 1e-6;
/** Quantile by which the worst core is kept above its limit (EO-MC). */
const ROOM_Z = 1e-5;
/** Largest absolute quantile with which variance is weighed. */
const MAX_ENERGY_Z = 50;

/**
 * The quantile that cores should reach. MO-EC: as high as the energy allows, so it follows the rest of the budget.
 * EO-MC: the limit itself, or a little more as long as some core misses it.
 */
export class Target {
  z: number;
  /**
   * Number of the energy's deviations that are added to its mean: that of the limit (MO-EC), or of the plan itself
   * (EO-MC).
   */
  energyZ: number;
  private roomZ = 0;

  constructor(
    private readonly model: RobustModel,
    private readonly goal: RobustGoal,
    guideZ: number,
  ) {
    this.z = goal === 'mo-ec' ? Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, guideZ)) : model.makespanZ;
    this.energyZ = goal === 'mo-ec' ? model.energyZ : 0;
  }

  /** Returns true if the energy is too little for any deadline, so that only energy counts (MO-EC). */
  get hopeless(): boolean {
    return this.goal === 'mo-ec' && this.z <= -FARTHEST_Z;
  }

  /** Returns the worth of a J^2 of variance in J, near this variance. */
  varianceJPerJ2(varianceJ2: number): number {
    return varianceJ2 > 0 ? this.energyZ / (2 * Math.sqrt(varianceJ2)) : 0;
  }

  /**
   * Adjusts the target to a plan with these measures, at `progress` (0 to 1) of a polish.
   * @param costOfZJ J of core time per unit of quantile.
   */
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
      if (this.z > mostZ) this.z = Math.max(-FARTHEST_Z, mostZ, before - MAX_STEP_Z);
      return;
    }
    const limitZ = this.model.makespanZ;
    const shortZ = limitZ + ROOM_Z - makespanZ;
    if (shortZ > 0) this.roomZ = Math.min(AHEAD_Z, this.roomZ + GAIN * shortZ);
    else this.roomZ = Math.max(0, this.roomZ + 0.1 * Math.max(shortZ, -this.roomZ));
    this.z = limitZ + this.roomZ;
    this.energyZ = Math.max(-MAX_ENERGY_Z, Math.min(MAX_ENERGY_Z, energyZ));
  }

  /** MO-EC: moves the target by the budget that is left after spending `spentJ`. */
  nudge(spentJ: number, costOfZJ: number): void {
    if (this.goal !== 'mo-ec') return;
    const leftJ = this.model.energyBudgetJ * (1 - ROOM) - spentJ;
    const step = costOfZJ > 0 ? (GAIN * leftJ) / costOfZJ : Math.sign(leftJ) * BLIND_STEP_Z;
    const longest = costOfZJ > 0 ? MAX_STEP_Z : BLIND_STEP_Z;
    this.z += Math.max(-longest, Math.min(longest, step));
    this.z = Math.max(-FARTHEST_Z, this.z);
  }
}
