import { CoreLoads, createMeasures, type RobustMeasures, zValue } from './loads.js';
import type { Mapping } from './mapping.js';
import { meanTimeS, type RobustNode, type RobustProblem, timeVarianceS2 } from './problem.js';
import { ExactSums } from './exact-sum.js';
import { Tournament } from './tournament.js';

/** Index into `overhead`. */
const MEAN = 0;
const VARIANCE = 1;

/**
 * A complete mapping under local search: what every core runs, the measures of the whole, and what they would be after a move, all
 * in O(log cores). Eqs. 2-10; evaluateMapping is its plain twin.
 */
export class Schedule implements Mapping {
  readonly core: Int32Array;
  readonly pState: Uint8Array;
  /** Sums by core; to be changed through `move` and `swap` only. */
  readonly loads: CoreLoads;
  /** By core. */
  readonly z: Float64Array;
  readonly tasksOnCore: Int32Array;
  /** What `probe...` found. */
  readonly probed: RobustMeasures = createMeasures();

  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly first: Int32Array;
  private readonly overhead = new ExactSums(2);
  /** By node: overhead energy and variance as they stand in `overhead`. */
  private readonly overheadJ: Float64Array;
  private readonly overheadVarianceJ2: Float64Array;
  private readonly least: Tournament;
  private readonly greatest: Tournament;
  /** By node, players numbered from the node's first core. */
  private readonly last: readonly Tournament[];
  private readonly freest: readonly Tournament[];

  constructor(
    readonly problem: RobustProblem,
    mapping: Mapping,
  ) {
    const { taskCount, coreCount, nodes } = problem;
    this.core = new Int32Array(taskCount);
    this.pState = new Uint8Array(taskCount);
    this.loads = new CoreLoads(problem);
    this.z = new Float64Array(coreCount);
    this.tasksOnCore = new Int32Array(coreCount);
    this.next = new Int32Array(taskCount);
    this.previous = new Int32Array(taskCount);
    this.first = new Int32Array(coreCount);
    this.overheadJ = new Float64Array(nodes.length);
    this.overheadVarianceJ2 = new Float64Array(nodes.length);
    const { z } = this;
    const finish = this.loads.finish.value;
    // Cores without variance tie at +-Infinity: among them the one with more (less) to do is the least (most) robust.
    const lessRobust = (a: number, b: number): boolean => z[a]! < z[b]! || (z[a] === z[b] && finish[a]! > finish[b]!);
    const moreRobust = (a: number, b: number): boolean => lessRobust(b, a);
    this.least = new Tournament(coreCount, lessRobust);
    this.greatest = new Tournament(coreCount, moreRobust);
    const perNode = (beats: (a: number, b: number) => boolean): Tournament[] =>
      nodes.map(({ firstCore, cores }) => new Tournament(cores, (a, b) => beats(firstCore + a, firstCore + b)));
    this.last = perNode((a, b) => finish[a]! > finish[b]!);
    this.freest = perNode(moreRobust);
    this.load(mapping);
  }

  /** Takes over a complete mapping: O(T + C). */
  load(mapping: Mapping): void {
    const { problem, loads, core, pState, first, next, previous, tasksOnCore } = this;
    core.set(mapping.core);
    pState.set(mapping.pState);
    loads.clear();
    first.fill(-1);
    tasksOnCore.fill(0);
    for (let task = problem.taskCount - 1; task >= 0; task--) {
      const place = core[task]!;
      loads.add(task, place, pState[task]!);
      previous[task] = -1;
      next[task] = first[place]!;
      if (next[task]! >= 0) previous[next[task]!] = task;
      first[place] = task;
      tasksOnCore[place]!++;
    }
    for (let place = 0; place < problem.coreCount; place++) this.z[place] = loads.z(place);
    this.least.replay();
    this.greatest.replay();
    this.overhead.clear();
    this.overheadJ.fill(0);
    this.overheadVarianceJ2.fill(0);
    for (let n = 0; n < problem.nodes.length; n++) {
      this.last[n]!.replay();
      this.freest[n]!.replay();
      this.bookOverhead(n);
    }
  }

  /** z of the least robust core: Psi is its Phi. */
  get makespanZ(): number {
    return this.z[this.least.winner]!;
  }

  get leastRobustCore(): number {
    return this.least.winner;
  }

  get mostRobustCore(): number {
    return this.greatest.winner;
  }

  mostRobustCoreOf(node: number): number {
    return this.problem.nodes[node]!.firstCore + this.freest[node]!.winner;
  }

  get energyMeanJ(): number {
    return this.loads.taskEnergyJ + this.overhead.value[MEAN]!;
  }

  get energyVarianceJ2(): number {
    return this.loads.taskEnergyVarianceJ2 + this.overhead.value[VARIANCE]!;
  }

