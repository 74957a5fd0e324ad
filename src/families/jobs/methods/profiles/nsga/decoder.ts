import type { Design, LevelsOf } from '../../../../../../models/families/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../../../../../models/families/jobs/task-graph.js';
import type { DesignGenes } from './genes.js';

/**
 * Number of binary digits to which times and energies are rounded before designs are compared. Our choice: well above
 * rounding error, well below practical differences.
 */
const GRID_BITS = 40;

/**
 * Decodes genes into a design, with time and energy, in one pass without memory allocation. It is a list scheduler: the
 * ready task with the highest priority is scheduled next, and ties go to the lowest task. The task starts as early as
 * its core, its predecessors and their data allow. Tests compare the result with `execute` on `designOf`.
 */
export class Decoder {
  /**
   * Response time of the last decoded design, s, rounded to about 2^-40 of the time on one core, so that the order of
   * additions does not matter.
   */
  timeS = 0;
  /** Energy of the last decoded design, J, rounded to about 2^-40 of the energy on one core. */
  energyJ = 0;
  /** Number of cores with at least one task in the last decoded design. */
  coresUsed = 0;
  /** Order in which the tasks of the last decoded design were scheduled. */
  readonly order: Uint16Array;

  private readonly gridS: number;
  private readonly gridJ: number;
  private readonly perTask: boolean;
  /** Dynamic energy of each task at each level, J, at task x levels + level. */
  private readonly dynamicJ: Float64Array;
  private readonly predecessors: Uint16Array;
  private readonly firstSuccessor: Int32Array;
  private readonly successor: Int32Array;
  private readonly pending: Uint16Array;
  /** Binary heap of ready tasks, with the next task to schedule at the top. */
  private readonly ready: Uint16Array;
  private readonly endS: Float64Array;
  private readonly freeS: Float64Array;

  constructor(
    private readonly graph: TaskGraph,
    private readonly power: CorePower,
    private readonly cores: number,
    levelsOf: LevelsOf,
  ) {
    const { tasks, levels, timeS, firstEdge, edgeFrom } = graph;
    this.dynamicJ = timeS.map((time, at) => time * power.dynamicPowerW[at % levels]!);
    let [serialS, serialJ] = [0, 0];
    for (let at = 0; at < timeS.length; at++) {
      if (at % levels === 0) serialS += timeS[at]!;
      serialJ += this.dynamicJ[at]! / levels;
    }
    this.gridS = gridOf(serialS);
    this.gridJ = gridOf(serialJ + serialS * power.staticPowerW);
    this.perTask = levelsOf === 'task';
    this.order = new Uint16Array(tasks);
    this.predecessors = Uint16Array.from({ length: tasks }, (_, task) => firstEdge[task + 1]! - firstEdge[task]!);
    this.pending = new Uint16Array(tasks);
    this.ready = new Uint16Array(tasks);
    this.endS = new Float64Array(tasks);
    this.freeS = new Float64Array(cores);
    this.firstSuccessor = new Int32Array(tasks + 1);
    this.successor = new Int32Array(edgeFrom.length);
    for (const from of edgeFrom) this.firstSuccessor[from + 1]!++;
    for (let task = 0; task < tasks; task++) this.firstSuccessor[task + 1]! += this.firstSuccessor[task]!;
    const next = this.firstSuccessor.slice();
    for (let task = 0; task < tasks; task++) {
      for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
        this.successor[next[edgeFrom[edge]!]!++] = task;
      }
    }
  }

  decode({ coreOf, levelOf, priority }: DesignGenes): void {
    const { tasks, levels, timeS, firstEdge, edgeFrom, transferS } = this.graph;
    const { pending, ready, endS, freeS, perTask, order } = this;
    freeS.fill(0);
    let waiting = 0;
    let energyJ = 0;
    let responseS = 0;
    for (let task = 0; task < tasks; task++) {
      pending[task] = this.predecessors[task]!;
      if (pending[task] === 0) rise(ready, waiting++, task, priority);
      energyJ += this.dynamicJ[task * levels + levelOf[perTask ? task : coreOf[task]!]!]!;
    }
    for (let place = 0; place < tasks; place++) {
      const task = ready[0]!;
      sink(ready, --waiting, priority);
      order[place] = task;
      const core = coreOf[task]!;
      let start = freeS[core]!;
      for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
        const from = edgeFrom[edge]!;
        const readyS = endS[from]! + (coreOf[from] === core ? 0 : transferS[edge]!);
        if (readyS > start) start = readyS;
      }
      const end = start + timeS[task * levels + levelOf[perTask ? task : core]!]!;
      endS[task] = end;
      freeS[core] = end;
      if (end > responseS) responseS = end;
      for (let next = this.firstSuccessor[task]!; next < this.firstSuccessor[task + 1]!; next++) {
        const successor = this.successor[next]!;
        if (--pending[successor]! === 0) rise(ready, waiting++, successor, priority);
      }
    }
    energyJ += responseS * this.power.staticPowerW * this.cores;
    this.timeS = Math.round(responseS / this.gridS) * this.gridS;
    this.energyJ = Math.round(energyJ / this.gridJ) * this.gridJ;
    this.coresUsed = this.countUsed(coreOf);
  }

  /**
   * Returns the decoded design. Cores are numbered in the order of their first tasks, so equal schedules give equal
   * designs.
   */
  designOf(genes: DesignGenes): Design {
    this.decode(genes);
    const { coreOf, levelOf } = genes;
    const numberOf = new Map<number, number>();
    for (const core of coreOf) if (!numberOf.has(core)) numberOf.set(core, numberOf.size);
    return {
      cores: this.coresUsed,
      coreOf: coreOf.map((core) => numberOf.get(core)!),
      levelOf: Uint8Array.from(coreOf, (core, task) => levelOf[this.perTask ? task : core]!),
      order: this.order.slice(),
    };
  }

  private countUsed(coreOf: Uint16Array): number {
    // 30 cores at a time.
    let used = 0;
    for (let first = 0; first < this.cores; first += 30) {
      let seen = 0;
      for (let task = 0; task < coreOf.length; task++) {
        const core = coreOf[task]! - first;
        if (core >= 0 && core < 30) seen |= 1 << core;
      }
      for (; seen !== 0; seen &= seen - 1) used++;
    }
    return used;
  }
}

/** Returns true if the ready task `one` is scheduled before the ready task `other`. */
function isBefore(one: number, other: number, priority: Float64Array): boolean {
  return priority[one]! > priority[other]! || (priority[one] === priority[other] && one < other);
}

/** Adds a task to a binary heap of `count` tasks. */
function rise(heap: Uint16Array, count: number, task: number, priority: Float64Array): void {
  let at = count;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(task, heap[above]!, priority)) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = task;
}

/** Removes the top task of a binary heap; `count` tasks remain. */
function sink(heap: Uint16Array, count: number, priority: Float64Array): void {
  const last = heap[count]!;
  let at = 0;
  for (let below = 1; below < count; below = 2 * at + 1) {
    if (below + 1 < count && isBefore(heap[below + 1]!, heap[below]!, priority)) below++;
    if (!isBefore(heap[below]!, last, priority)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
}

/**
 * Returns a power of two near 2^-40 x `magnitude` (1 for 0). A number can be multiplied and divided by a power of two
 * without rounding error.
 */
function gridOf(magnitude: number): number {
  return magnitude > 0 ? 2 ** (Math.floor(Math.log2(magnitude)) - GRID_BITS) : 1;
}
