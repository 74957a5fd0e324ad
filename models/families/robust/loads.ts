import { ExactSums } from './exact-sum.js';
import type { RobustNode, RobustModel } from './model.js';

/**
 * Robustness and energy of a mapping of tasks to cores. Probabilities are given as standard normal quantiles z: Psi =
 * Phi(makespanZ) for the deadline, phi = Phi(energyZ) for the energy budget.
 */
export interface RobustMeasures {
  /** Quantile of Psi, the probability that the core least likely to finish by the deadline does so (Eq. 4). */
  makespanZ: number;
  /** Index of the core least likely to finish by the deadline; on a tie, the lowest index. */
  leastCore: number;
  energyZ: number;
  /** Expected energy (zeta of Eq. 9), J. */
  energyMeanJ: number;
  /** Variance of the energy (gamma of Eq. 10), J^2. */
  energyVarianceJ2: number;
}

export function createMeasures(): RobustMeasures {
  return { makespanZ: Infinity, leastCore: 0, energyZ: Infinity, energyMeanJ: 0, energyVarianceJ2: 0 };
}

/**
 * Returns the standard normal quantile of the probability that a normally distributed quantity is at most `limit`:
 *
 * (limit - mean) / sqrt(variance)
 *
 * If the variance is 0, it is Infinity or -Infinity. A mean above the limit by up to a relative 1e-12 then still counts
 * as within the limit, because the order of summation affects rounding.
 */
export function zValue(limit: number, mean: number, variance: number): number {
  if (variance > 0) return (limit - mean) / Math.sqrt(variance);
  return mean <= limit * (1 + 1e-12) ? Infinity : -Infinity;
}

/**
 * Returns true if core a, rather than core b, determines how long their node is on (F_i and sigma_i^2 of Eqs. 9 and
 * 10). It must have the later mean finish time or, on a tie, the larger variance. The numbering of cores then does not
 * matter.
 */
export function endsLater(finishS: Float64Array, varianceS2: Float64Array, a: number, b: number): boolean {
  return finishS[a]! > finishS[b]! || (finishS[a] === finishS[b] && varianceS2[a]! > varianceS2[b]!);
}

/** Index of the mean in `CoreLoads.energy`. */
export const ENERGY_MEAN = 0;
/** Index of the variance in `CoreLoads.energy`. */
export const ENERGY_VARIANCE = 1;

/**
 * Finish times of all cores and energy of all tasks, for a mapping that changes task by task (Eqs. 2, 3, 5-8). Adding
 * or removing a task takes time O(1) and leaves no rounding errors. `measure` takes time O(cores).
 */
export class CoreLoads {
  /** Mean finish time of each core (F_ij), s. */
  readonly finish: ExactSums;
  /** Variance of the finish time of each core (sigma_ij^2), s^2. */
  readonly variance: ExactSums;
  /**
   * Energy without the overhead of nodes. The mean (J) is at index ENERGY_MEAN, the variance (J^2) at index
   * ENERGY_VARIANCE.
   */
  readonly energy = new ExactSums(2);

  constructor(readonly model: RobustModel) {
    this.finish = new ExactSums(model.coreCount);
    this.variance = new ExactSums(model.coreCount);
  }

  add(task: number, core: number, pState: number): void {
    this.change(task, core, pState, 1);
  }

  remove(task: number, core: number, pState: number): void {
    this.change(task, core, pState, -1);
  }

  clear(): void {
    this.finish.clear();
    this.variance.clear();
    this.energy.clear();
  }

  copyFrom(other: CoreLoads): void {
    this.finish.copyFrom(other.finish);
    this.variance.copyFrom(other.variance);
    this.energy.copyFrom(other.energy);
  }

  get taskEnergyJ(): number {
    return this.energy.value[ENERGY_MEAN]!;
  }

  get taskEnergyVarianceJ2(): number {
    return this.energy.value[ENERGY_VARIANCE]!;
  }

  z(core: number): number {
    return zValue(this.model.deadlineS, this.finish.value[core]!, this.variance.value[core]!);
  }

  /** Writes robustness and energy of the mapping (Eqs. 4, 9 and 10) to `into`. */
  measure(into: RobustMeasures): void {
    const { model } = this;
    const finish = this.finish.value;
    const variance = this.variance.value;
    let energyMeanJ = this.taskEnergyJ;
    let energyVarianceJ2 = this.taskEnergyVarianceJ2;
    let least = Infinity;
    let leastCore = 0;
    for (const { firstCore, cores, overheadW } of model.nodes) {
      let last = firstCore;
      for (let core = firstCore; core < firstCore + cores; core++) {
        if (endsLater(finish, variance, core, last)) last = core;
        const z = zValue(model.deadlineS, finish[core]!, variance[core]!);
        if (z < least) {
          least = z;
          leastCore = core;
        }
      }
      energyMeanJ += overheadW * finish[last]!;
      energyVarianceJ2 += overheadW * overheadW * variance[last]!;
    }
    into.makespanZ = least;
    into.leastCore = leastCore;
    into.energyMeanJ = energyMeanJ;
    into.energyVarianceJ2 = energyVarianceJ2;
    into.energyZ = zValue(model.energyBudgetJ, energyMeanJ, energyVarianceJ2);
  }

  private change(task: number, core: number, pState: number, sign: 1 | -1): void {
    const { model } = this;
    const node: RobustNode = model.nodes[model.nodeOfCore[core]!]!;
    const place = task * model.columnCount + node.column;
    const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState]!;
    const meanS = sign * model.meanS[place]! * scale;
    const varianceS2 = sign * model.varianceS2[place]! * (scale * scale);
    this.finish.add(core, meanS);
    this.variance.add(core, varianceS2);
    this.energy.add(ENERGY_MEAN, node.powerW[pState]! * meanS);
    this.energy.add(ENERGY_VARIANCE, node.powerSquareW2[pState]! * varianceS2);
  }
}