  get energyZ(): number {
    return zValue(this.problem.energyBudgetJ, this.energyMeanJ, this.energyVarianceJ2);
  }

  /** First task of a core, -1 if none; the others by `taskAfter`. The order is that of a list, newest first, and means nothing. */
  firstTask(core: number): number {
    return this.first[core]!;
  }

  taskAfter(task: number): number {
    return this.next[task]!;
  }

  /** Puts a task on a core (its own, perhaps) in a P-state. */
  move(task: number, core: number, pState: number): void {
    const from = this.core[task]!;
    this.loads.remove(task, from, this.pState[task]!);
    this.loads.add(task, core, pState);
    this.pState[task] = pState;
    if (from !== core) {
      this.unlink(task, from);
      this.link(task, core);
      this.refresh(from);
    }
    this.refresh(core);
  }

  /** Task a goes to b's core in pStateA, b to a's in pStateB. */
  swap(a: number, pStateA: number, b: number, pStateB: number): void {
    const coreA = this.core[a]!;
    const coreB = this.core[b]!;
    this.move(a, coreB, pStateA);
    this.move(b, coreA, pStateB);
  }

  /** What `move` would come to, into `probed`; nothing changes. */
  probeMove(task: number, core: number, pState: number): void {
    const { problem, probed } = this;
    const from = this.core[task]!;
    const home = this.nodeOf(from);
    const away = this.nodeOf(core);
    const before = this.pState[task]!;
    const meanBefore = meanTimeS(problem, home, task, before);
    const varianceBefore = timeVarianceS2(problem, home, task, before);
    const mean = meanTimeS(problem, away, task, pState);
    const variance = timeVarianceS2(problem, away, task, pState);
    probed.energyMeanJ = away.powerW[pState]! * mean - home.powerW[before]! * meanBefore;
    probed.energyVarianceJ2 = away.powerSquareW2[pState]! * variance - home.powerSquareW2[before]! * varianceBefore;
    if (from === core) this.probe(core, mean - meanBefore, variance - varianceBefore, core, 0, 0);
    else this.probe(from, -meanBefore, -varianceBefore, core, mean, variance);
  }

  /** What `swap` would come to, into `probed`; nothing changes. The tasks are on different cores. */
  probeSwap(a: number, pStateA: number, b: number, pStateB: number): void {
    const { problem, probed } = this;
    const coreA = this.core[a]!;
    const coreB = this.core[b]!;
    const nodeA = this.nodeOf(coreA);
    const nodeB = this.nodeOf(coreB);
    const beforeA = this.pState[a]!;
    const beforeB = this.pState[b]!;
    const leavesA = meanTimeS(problem, nodeA, a, beforeA);
    const leavesVarianceA = timeVarianceS2(problem, nodeA, a, beforeA);
    const leavesB = meanTimeS(problem, nodeB, b, beforeB);
    const leavesVarianceB = timeVarianceS2(problem, nodeB, b, beforeB);
    const comesA = meanTimeS(problem, nodeA, b, pStateB);
    const comesVarianceA = timeVarianceS2(problem, nodeA, b, pStateB);
    const comesB = meanTimeS(problem, nodeB, a, pStateA);
    const comesVarianceB = timeVarianceS2(problem, nodeB, a, pStateA);
    probed.energyMeanJ =
      nodeA.powerW[pStateB]! * comesA -
      nodeA.powerW[beforeA]! * leavesA +
      (nodeB.powerW[pStateA]! * comesB - nodeB.powerW[beforeB]! * leavesB);
    probed.energyVarianceJ2 =
      nodeA.powerSquareW2[pStateB]! * comesVarianceA -
      nodeA.powerSquareW2[beforeA]! * leavesVarianceA +
      (nodeB.powerSquareW2[pStateA]! * comesVarianceB - nodeB.powerSquareW2[beforeB]! * leavesVarianceB);
    this.probe(
      coreA,
      comesA - leavesA,
      comesVarianceA - leavesVarianceA,
      coreB,
      comesB - leavesB,
      comesVarianceB - leavesVarianceB,
    );
  }

