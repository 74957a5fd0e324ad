import { createMeasures, ENERGY_MEAN, ENERGY_VARIANCE, type RobustMeasures, zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import { meanTimeS, type RobustNode, timeVarianceS2 } from './model.js';
import type { Standings } from './standings.js';

/**
 * Computes the robustness and energy after a move or swap of tasks, without changing the mapping, mostly in time O(1).
 * The makespan comes first, because it costs least and often suffices to reject the move.
 */
export class Probes {
  /**
   * Result of the last computed move or swap. If the move or swap was rejected, only makespanZ is valid, as an upper
   * bound.
   */
  readonly probed: RobustMeasures = createMeasures();
  /** Mean overhead energy of a node, J, as stored by `overheadAfter`. */
  private nodeJ = 0;
  private nodeVarianceJ2 = 0;

  constructor(
    private readonly standings: Standings,
    private readonly mapping: Mapping,
  ) {}

  /**
   * Computes the result of moving a task to a core that can run it, and writes it to `probed`. The core may be the
   * task's present core. Returns false, and rejects the move, if makespanZ would be below floorZ.
   */
  move(task: number, core: number, pState: number, floorZ: number): boolean {
    const { mapping, probed, standings } = this;
    const { model, loads } = standings;
    const { energy, finish, variance } = loads;
    const from = mapping.core[task]!;
    const home = this.nodeOf(from);
    const away = this.nodeOf(core);
    const before = mapping.pState[task]!;
    const leavesS = meanTimeS(model, home, task, before);
    const leavesS2 = timeVarianceS2(model, home, task, before);
    const comesS = meanTimeS(model, away, task, pState);
    const comesS2 = timeVarianceS2(model, away, task, pState);
    probed.energyMeanJ = energy.after(ENERGY_MEAN, home.powerW[before]! * leavesS, away.powerW[pState]! * comesS);
    probed.energyVarianceJ2 = energy.after(
      ENERGY_VARIANCE,
      home.powerSquareW2[before]! * leavesS2,
      away.powerSquareW2[pState]! * comesS2,
    );
    if (from === core) {
      return this.judge(
        from,
        finish.after(from, leavesS, comesS),
        variance.after(from, leavesS2, comesS2),
        from,
        0,
        0,
        floorZ,
      );
    }
    return this.judge(
      from,
      finish.after(from, leavesS, 0),
      variance.after(from, leavesS2, 0),
      core,
      finish.after(core, 0, comesS),
      variance.after(core, 0, comesS2),
      floorZ,
    );
  }

  /**
   * Computes the result of a swap between different cores, and writes it to `probed`. Task a moves to b's core in
   * pStateA, and task b to a's core in pStateB. Returns false, and rejects the swap, if makespanZ would be below
   * floorZ.
   */
  swap(a: number, pStateA: number, b: number, pStateB: number, floorZ: number): boolean {
    const { mapping, probed, standings } = this;
    const { model, loads } = standings;
    const { energy, finish, variance } = loads;
    const coreA = mapping.core[a]!;
    const coreB = mapping.core[b]!;
    const nodeA = this.nodeOf(coreA);
    const nodeB = this.nodeOf(coreB);
    const beforeA = mapping.pState[a]!;
    const beforeB = mapping.pState[b]!;
    const leavesA = meanTimeS(model, nodeA, a, beforeA);
    const leavesVarianceA = timeVarianceS2(model, nodeA, a, beforeA);
    const leavesB = meanTimeS(model, nodeB, b, beforeB);
    const leavesVarianceB = timeVarianceS2(model, nodeB, b, beforeB);
    const comesA = meanTimeS(model, nodeA, b, pStateB);
    const comesVarianceA = timeVarianceS2(model, nodeA, b, pStateB);
    const comesB = meanTimeS(model, nodeB, a, pStateA);
    const comesVarianceB = timeVarianceS2(model, nodeB, a, pStateA);
    probed.energyMeanJ = energy.after(
      ENERGY_MEAN,
      nodeA.powerW[beforeA]! * leavesA + nodeB.powerW[beforeB]! * leavesB,
      nodeA.powerW[pStateB]! * comesA + nodeB.powerW[pStateA]! * comesB,
    );
    probed.energyVarianceJ2 = energy.after(
      ENERGY_VARIANCE,
      nodeA.powerSquareW2[beforeA]! * leavesVarianceA + nodeB.powerSquareW2[beforeB]! * leavesVarianceB,
      nodeA.powerSquareW2[pStateB]! * comesVarianceA + nodeB.powerSquareW2[pStateA]! * comesVarianceB,
    );
    return this.judge(
      coreA,
      finish.after(coreA, leavesA, comesA),
      variance.after(coreA, leavesVarianceA, comesVarianceA),
      coreB,
      finish.after(coreB, leavesB, comesB),
      variance.after(coreB, leavesVarianceB, comesVarianceB),
      floorZ,
    );
  }

  /**
   * Computes robustness and energy for given finish times of cores a and b, which may be the same core. Writes them to
   * `probed`, which must already hold the energy of the tasks. Returns false as soon as makespanZ turns out to be below
   * `floorZ`.
   */
  private judge(
    a: number,
    finishA: number,
    varianceA: number,
    b: number,
    finishB: number,
    varianceB: number,
    floorZ: number,
  ): boolean {
    const { probed } = this;
    const { model, loads, z, least, overhead, overheadJ, overheadVarianceJ2 } = this.standings;
    let leastZ = zValue(model.deadlineS, finishA, varianceA);
    let leastFinish = finishA;
    let leastCore = a;
    if (b !== a) {
      const zB = zValue(model.deadlineS, finishB, varianceB);
      if (zB < leastZ || (zB === leastZ && (finishB > leastFinish || (finishB === leastFinish && b < a)))) {
        leastZ = zB;
        leastFinish = finishB;
        leastCore = b;
      }
    }
    probed.makespanZ = leastZ;
    if (leastZ < floorZ) return false;
    const other = least.winnerWithout(a, b);
    if (other >= 0) {
      const otherZ = z[other]!;
      const otherFinish = loads.finish.value[other]!;
      const ties = otherZ === leastZ;
      if (
        otherZ < leastZ ||
        (ties && (otherFinish > leastFinish || (otherFinish === leastFinish && other < leastCore)))
      ) {
        leastZ = otherZ;
        leastCore = other;
        probed.makespanZ = leastZ;
        if (leastZ < floorZ) return false;
      }
    }
    probed.leastCore = leastCore;

    const nodeA = model.nodeOfCore[a]!;
    const nodeB = model.nodeOfCore[b]!;
    if (nodeA === nodeB) {
      this.overheadAfter(nodeA, a, finishA, varianceA, b, finishB, varianceB);
      probed.energyMeanJ += overhead.after(ENERGY_MEAN, overheadJ[nodeA]!, this.nodeJ);
      probed.energyVarianceJ2 += overhead.after(ENERGY_VARIANCE, overheadVarianceJ2[nodeA]!, this.nodeVarianceJ2);
    } else {
      this.overheadAfter(nodeA, a, finishA, varianceA, a, 0, 0);
      const comesJ = this.nodeJ;
      const comesVarianceJ2 = this.nodeVarianceJ2;
      this.overheadAfter(nodeB, b, finishB, varianceB, b, 0, 0);
      probed.energyMeanJ += overhead.after(ENERGY_MEAN, overheadJ[nodeA]! + overheadJ[nodeB]!, comesJ + this.nodeJ);
      probed.energyVarianceJ2 += overhead.after(
        ENERGY_VARIANCE,
        overheadVarianceJ2[nodeA]! + overheadVarianceJ2[nodeB]!,
        comesVarianceJ2 + this.nodeVarianceJ2,
      );
    }
    probed.energyZ = zValue(model.energyBudgetJ, probed.energyMeanJ, probed.energyVarianceJ2);
    return true;
  }

  /**
   * Computes and stores a node's overhead energy for given finish times of its cores a and b, which may be the same
   * core.
   */
  private overheadAfter(
    n: number,
    a: number,
    finishA: number,
    varianceA: number,
    b: number,
    finishB: number,
    varianceB: number,
  ): void {
    const { model, loads, last } = this.standings;
    const { firstCore, overheadW } = model.nodes[n]!;
    let finishS = finishA;
    let varianceS2 = varianceA;
    if (b !== a && (finishB > finishS || (finishB === finishS && varianceB > varianceS2))) {
      finishS = finishB;
      varianceS2 = varianceB;
    }
    const other = last[n]!.winnerWithout(a - firstCore, b - firstCore);
    if (other >= 0) {
      const otherS = loads.finish.value[firstCore + other]!;
      const otherS2 = loads.variance.value[firstCore + other]!;
      if (otherS > finishS || (otherS === finishS && otherS2 > varianceS2)) {
        finishS = otherS;
        varianceS2 = otherS2;
      }
    }
    this.nodeJ = overheadW * finishS;
    this.nodeVarianceJ2 = overheadW * overheadW * varianceS2;
  }

  private nodeOf(core: number): RobustNode {
    const { model } = this.standings;
    return model.nodes[model.nodeOfCore[core]!]!;
  }
}
