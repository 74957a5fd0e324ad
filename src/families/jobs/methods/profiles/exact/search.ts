import { evaluated } from '../list-schedule.js';
import { type Archive, TOLERANCE } from './archive.js';
import type { CompiledGraph, Goal } from './compiled.js';
import { EnergyBound } from './energy-bound.js';
import { Sequencing } from './sequencing.js';
import { timePrices } from './time-prices.js';

export interface SearchLimits {
  /** Maximum number of tree nodes, both those that assign tasks to cores and those that order them. */
  readonly nodeLimit: number;
  /** Called every 1,024 tree nodes; true ends the search. */
  readonly shouldStop: () => boolean;
}

export interface SearchOutcome {
  readonly nodes: number;
  readonly complete: boolean;
  /** Proven lower bound on time x energy of any design, s J. */
  readonly productBoundSJ: number;
}

/** Number of tree nodes between two calls of `shouldStop`. */
const NODES_BETWEEN_QUESTIONS = 1024;

/**
 * Depth-first branch and bound over designs on a given number of cores. Tasks are assigned in topological order: each
 * to a core in use or to the next new core, which then gets its level. So each partition of the tasks among equal cores
 * occurs once. The order of tasks on each core is searched last, only for partitions that may be undominated.
 */
export class Search {
  private readonly coreOf: Uint8Array;
  private readonly levelOf: Uint8Array;
  private readonly timeS: Float64Array;
  private readonly headS: Float64Array;
  private readonly tailS: Float64Array;
  private readonly levelOfCore: Uint8Array;
  /** Tasks on each core, as places of the search order, at core x (number of tasks) + position. */
  private readonly onCore: Uint8Array;
  /** Number of tasks on each core. */
  private readonly load: Uint8Array;
  private readonly shortestS: Float64Array;
  private readonly share: Float64Array;
  private readonly bound: EnergyBound;
  private readonly sequencing: Sequencing;
  private readonly ofCore: boolean;
  private placing = 0;
  /** Lower bound on the response time of the tree node visited last, s. */
  private floorS = 0;
  private questionAt = NODES_BETWEEN_QUESTIONS;
  private stopped = false;
  private openProductSJ = Infinity;

  constructor(
    private readonly compiled: CompiledGraph,
    private readonly cores: number,
    goal: Goal,
    private readonly archive: Archive,
    private readonly limits: SearchLimits,
  ) {
    const { tasks, levels, execS, choices, width } = compiled;
    this.coreOf = new Uint8Array(tasks);
    this.levelOf = new Uint8Array(tasks);
    this.timeS = new Float64Array(tasks);
    this.headS = new Float64Array(tasks);
    this.tailS = new Float64Array(tasks);
    this.levelOfCore = new Uint8Array(cores);
    this.onCore = new Uint8Array(cores * tasks);
    this.load = new Uint8Array(cores);
    this.shortestS = Float64Array.from(choices, (list, place) =>
      Math.min(...list.map((level) => execS[place * levels + level]!)),
    );
    this.share = Float64Array.from(width, (most) => 1 / Math.min(most, cores));
    this.ofCore = compiled.levelsOf === 'core';
    this.sequencing = new Sequencing(compiled, () => this.stops());
    const deadlinesS = gridS(compiled, cores);
    this.bound = new EnergyBound(compiled, cores, timePrices(compiled, cores, deadlinesS), deadlinesS, archive, goal);
  }

  run(): SearchOutcome {
    this.place(0, 0, 0);
    const best = Math.min(...this.archive.points.map(({ timeS, energyJ }) => timeS * energyJ));
    const { nodes } = this;
    return {
      nodes,
      complete: !this.stopped,
      productBoundSJ: Math.min(best, this.openProductSJ) / (1 + TOLERANCE) ** 2,
    };
  }

  private get nodes(): number {
    return this.placing + this.sequencing.nodes;
  }

  /**
   * Visits the children of a tree node.
   *
   * @param place number of tasks assigned so far
   * @param used number of cores in use
   * @param hint time cell in which the node may have an undominated completion
   */
  private place(place: number, used: number, hint: number): void {
    const { tasks } = this.compiled;
    if (place === tasks) {
      this.finish();
      return;
    }
    const mustOpen = this.cores - used >= tasks - place;
    if (!mustOpen) {
      for (let core = 0; core < used; core++) {
        if (this.ofCore) this.tryOn(place, core, this.levelOfCore[core]!, used, hint);
        else for (const level of this.compiled.choices[place]!) this.tryOn(place, core, level, used, hint);
      }
    }
    if (used === this.cores) return;
    for (const level of this.compiled.choices[place]!) this.tryOn(place, used, level, used + 1, hint);
  }

