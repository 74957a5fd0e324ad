import type { CoreLoads, RobustMeasures } from './loads.js';
import type { Mapping } from './mapping.js';
import { Probes } from './probes.js';
import type { RobustModel } from './model.js';
import { Standings } from './standings.js';

/**
 * A complete mapping of tasks to cores, for local search (Eqs. 2-10), with the tasks of every core, robustness and
 * energy. The robustness and energy after a move of a task are computed in time O(log cores). `evaluateMapping`
 * computes the same from scratch.
 */
export class Schedule implements Mapping {
  readonly core: Int32Array;
  readonly pState: Uint8Array;
  /** Finish times of cores and energy of tasks. Only `load`, `move` and `swap` may change them. */
  readonly loads: CoreLoads;
  /** For each core, standard normal quantile of the probability that it finishes by the deadline. */
  readonly z: Float64Array;
  readonly tasksOnCore: Int32Array;
  /** Robustness and energy after the move or swap of the last `probeMove` or `probeSwap`. */
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

  /** Replaces the mapping by another complete mapping, in time O(tasks + cores). */
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

  /**
   * Returns the core least likely to be in time, except a and b, which may be the same core. Returns -1 if there is no
   * such core. It mostly takes time O(1).
   */
  leastRobustCoreWithout(a: number, b: number): number {
    return this.standings.least.winnerWithout(a, b);
  }

  /**
   * Returns the core of a node with the latest mean finish time, except a and b, which may be the same core. Returns -1
   * if there is no such core. It mostly takes time O(1).
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
   * Returns one of a core's tasks; -1 if the core has none. `taskAfter` then returns the further tasks, in no
   * particular order.
   */
  firstTask(core: number): number {
    return this.first[core]!;
  }

  taskAfter(task: number): number {
    return this.next[task]!;
  }

  /** Moves a task to a core and sets its P-state. The core may be the task's present core. */
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

  /** Swaps two tasks of different cores. Task a moves to b's core in pStateA, and task b to a's core in pStateB. */
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
   * Writes to `probed` the robustness and energy that the mapping would have after `move`, without moving. The core
   * must be able to run the task. Returns false if makespanZ would be below floorZ; then only makespanZ is computed.
   */
  probeMove(task: number, core: number, pState: number, floorZ = -Infinity): boolean {
    return this.probes.move(task, core, pState, floorZ);
  }

  /**
   * Writes to `probed` the robustness and energy that the mapping would have after `swap`, without swapping. Returns
   * false if makespanZ would be below floorZ; then only makespanZ is computed.
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
