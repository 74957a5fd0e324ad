import type { CoreLoads, RobustMeasures } from './loads.js';
import type { Mapping } from './mapping.js';
import { Probes } from './probes.js';
import type { RobustModel } from './model.js';
import { Standings } from './standings.js';

/**
 * A complete mapping for local search. It keeps the tasks of every core and the measures of the whole mapping, and
 * computes the measures after a possible move, all in O(log cores). Eqs. 2-10; evaluateMapping is the simple
 * counterpart.
 */
export class Schedule implements Mapping {
  readonly core: Int32Array;
  readonly pState: Uint8Array;
  /** Sums by core; to be changed through `move` and `swap` only. */
  readonly loads: CoreLoads;
  /** Standard normal quantile of finishing in time, by core. */
  readonly z: Float64Array;
  readonly tasksOnCore: Int32Array;
  /** Measures that the last `probeMove` or `probeSwap` found. */
  readonly probed: RobustMeasures;

  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly first: Int32Array;
  private readonly standings: Standings;
  private readonly probes: Probes;

  constructor(
    readonly model: RobustModel,
    mapping: Mapping,
  ) {
    const { taskCount, coreCount } = model;
    this.core = new Int32Array(taskCount);
    this.pState = new Uint8Array(taskCount);
    this.tasksOnCore = new Int32Array(coreCount);
    this.next = new Int32Array(taskCount);
    this.previous = new Int32Array(taskCount);
    this.first = new Int32Array(coreCount);
    this.standings = new Standings(model);
    this.loads = this.standings.loads;
    this.z = this.standings.z;
    this.probes = new Probes(this.standings, this);
    this.probed = this.probes.probed;
    this.load(mapping);
  }

  /** Takes over a complete mapping: O(T + C). */
  load(mapping: Mapping): void {
    const { model, loads, core, pState, first, next, previous, tasksOnCore } = this;
    core.set(mapping.core);
    pState.set(mapping.pState);
    loads.clear();
    first.fill(-1);
    tasksOnCore.fill(0);
    for (let task = model.taskCount - 1; task >= 0; task--) {
      const place = core[task]!;
      loads.add(task, place, pState[task]!);
      previous[task] = -1;
      next[task] = first[place]!;
      if (next[task]! >= 0) previous[next[task]!] = task;
      first[place] = task;
      tasksOnCore[place]!++;
    }
    this.standings.replay();
  }

  /** Returns the quantile of the least robust core; Psi is its Phi. */
  get makespanZ(): number {
    return this.z[this.standings.least.winner]!;
  }

  get leastRobustCore(): number {
    return this.standings.least.winner;
  }

  get mostRobustCore(): number {
    return this.standings.greatest.winner;
  }

  mostRobustCoreOf(node: number): number {
    return this.model.nodes[node]!.firstCore + this.standings.freest[node]!.winner;
  }

  /** Returns the core that ends last, on which the node's overhead depends. */
  lastCoreOf(node: number): number {
    return this.model.nodes[node]!.firstCore + this.standings.last[node]!.winner;
  }

  /** Returns the least robust core apart from these two (possibly the same), -1 if there is no other: mostly O(1). */
  leastRobustCoreWithout(a: number, b: number): number {
    return this.standings.least.winnerWithout(a, b);
  }

  /**
   * Returns the core of a node that ends last apart from two of its own (possibly the same), -1 if there is no other:
   * mostly O(1).
   */
  lastCoreOfWithout(node: number, a: number, b: number): number {
    const { firstCore } = this.model.nodes[node]!;
    const player = this.standings.last[node]!.winnerWithout(a - firstCore, b - firstCore);
    return player < 0 ? -1 : firstCore + player;
  }

  get energyMeanJ(): number {
    return this.standings.energyMeanJ;
  }

  get energyVarianceJ2(): number {
    return this.standings.energyVarianceJ2;
  }

  get energyZ(): number {
    return this.standings.energyZ;
  }

  /**
   * Returns the first task of a core, -1 if it has none; `taskAfter` gives the others. The order (newest first) has no
   * meaning.
   */
  firstTask(core: number): number {
    return this.first[core]!;
  }

  taskAfter(task: number): number {
    return this.next[task]!;
  }

  /** Moves a task to a core (possibly its own) in a P-state. */
  move(task: number, core: number, pState: number): void {
    const from = this.core[task]!;
    this.loads.remove(task, from, this.pState[task]!);
    if (from !== core) {
      this.standings.refresh(from);
      this.unlink(task, from);
      this.link(task, core);
    }
    this.loads.add(task, core, pState);
    this.pState[task] = pState;
    this.standings.refresh(core);
  }

  /** Swaps two tasks: a goes to b's core in pStateA, b to a's in pStateB; the cores must be different. */
  swap(a: number, pStateA: number, b: number, pStateB: number): void {
    const { loads, standings } = this;
    const coreA = this.core[a]!;
    const coreB = this.core[b]!;
    loads.remove(a, coreA, this.pState[a]!);
    loads.add(b, coreA, pStateB);
    standings.refresh(coreA);
    loads.remove(b, coreB, this.pState[b]!);
    loads.add(a, coreB, pStateA);
    standings.refresh(coreB);
    this.unlink(a, coreA);
    this.unlink(b, coreB);
    this.link(a, coreB);
    this.link(b, coreA);
    this.pState[a] = pStateA;
    this.pState[b] = pStateB;
  }

  /**
   * Computes the measures after `move` into `probed`, without making the move. The core must be able to run the task.
   * Returns false, with only makespanZ computed, if that is below the floor.
   */
  probeMove(task: number, core: number, pState: number, floorZ = -Infinity): boolean {
    return this.probes.move(task, core, pState, floorZ);
  }

  /** Computes the measures after `swap` into `probed`, as `probeMove` does for `move`. */
  probeSwap(a: number, pStateA: number, b: number, pStateB: number, floorZ = -Infinity): boolean {
    return this.probes.swap(a, pStateA, b, pStateB, floorZ);
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
