import { zValue } from '../../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { ConstraintHandler } from '../handling.js';

/**
 * Possible outcomes for one core if one task leaves it and another task comes. There is one choice for each P-state of
 * the coming task. Energies are changes of the energy of the whole schedule. They include the node's overhead only
 * after a call of `addOverhead`.
 */
export class CoreChoices {
  count = 0;
  core = 0;
  readonly pState: Uint8Array;
  readonly finishS: Float64Array;
  readonly varianceS2: Float64Array;
  readonly z: Float64Array;
  readonly energyJ: Float64Array;
  readonly energyVarianceJ2: Float64Array;
  greatestZ = 0;
  /**
   * Smallest change of expected energy of any choice, J. This and the following extremes may come from different
   * choices.
   */
  leastEnergyJ = 0;
  leastVarianceJ2 = 0;
  greatestVarianceJ2 = 0;
  leastFinishS = 0;
  greatestFinishS2 = 0;

  /**
   * Creates an empty list. With a handler, only choices that could improve on the handler's reference plan will be
   * listed.
   */
  constructor(
    private readonly model: RobustModel,
    private readonly handler: ConstraintHandler | null,
  ) {
    const most = model.nodes.reduce((count, { pStateCount }) => Math.max(count, pStateCount), 1);
    this.pState = new Uint8Array(most);
    this.finishS = new Float64Array(most);
    this.varianceS2 = new Float64Array(most);
    this.z = new Float64Array(most);
    this.energyJ = new Float64Array(most);
    this.energyVarianceJ2 = new Float64Array(most);
  }

  /**
   * Lists the choices of a core if the task `leaves` leaves it and the task `comes` comes; -1 stands for no task. If
   * both are the same task, it changes its P-state. Only choices that could improve the plan with a makespan quantile
   * of at most `capZ` are listed.
   */
  fill(schedule: Schedule, core: number, leaves: number, comes: number, capZ: number): void {
    const { model } = this;
    const node = model.nodes[model.nodeOfCore[core]!]!;
    this.core = core;
    const { finish, variance: variances } = schedule.loads;
    let finishS = finish.value[core]!;
    let varianceS2 = variances.value[core]!;
    let energyJ = 0;
    let energyVarianceJ2 = 0;
    if (leaves >= 0) {
      const pState = schedule.pState[leaves]!;
      const place = leaves * model.columnCount + node.column;
      const scale = node.timeScale[model.taskType[leaves]! * node.pStateCount + pState]!;
      const mean = model.meanS[place]! * scale;
      const variance = model.varianceS2[place]! * (scale * scale);
      // As ExactSums.after does: what leaves cancels exactly.
      finishS = finishS - mean + finish.restFor(core);
      varianceS2 = varianceS2 - variance + variances.restFor(core);
      energyJ = -node.powerW[pState]! * mean;
      energyVarianceJ2 = -node.powerSquareW2[pState]! * variance;
    }
    this.count = 0;
    if (comes < 0) {
      this.offer(0, finishS, varianceS2, energyJ, energyVarianceJ2, capZ);
      return;
    }
    const place = comes * model.columnCount + node.column;
    const mean = model.meanS[place]!;
    if (mean === Infinity) return;
    const variance = model.varianceS2[place]!;
    const scales = model.taskType[comes]! * node.pStateCount;
    // What would change nothing must not seem to improve by a rounding.
    const same = leaves === comes ? schedule.pState[leaves]! : -1;
    for (let p = 0; p < node.pStateCount; p++) {
      if (p === same) continue;
      const scale = node.timeScale[scales + p]!;
      const meanS = mean * scale;
      const squareS2 = variance * (scale * scale);
      const comesJ = energyJ + node.powerW[p]! * meanS;
      const comesJ2 = energyVarianceJ2 + node.powerSquareW2[p]! * squareS2;
      if (!this.offer(p, finishS + meanS, varianceS2 + squareS2, comesJ, comesJ2, capZ)) break;
    }
  }

