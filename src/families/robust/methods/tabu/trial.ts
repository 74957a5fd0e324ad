import { zValue } from '../../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { ConstraintHandler } from '../handling.js';
import { CoreChoices } from './choices.js';

/**
 * Finds the best P-states for a swap or a reassignment of tasks without making the change. Outcomes are listed once per
 * core, because they depend only on the core's own tasks, except for shared overhead. Then the pairs of outcomes that
 * could be better are compared.
 */
export class Trial {
  /** P-state of task a in the best pair found by the last call of `swap` or `reassign`. */
  pStateA = 0;
  /** P-state of task b in the best pair found by the last call of `swap` or `reassign`. */
  pStateB = 0;

  private readonly first: CoreChoices;
  private readonly second: CoreChoices;
  /** Smallest quantile of the finish times of the cores that the change does not affect. */
  private restZ = 0;
  private baseJ = 0;
  private baseJ2 = 0;
  /** True if both cores are on one node, whose overhead is then counted separately. */
  private shared = false;
  /** If both cores are on one node, overhead power of that node, W. */
  private sharedW = 0;
  /** If both cores are on one node, finish time of the latest of its other cores, s. */
  private otherS = 0;
  /** If both cores are on one node, variance of the finish time of the latest of its other cores, s^2. */
  private otherS2 = 0;

  private readonly model: RobustModel;

  constructor(private readonly handler: ConstraintHandler) {
    this.model = handler.model;
    this.first = new CoreChoices(this.model, handler);
    this.second = new CoreChoices(this.model, handler);
  }

  /**
   * Returns the smallest quantile of all cores except a and b. After a change of a and b, the smallest quantile of all
   * cores is at most this.
   */
  static leastZWithout(schedule: Schedule, a: number, b: number): number {
    const least = schedule.leastRobustCore;
    if (least !== a && least !== b) return schedule.z[least]!;
    const other = schedule.leastRobustCoreWithout(a, b);
    return other < 0 ? Infinity : schedule.z[other]!;
  }

  /**
   * Returns true if swapping tasks a and b, in their best P-states, beats the reference plan. The handler's reference
   * is then the plan after the swap.
   */
  swap(schedule: Schedule, a: number, b: number): boolean {
    const coreA = schedule.core[a]!;
    const coreB = schedule.core[b]!;
    const { first, second } = this;
    this.restZ = Trial.leastZWithout(schedule, coreA, coreB);
    first.fill(schedule, coreB, b, a, this.restZ);
    if (first.count > 0) second.fill(schedule, coreA, a, b, this.restZ);
    return this.findBest(schedule);
  }

  /**
   * Returns true if moving a task to `core`, or changing its P-state there, beats the reference plan. The handler's
   * reference is then the plan after this change.
   */
  reassign(schedule: Schedule, task: number, core: number): boolean {
    const from = schedule.core[task]!;
    const { first, second } = this;
    this.restZ = Trial.leastZWithout(schedule, core, from);
    if (from === core) {
      first.fill(schedule, core, task, task, this.restZ);
      second.fillWithNothing(core);
    } else {
      second.fill(schedule, from, task, -1, this.restZ);
      if (second.count > 0) first.fill(schedule, core, -1, task, this.restZ);
    }
    return this.findBest(schedule);
  }

  private findBest(schedule: Schedule): boolean {
    const { first, second, handler } = this;
    if (first.count === 0 || second.count === 0) return false;
    this.baseJ = schedule.energyMeanJ;
    this.baseJ2 = schedule.energyVarianceJ2;
    this.bookOverhead(schedule, first.core, second.core);
    first.findExtremes();
    second.findExtremes();
    if (!this.mayImprove(Infinity, first.leastEnergyJ, second.leastEnergyJ)) return false;
    this.dropHopeless();
    let found = false;
    for (let i = 0; i < first.count; i++) {
      const z = Math.min(this.restZ, first.z[i]!);
      for (let j = 0; j < second.count; j++) {
        const makespanZ = Math.min(z, second.z[j]!);
        const energyZ = this.energyZ(i, j);
        if (!handler.improves(makespanZ, energyZ)) continue;
        handler.hold(makespanZ, energyZ);
        this.pStateA = first.pState[i]!;
        this.pStateB = second.pState[j]!;
        found = true;
      }
    }
    return found;
  }