  /** Core a changes by these amounts, and b unless it is a; `probed` holds the change of the tasks' energy and gets the measures. */
  private probe(a: number, meanA: number, varianceA: number, b: number, meanB: number, varianceB: number): void {
    const { problem, probed, loads, z } = this;
    const finishA = loads.finish.value[a]! + meanA;
    const finishVarianceA = loads.variance.value[a]! + varianceA;
    let least = this.least.winnerWithout(a, b);
    let leastZ = least < 0 ? Infinity : z[least]!;
    const zA = zValue(problem.deadlineS, finishA, finishVarianceA);
    if (zA < leastZ || least < 0) {
      leastZ = zA;
      least = a;
    }
    let overheadJ = this.overhead.value[MEAN]!;
    let overheadVarianceJ2 = this.overhead.value[VARIANCE]!;
    const nodeA = problem.nodeOfCore[a]!;
    if (a === b) {
      overheadJ += this.overheadAfter(nodeA, a, finishA, finishVarianceA, a, 0, 0);
      overheadVarianceJ2 += this.overheadVarianceChange;
    } else {
      const finishB = loads.finish.value[b]! + meanB;
      const finishVarianceB = loads.variance.value[b]! + varianceB;
      const zB = zValue(problem.deadlineS, finishB, finishVarianceB);
      if (zB < leastZ) {
        leastZ = zB;
        least = b;
      }
      const nodeB = problem.nodeOfCore[b]!;
      if (nodeA === nodeB) {
        overheadJ += this.overheadAfter(nodeA, a, finishA, finishVarianceA, b, finishB, finishVarianceB);
        overheadVarianceJ2 += this.overheadVarianceChange;
      } else {
        overheadJ += this.overheadAfter(nodeA, a, finishA, finishVarianceA, a, 0, 0);
        overheadVarianceJ2 += this.overheadVarianceChange;
        overheadJ += this.overheadAfter(nodeB, b, finishB, finishVarianceB, b, 0, 0);
        overheadVarianceJ2 += this.overheadVarianceChange;
      }
    }
    probed.makespanZ = leastZ;
    probed.leastCore = least;
    probed.energyMeanJ += loads.taskEnergyJ + overheadJ;
    probed.energyVarianceJ2 += loads.taskEnergyVarianceJ2 + overheadVarianceJ2;
    probed.energyZ = zValue(problem.energyBudgetJ, probed.energyMeanJ, probed.energyVarianceJ2);
  }

  private overheadVarianceChange = 0;

  /** Change of a node's overhead energy if its cores a and b (perhaps the same) finish so; that of its variance in the field above. */
  private overheadAfter(
    n: number,
    a: number,
    finishA: number,
    varianceA: number,
    b: number,
    finishB: number,
    varianceB: number,
  ): number {
    const { firstCore, overheadW } = this.problem.nodes[n]!;
    const { finish, variance } = this.loads;
    const other = this.last[n]!.winnerWithout(a - firstCore, b - firstCore);
    let core = other < 0 ? -1 : firstCore + other;
    let finishS = core < 0 ? -Infinity : finish.value[core]!;
    let varianceS2 = core < 0 ? 0 : variance.value[core]!;
    if (finishA > finishS || (finishA === finishS && a < core)) {
      core = a;
      finishS = finishA;
      varianceS2 = varianceA;
    }
    if (b !== a && (finishB > finishS || (finishB === finishS && b < core))) {
      finishS = finishB;
      varianceS2 = varianceB;
    }
    this.overheadVarianceChange = overheadW * overheadW * varianceS2 - this.overheadVarianceJ2[n]!;
    return overheadW * finishS - this.overheadJ[n]!;
  }

  private nodeOf(core: number): RobustNode {
    return this.problem.nodes[this.problem.nodeOfCore[core]!]!;
  }

  private refresh(core: number): void {
    const n = this.problem.nodeOfCore[core]!;
    const player = core - this.problem.nodes[n]!.firstCore;
    this.z[core] = this.loads.z(core);
    this.least.update(core);
    this.greatest.update(core);
    this.last[n]!.update(player);
    this.freest[n]!.update(player);
    this.bookOverhead(n);
  }

  private bookOverhead(n: number): void {
    const { firstCore, overheadW } = this.problem.nodes[n]!;
    const last = firstCore + this.last[n]!.winner;
    const overheadJ = overheadW * this.loads.finish.value[last]!;
    const varianceJ2 = overheadW * overheadW * this.loads.variance.value[last]!;
    this.overhead.add(MEAN, -this.overheadJ[n]!);
    this.overhead.add(MEAN, overheadJ);
    this.overhead.add(VARIANCE, -this.overheadVarianceJ2[n]!);
    this.overhead.add(VARIANCE, varianceJ2);
    this.overheadJ[n] = overheadJ;
    this.overheadVarianceJ2[n] = varianceJ2;
  }

  private link(task: number, core: number): void {
    const after = this.first[core]!;
    this.core[task] = core;
    this.previous[task] = -1;
    this.next[task] = after;
    if (after >= 0) this.previous[after] = task;
    this.first[core] = task;
    this.tasksOnCore[core]!++;
  }

  private unlink(task: number, core: number): void {
    const before = this.previous[task]!;
    const after = this.next[task]!;
    if (before >= 0) this.next[before] = after;
    else this.first[core] = after;
    if (after >= 0) this.previous[after] = before;
    this.tasksOnCore[core]!--;
  }
}