  /**
   * Adds the change of the node's overhead to the energies of each choice, assuming that the node's other cores do not
   * change.
   *
   * @param other the core that ends last among the node's other cores; -1 if there are none
   */
  addOverhead(schedule: Schedule, other: number): void {
    const { finish, variance } = schedule.loads;
    const node = this.model.nodeOfCore[this.core]!;
    const { overheadW } = this.model.nodes[node]!;
    const last = schedule.lastCoreOf(node);
    const beforeS = finish.value[last]!;
    const beforeS2 = variance.value[last]!;
    const otherS = other < 0 ? -Infinity : finish.value[other]!;
    const otherS2 = other < 0 ? 0 : variance.value[other]!;
    for (let n = 0; n < this.count; n++) {
      const ownS = this.finishS[n]!;
      const isLast = ownS > otherS || (ownS === otherS && this.varianceS2[n]! > otherS2);
      this.energyJ[n]! += overheadW * ((isLast ? ownS : otherS) - beforeS);
      this.energyVarianceJ2[n]! += overheadW * overheadW * ((isLast ? this.varianceS2[n]! : otherS2) - beforeS2);
    }
  }

  /** Lists a single choice that changes nothing. It is used for moves that change only one core. */
  fillWithNothing(core: number): void {
    this.core = core;
    this.count = 1;
    this.z[0] = Infinity;
    this.energyJ[0] = 0;
    this.energyVarianceJ2[0] = 0;
  }

  /** Copies the choice at index `from` to index `n`. */
  take(n: number, from: number): void {
    if (n === from) return;
    this.pState[n] = this.pState[from]!;
    this.finishS[n] = this.finishS[from]!;
    this.varianceS2[n] = this.varianceS2[from]!;
    this.z[n] = this.z[from]!;
    this.energyJ[n] = this.energyJ[from]!;
    this.energyVarianceJ2[n] = this.energyVarianceJ2[from]!;
  }

  findExtremes(): void {
    let greatestZ = -Infinity;
    let leastEnergyJ = Infinity;
    let leastVarianceJ2 = Infinity;
    let greatestVarianceJ2 = -Infinity;
    let leastFinishS = Infinity;
    let greatestFinishS2 = 0;
    for (let n = 0; n < this.count; n++) {
      if (this.z[n]! > greatestZ) greatestZ = this.z[n]!;
      if (this.energyJ[n]! < leastEnergyJ) leastEnergyJ = this.energyJ[n]!;
      if (this.energyVarianceJ2[n]! < leastVarianceJ2) leastVarianceJ2 = this.energyVarianceJ2[n]!;
      if (this.energyVarianceJ2[n]! > greatestVarianceJ2) greatestVarianceJ2 = this.energyVarianceJ2[n]!;
      if (this.finishS[n]! < leastFinishS) leastFinishS = this.finishS[n]!;
      if (this.varianceS2[n]! > greatestFinishS2) greatestFinishS2 = this.varianceS2[n]!;
    }
    this.greatestZ = greatestZ;
    this.leastEnergyJ = leastEnergyJ;
    this.leastVarianceJ2 = leastVarianceJ2;
    this.greatestVarianceJ2 = greatestVarianceJ2;
    this.leastFinishS = leastFinishS;
    this.greatestFinishS2 = greatestFinishS2;
  }

  /**
   * Adds the choice of P-state p if it could improve the plan. Returns false if slower P-states need not be tried: if z
   * >= 0, more time and variance only lower z.
   */
  private offer(
    p: number,
    finishS: number,
    varianceS2: number,
    energyJ: number,
    energyJ2: number,
    capZ: number,
  ): boolean {
    const z = zValue(this.model.deadlineS, finishS, varianceS2);
    if (this.handler !== null && !this.handler.mayImprove(z < capZ ? z : capZ)) return z < 0;
    const n = this.count++;
    this.pState[n] = p;
    this.finishS[n] = finishS;
    this.varianceS2[n] = varianceS2;
    this.z[n] = z;
    this.energyJ[n] = energyJ;
    this.energyVarianceJ2[n] = energyJ2;
    return true;
  }
}
