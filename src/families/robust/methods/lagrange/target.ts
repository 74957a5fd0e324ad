import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';

/**
 * Fraction of the distance from the limit that one step of the target quantile corrects. The distance is an energy in
 * MO-EC, and a quantile in EO-MC.
 */
const GAIN = 0.3;
/** Largest change of the target quantile in one step. */
const MAX_STEP_Z = 0.1;
/**
 * Change of the target quantile in one step if task times do not vary. Cores then have quantile Infinity or -Infinity,
 * so the target only matters at the ends of its range. The step is large to get there quickly.
 */
const BLIND_STEP_Z = 2;
/** Maximum amount by which the target exceeds the quantile of the worst core at the start of annealing. */
const AHEAD_Z = 0.5;
/**
 * Maximum amount by which the target exceeds the quantile of the worst core at the end of annealing. It is small,
 * because a higher target would make all cores late.
 */
const AHEAD_LAST_Z = 0.01;
/** Largest absolute value of the target quantile. Our choice: Phi is 0 or 1 to 200 digits there. */
const FARTHEST_Z = 32;
/** Fraction of the energy budget that is left unused, to allow for rounding errors. */
const ROOM = 1e-6;
/** Margin, for EO-MC (limited makespan), by which the quantile of the worst core should exceed the limit. */
const ROOM_Z = 1e-5;
/** Largest absolute value of the energy quantile `energyZ`, for EO-MC. A quantile farther from 0 is replaced by it. */
const MAX_ENERGY_Z = 50;

/**
 * Target for the quantile of every core's finish time at the deadline. For MO-EC (limited energy), the target is as
 * high as the energy budget allows, and follows what is left of the budget. For EO-MC (limited makespan), it is the
 * quantile of the limit, or slightly more while some core misses the limit.
 */
export class Target {
  z: number;
  /**
   * Energy quantile y. A plan's energy is taken as its mean plus y standard deviations. For MO-EC (limited energy), y
   * is the quantile of the limit. For EO-MC (limited makespan), it is the quantile of the present plan.
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

  /** Returns true if, for MO-EC, the energy budget is too small even without a deadline. Then only energy matters. */
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

  /**
   * Raises the target if budget is left, otherwise lowers it. For EO-MC it does nothing.
   *
   * @param spentJ energy of the present plan, mean plus y standard deviations, J
   * @param costOfZJ cost of raising the target by 1, J
   */
  nudge(spentJ: number, costOfZJ: number): void {
    if (this.goal !== 'mo-ec') return;
    const leftJ = this.model.energyBudgetJ * (1 - ROOM) - spentJ;
    const step = costOfZJ > 0 ? (GAIN * leftJ) / costOfZJ : Math.sign(leftJ) * BLIND_STEP_Z;
    const longest = costOfZJ > 0 ? MAX_STEP_Z : BLIND_STEP_Z;
    this.z += Math.max(-longest, Math.min(longest, step));
    this.z = Math.max(-FARTHEST_Z, this.z);
  }
}
