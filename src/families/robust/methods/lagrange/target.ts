import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';

/** Fraction of the difference between plan and limit that one step of the target quantile corrects. */
const GAIN = 0.3;
/** Largest change of the target quantile in one step. */
const MAX_STEP_Z = 0.1;
/**
 * Change of the target quantile in one step if task times do not vary. It is large, because cores then have quantile
 * Infinity or -Infinity, and targets between the ends of the range make no difference.
 */
const BLIND_STEP_Z = 2;
/** Maximum amount by which the target exceeds the quantile of the worst core at the start of annealing. */
const AHEAD_Z = 0.5;
/**
 * Maximum amount by which the target exceeds the quantile of the worst core at the end of annealing. Small, because a
 * higher target would make all cores late.
 */
const AHEAD_LAST_Z = 0.01;
/** Largest absolute value of the target quantile. Our choice: there Phi is 0 or 1 to 200 digits. */
const FARTHEST_Z = 32;
/** Share of the energy budget that is left unused, to allow for rounding errors. */
const ROOM = 1e-6;
/** EO-MC (limited makespan): margin by which the quantile of the worst core should exceed the limit. */
const ROOM_Z = 1e-5;
/** Largest absolute value of the energy quantile from which the dual value of energy variance is computed. */
const MAX_ENERGY_Z = 50;

/**
 * Target for the quantile of every core's finish time at the deadline. MO-EC (limited energy): as high as the energy
 * budget allows; it is adjusted to what is left of the budget. EO-MC (limited makespan): the quantile of the limit, or
 * slightly more while some core misses it.
 */
export class Target {
  z: number;
  /**
   * Quantile y of energy: a plan's energy is taken as its mean plus y standard deviations. MO-EC (limited energy): the
   * limit's quantile. EO-MC (limited makespan): the quantile of the plan itself.
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

  /** MO-EC: returns true if the energy budget is too small even without a deadline, so that only energy matters. */
  get hopeless(): boolean {
    return this.goal === 'mo-ec' && this.z <= -FARTHEST_Z;
  }

  /** Returns the dual value of energy variance for a plan with the given energy variance, J per J^2. */
  varianceJPerJ2(varianceJ2: number): number {
    return varianceJ2 > 0 ? this.energyZ / (2 * Math.sqrt(varianceJ2)) : 0;
  }

  /**
   * Adjusts the target, given the measures of the present plan.
   *
   * @param costOfZJ cost of raising the quantile by 1, J
   * @param progress progress of annealing, 0 to 1
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

  /** MO-EC: raises the target if `spentJ` leaves budget, else lowers it. `costOfZJ`: cost of raising it by 1, J. */
  nudge(spentJ: number, costOfZJ: number): void {
    if (this.goal !== 'mo-ec') return;
    const leftJ = this.model.energyBudgetJ * (1 - ROOM) - spentJ;
    const step = costOfZJ > 0 ? (GAIN * leftJ) / costOfZJ : Math.sign(leftJ) * BLIND_STEP_Z;
    const longest = costOfZJ > 0 ? MAX_STEP_Z : BLIND_STEP_Z;
    this.z += Math.max(-longest, Math.min(longest, step));
    this.z = Math.max(-FARTHEST_Z, this.z);
  }
}