  private tryOn(place: number, core: number, level: number, used: number, hint: number): void {
    if (this.compiled.twin[place] === 1 && this.isTwice(place, core, level, used)) return;
    this.placing++;
    const { levels, execS } = this.compiled;
    this.coreOf[place] = core;
    this.levelOf[place] = level;
    if (this.load[core] === 0) this.levelOfCore[core] = level;
    this.timeS[place] = execS[place * levels + level]!;
    this.onCore[core * this.compiled.tasks + this.load[core]!++] = place;
    this.bound.put(place, level, this.coreOf);
    const open = this.ofCore && used === this.cores ? this.levelOfCore : null;
    const leastS = this.leastTimeS(place + 1, open);
    const kept = this.bound.keeps(place + 1, leastS, open, hint);
    if (kept >= 0) {
      if (this.stops())
        this.openProductSJ = Math.min(this.openProductSJ, this.bound.productSJ(place + 1, leastS, open));
      else {
        this.floorS = leastS;
        this.place(place + 1, used, kept);
      }
    }
    this.load[core]!--;
  }

  /**
   * Returns true if the child is a symmetric copy of another tree node and can be left out. The two differ only by
   * exchanged names of interchangeable tasks, or of cores whose first tasks are interchangeable.
   *
   * Of each set of copies one node is kept. In it, interchangeable tasks have nondecreasing (core, level). Cores whose
   * first tasks are interchangeable have nonincreasing levels and, at equal levels, nonincreasing numbers of tasks.
   */
  private isTwice(place: number, core: number, level: number, used: number): boolean {
    const last = this.coreOf[place - 1]!;
    if (core < last) return true;
    if (core === last) return level < this.levelOf[place - 1]! || this.outgrows(place, core, level);
    const opens = core === used - 1 && this.load[core] === 0;
    return opens && this.openedByTwins(last, place) && level > this.levelOf[this.onCore[last * this.compiled.tasks]!]!;
  }

  /**
   * Returns true if one more task would give the core more tasks than the previous core, which is symmetric to it
   * (first tasks interchangeable, levels equal).
   */
  private outgrows(place: number, core: number, level: number): boolean {
    if (!this.ofCore || core === 0) return false;
    if (!this.openedByTwins(core, place) || !this.openedByTwins(core - 1, place)) return false;
    return this.levelOfCore[core - 1] === level && this.load[core]! + 1 > this.load[core - 1]!;
  }

  /** Returns true if the first task on the core is interchangeable with the task at `place`. */
  private openedByTwins(core: number, place: number): boolean {
    let first = place;
    while (this.compiled.twin[first] === 1) first--;
    return this.onCore[core * this.compiled.tasks]! >= first;
  }