  private bookOverhead(schedule: Schedule, coreFirst: number, coreSecond: number): void {
    const { model, first, second } = this;
    const { finish, variance } = schedule.loads;
    const nodeFirst = model.nodeOfCore[coreFirst]!;
    const nodeSecond = model.nodeOfCore[coreSecond]!;
    this.shared = nodeFirst === nodeSecond && coreFirst !== coreSecond;
    if (!this.shared) {
      first.addOverhead(schedule, schedule.lastCoreOfWithout(nodeFirst, coreFirst, coreFirst));
      if (coreFirst === coreSecond) return;
      second.addOverhead(schedule, schedule.lastCoreOfWithout(nodeSecond, coreSecond, coreSecond));
      return;
    }
    const { overheadW } = model.nodes[nodeFirst]!;
    const last = schedule.lastCoreOf(nodeFirst);
    const other = schedule.lastCoreOfWithout(nodeFirst, coreFirst, coreSecond);
    this.sharedW = overheadW;
    this.otherS = other < 0 ? -Infinity : finish.value[other]!;
    this.otherS2 = other < 0 ? 0 : variance.value[other]!;
    this.baseJ -= overheadW * finish.value[last]!;
    this.baseJ2 -= overheadW * overheadW * variance.value[last]!;
  }

  /** Removes each choice of a core that cannot improve the plan with any choice of the other core. */
  private dropHopeless(): void {
    const { first, second } = this;
    let kept = 0;
    for (let i = 0; i < first.count; i++) {
      if (this.mayImprove(first.z[i]!, first.energyJ[i]!, second.leastEnergyJ)) first.take(kept++, i);
    }
    first.count = kept;
    kept = 0;
    for (let j = 0; j < second.count; j++) {
      if (this.mayImprove(second.z[j]!, first.leastEnergyJ, second.energyJ[j]!)) second.take(kept++, j);
    }
    second.count = kept;
  }

  /**
   * Returns false only if no choice with quantile `z` can improve on the reference plan. Energies are summed in the
   * same order as in `energyZ`, so that rounding errors hide no improvement.
   */
  private mayImprove(z: number, firstJ: number, secondJ: number): boolean {
    const { model, first, second } = this;
    const makespanZ = Math.min(this.restZ, first.greatestZ, second.greatestZ, z);
    const budgetJ = model.energyBudgetJ;
    let meanJ = this.baseJ + firstJ + secondJ;
    let mostJ2 = this.baseJ2 + first.greatestVarianceJ2 + second.greatestVarianceJ2;
    if (this.shared) {
      meanJ += this.sharedW * Math.max(this.otherS, first.leastFinishS, second.leastFinishS);
      mostJ2 += this.sharedW * this.sharedW * Math.max(this.otherS2, first.greatestFinishS2, second.greatestFinishS2);
    }
    const leastJ2 = this.baseJ2 + first.leastVarianceJ2 + second.leastVarianceJ2;
    const within = meanJ <= budgetJ * (1 + 1e-12);
    const energyZ = within
      ? leastJ2 > 0
        ? Math.max(0, budgetJ - meanJ) / Math.sqrt(leastJ2)
        : Infinity
      : mostJ2 > 0
        ? (budgetJ - meanJ) / Math.sqrt(mostJ2)
        : -Infinity;
    return this.handler.improves(makespanZ, energyZ);
  }

  private energyZ(i: number, j: number): number {
    const { first, second } = this;
    let meanJ = this.baseJ + first.energyJ[i]! + second.energyJ[j]!;
    let varianceJ2 = this.baseJ2 + first.energyVarianceJ2[i]! + second.energyVarianceJ2[j]!;
    if (this.shared) {
      let finishS = this.otherS;
      let finishS2 = this.otherS2;
      const firstS = first.finishS[i]!;
      const secondS = second.finishS[j]!;
      if (firstS > finishS || (firstS === finishS && first.varianceS2[i]! > finishS2)) {
        finishS = firstS;
        finishS2 = first.varianceS2[i]!;
      }
      if (secondS > finishS || (secondS === finishS && second.varianceS2[j]! > finishS2)) {
        finishS = secondS;
        finishS2 = second.varianceS2[j]!;
      }
      meanJ += this.sharedW * finishS;
      varianceJ2 += this.sharedW * this.sharedW * finishS2;
    }
    return zValue(this.model.energyBudgetJ, meanJ, varianceJ2);
  }
}
