import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';

/** Fraction of the missing margin that one step corrects. */
const GAIN = 0.3;
/** Largest step of the target, in quantiles. */
const MAX_STEP_Z = 0.1;
/** Step of the target if nothing varies, when only the ends of the quantile's range have a meaning. */
const BLIND_STEP_Z = 2;
/** Maximum distance of the target above the worst core's quantile at the start of annealing. */
const AHEAD_Z = 0.5;
/** The same maximum at the end of annealing. It is smaller, because a higher target would make all cores late. */
const AHEAD_LAST_Z = 0.01;
/** Largest absolute quantile. Our choice: Phi is 0 or 1 to 200 digits there. */
const FARTHEST_Z = 32;
/** Share of the budget kept free for rounding. */
const ROOM = 1e-6;
/** Quantile margin of the worst core above its limit (EO-MC). */
const ROOM_Z = 1e-5;
/** Largest absolute quantile with which variance is weighted. */
const MAX_ENERGY_Z = 50;

/**
 * Target quantile of the cores. MO-EC: as high as the energy allows, following the rest of the budget. EO-MC: the
 * limit, or slightly more while some core misses it.
 */
export class Target {
  z: number;
  /**
   * Number of standard deviations added to the energy's mean: those of the limit (MO-EC), or of the plan itself
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

  /** Returns true if the energy is too little for any deadline, so that only energy matters (MO-EC). */
  get hopeless(): boolean {
    return this.goal === 'mo-ec' && this.z <= -FARTHEST_Z;
  }

  /** Returns the price of energy variance near this value, J per J^2. */
  varianceJPerJ2(varianceJ2: number): number {
    return varianceJ2 > 0 ? this.energyZ / (2 * Math.sqrt(varianceJ2)) : 0;
  }

  /**
   * Adjusts the target to a plan with these measures at a progress of annealing from 0 to 1. @param costOfZJ core time
   * per unit of quantile, J
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

  /** MO-EC: moves the target according to the budget left after spending `spentJ`. */
  nudge(spentJ: number, costOfZJ: number): void {
    if (this.goal !== 'mo-ec') return;
    const leftJ = this.model.energyBudgetJ * (1 - ROOM) - spentJ;
    const step = costOfZJ > 0 ? (GAIN * leftJ) / costOfZJ : Math.sign(leftJ) * BLIND_STEP_Z;
    const longest = costOfZJ > 0 ? MAX_STEP_Z : BLIND_STEP_Z;
    this.z += Math.max(-longest, Math.min(longest, step));
    this.z = Math.max(-FARTHEST_Z, this.z);
  }
}