  /**
   * Returns a lower bound on the response time of all completions of the tree node, s. Also computes each task's head
   * (earliest start) and tail (least time from its end to the end of the job).
   *
   * @param placed number of assigned tasks
   * @param open levels of the cores that unassigned tasks may use; null for all levels
   */
  private leastTimeS(placed: number, open: Uint8Array | null): number {
    const { tasks, levels, execS, firstEdge, edgeFrom, transferS } = this.compiled;
    const { headS, tailS, timeS, coreOf, share } = this;
    let load = 0;
    for (let place = 0; place < placed; place++) load += timeS[place]! * share[place]!;
    for (let place = placed; place < tasks; place++) {
      let shortest = this.shortestS[place]!;
      if (open !== null) {
        shortest = Infinity;
        for (const level of open) shortest = Math.min(shortest, execS[place * levels + level]!);
      }
      timeS[place] = shortest;
      load += shortest * share[place]!;
    }
    let leastS = load;
    for (let place = placed - 1; place < tasks; place++) {
      let head = 0;
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        const from = edgeFrom[edge]!;
        let readyS = headS[from]! + timeS[from]!;
        if (place < placed && coreOf[from] !== coreOf[place]) readyS += transferS[edge]!;
        if (readyS > head) head = readyS;
      }
      headS[place] = head;
    }
    tailS.fill(0);
    for (let place = tasks - 1; place >= 0; place--) {
      const spanS = tailS[place]! + timeS[place]!;
      if (headS[place]! + spanS > leastS) leastS = headS[place]! + spanS;
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        const from = edgeFrom[edge]!;
        const crossS = place < placed && coreOf[from] !== coreOf[place] ? spanS + transferS[edge]! : spanS;
        if (crossS > tailS[from]!) tailS[from] = crossS;
      }
    }
    for (let core = 0; core < this.cores; core++) {
      if (this.load[core]! > 1) leastS = this.leastOfCoreS(core, leastS);
    }
    return leastS;
  }

  /**
   * Returns a lower bound on the response time that follows from the tasks of one core, because they run one after
   * another, s; at least `atLeastS`. It is the maximum, over sets of these tasks, of
   *
   * least head + sum of execution times + least tail
   *
   * Head is a task's earliest start, tail the least time from its end to the end of the job.
   */
  private leastOfCoreS(core: number, atLeastS: number): number {
    const { onCore, headS, tailS, timeS } = this;
    const from = core * this.compiled.tasks;
    const end = from + this.load[core]!;
    let leastS = atLeastS;
    for (let at = from; at < end; at++) {
      const earliestS = headS[onCore[at]!]!;
      let [workS, tail] = [0, Infinity];
      for (let other = from; other < end; other++) {
        const place = onCore[other]!;
        if (headS[place]! < earliestS) continue;
        workS += timeS[place]!;
        if (tailS[place]! < tail) tail = tailS[place]!;
      }
      if (earliestS + workS + tail > leastS) leastS = earliestS + workS + tail;
    }
    return leastS;
  }

  /** Finds the best order of tasks for a complete assignment to cores, if it may be undominated. */
  private finish(): void {
    const { compiled, coreOf, levelOf, timeS, sequencing } = this;
    const { graph, power, tasks, levels, energyJ, taskAt } = compiled;
    let dynamicJ = 0;
    for (let place = 0; place < tasks; place++) dynamicJ += energyJ[place * levels + levelOf[place]!]!;
    const { floorS } = this;
    const found = sequencing.solve(coreOf, timeS, levelOf, this.bound.newsBeforeS(dynamicJ), floorS);
    // Stopped on the way: what other orders could come to stays open.
    if (this.stopped) this.openProductSJ = Math.min(this.openProductSJ, floorS * this.bound.energyJ(dynamicJ, floorS));
    if (!found) return;
    const [onCore, atLevel] = [new Uint16Array(tasks), new Uint8Array(tasks)];
    taskAt.forEach((task, place) => {
      onCore[task] = coreOf[place]!;
      atLevel[task] = levelOf[place]!;
    });
    const order = Uint16Array.from(sequencing.order, (place) => taskAt[place]!);
    const design = { cores: this.cores, coreOf: onCore, levelOf: atLevel, order };
    if (this.archive.take(evaluated(graph, power, design))) this.bound.renew();
  }

  private stops(): boolean {
    if (this.stopped) return true;
    if (this.nodes >= this.limits.nodeLimit) return (this.stopped = true);
    if (this.nodes < this.questionAt) return false;
    this.questionAt = this.nodes + NODES_BETWEEN_QUESTIONS;
    return (this.stopped = this.limits.shouldStop());
  }
}

/**
 * Returns the deadlines for which dual values are computed, s: from the shortest critical path to all tasks in sequence
 * at the slowest level, denser at short times.
 */
function gridS({ tasks, levels, choices, execS, firstEdge, edgeFrom, width }: CompiledGraph, cores: number): number[] {
  const pathOf = (pick: (...values: number[]) => number): number => {
    const endS = new Float64Array(tasks);
    let load = 0;
    for (let place = 0; place < tasks; place++) {
      const timeS = pick(...choices[place]!.map((level) => execS[place * levels + level]!));
      load += timeS / Math.min(width[place]!, cores);
      for (let edge = firstEdge[place]!; edge < firstEdge[place + 1]!; edge++) {
        endS[place] = Math.max(endS[place]!, endS[edgeFrom[edge]!]!);
      }
      endS[place]! += timeS;
    }
    return Math.max(load, ...endS);
  };
  const [leastS, mostS] = [pathOf(Math.min), pathOf(Math.max)];
  if (leastS <= 0) return mostS > 0 ? [mostS] : [];
  const ratio = (mostS / leastS) ** (1 / (DEADLINES - 1));
  return Array.from({ length: DEADLINES }, (_, index) => leastS * ratio ** index);
}

/** Number of deadlines for which dual values are computed. Measured: 24 prune hardly more nodes than 16. */
const DEADLINES = 16;
