import type { CoreLoads, RobustMeasures } from './loads.js';
import type { Mapping } from './mapping.js';
import { Probes } from './probes.js';
import type { RobustModel } from './model.js';
import { Standings } from './standings.js';

/**
 * A complete mapping of tasks to cores, for local search (Eqs. 2-10), with the tasks of every core, robustness and
 * energy. Those after a move of a task are computed in O(log cores). evaluateMapping computes the same from scratch.
 */
export class Schedule implements Mapping {
  readonly core: Int32Array;
  readonly pState: Uint8Array;
  /** Finish times of cores and energy of tasks; only `move` and `swap` may change them. */
  readonly loads: CoreLoads;
  /** Standard normal quantile of the probability that each core finishes by the deadline. */
  readonly z: Float64Array;
  readonly tasksOnCore: Int32Array;
  /** Robustness and energy by the last `probeMove` or `probeSwap`. */
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

  /** Replaces the mapping by another complete one. O(tasks + cores). */
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

  /** Quantile of Psi, the probability that the core least likely to finish by the deadline does so. */
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

  /** Returns the core of a node with the latest mean finish time, which determines how long the node is on. */
  lastCoreOf(node: number): number {
    return this.model.nodes[node]!.firstCore + this.standings.last[node]!.winner;
  }

  /** Returns the core least likely to be in time, except a and b (possibly the same), or -1. Mostly O(1). */
  leastRobustCoreWithout(a: number, b: number): number {
    return this.standings.least.winnerWithout(a, b);
  }

  /** Returns the node's core of latest mean finish, except a and b (possibly the same), or -1. Mostly O(1). */
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

  /** Returns one of a core's tasks, -1 if it has none; `taskAfter` returns the others, in no particular order. */
  firstTask(core: number): number {
    return this.first[core]!;
  }

  taskAfter(task: number): number {
    return this.next[task]!;
  }

  /** Moves a task to a core (possibly its own) and sets its P-state. */
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

  /** Swaps tasks of different cores: task a moves to b's core in pStateA, task b to a's core in pStateB. */
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
   * Writes the robustness and energy that `move` would give to `probed`, without moving. The core must be able to run
   * the task. Returns false, having computed only makespanZ, if that would be below floorZ.
   */
  probeMove(task: number, core: number, pState: number, floorZ = -Infinity): boolean {
    return this.probes.move(task, core, pState, floorZ);
  }

  /**
   * Writes the robustness and energy that `swap` would give to `probed`, without swapping. Returns false, having
   * computed only makespanZ, if that would be below floorZ.
   */
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
