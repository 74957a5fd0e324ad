import type { Design, DesignPoint } from '../../../../../models/families/jobs/design-point.js';
import { execute } from '../../../../../models/families/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';

/**
 * Returns the level at which the tasks together take the least time. Ties go to the level of least power, then to the
 * lowest level.
 */
export function fastestLevel({ tasks, levels, timeS }: TaskGraph, power: CorePower): number {
  const totalS = Array.from({ length: levels }, (_, level) => {
    let sum = 0;
    for (let task = 0; task < tasks; task++) sum += timeS[task * levels + level]!;
    return sum;
  });
  const powerW = power.dynamicPowerW;
  let best = 0;
  totalS.forEach((total, level) => {
    if (total < totalS[best]! || (total === totalS[best] && powerW[level]! < powerW[best]!)) best = level;
  });
  return best;
}

/**
 * Returns the tasks by descending upward rank: the longest path from a task to the end of the job at one level, with
 * the task's own time and all transfers (Topcuoglu, Hariri, Wu 2002, Eq. 4 for equal cores). Of equal ranks the lowest
 * task comes first, so every task follows its predecessors.
 */
export function byUpwardRank(
  { tasks, levels, timeS, firstEdge, edgeFrom, transferS }: TaskGraph,
  level: number,
): number[] {
  const rankS = new Float64Array(tasks);
  for (let task = tasks - 1; task >= 0; task--) {
    rankS[task]! += timeS[task * levels + level]!;
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      rankS[from] = Math.max(rankS[from]!, transferS[edge]! + rankS[task]!);
    }
  }
  return Array.from({ length: tasks }, (_, task) => task).sort((a, b) => rankS[b]! - rankS[a]! || a - b);
}

/** Schedule under construction: the tasks placed so far. */
export class PartialSchedule {
  /** Core of each task, NOWHERE if the task is not placed; length is the number of tasks. */
  readonly coreOf: Uint16Array;
  readonly levelOf: Uint8Array;
  readonly startS: Float64Array;
  readonly endS: Float64Array;
  /** Tasks on each used core, in order of start. */
  readonly onCore: number[][];

  constructor(
    private readonly graph: TaskGraph,
    from?: PartialSchedule,
  ) {
    const { tasks } = graph;
    this.coreOf = from?.coreOf.slice() ?? new Uint16Array(tasks).fill(NOWHERE);
    this.levelOf = from?.levelOf.slice() ?? new Uint8Array(tasks);
    this.startS = from?.startS.slice() ?? new Float64Array(tasks);
    this.endS = from?.endS.slice() ?? new Float64Array(tasks);
    this.onCore = from?.onCore.map((list) => [...list]) ?? [];
  }

  get used(): number {
    return this.onCore.length;
  }

  /** Returns the response time so far, s. */
  get timeS(): number {
    return this.endS.reduce((latest, end) => Math.max(latest, end), 0);
  }

  /**
   * Returns the earliest start of a task on a core at a level, s: in a sufficient gap between other tasks, or after all
   * of them. `at` is its position among the core's tasks.
   */
  slot(task: number, core: number, level: number): { startS: number; at: number } {
    const readyS = this.readyS(task, core);
    const execS = this.graph.timeS[task * this.graph.levels + level]!;
    const others = this.onCore[core] ?? [];
    let freeS = 0;
    for (const [at, other] of others.entries()) {
      const startS = Math.max(readyS, freeS);
      // A gap before a task that starts at the same moment would change that task's place without need.
      if (startS + execS <= this.startS[other]! && startS < this.startS[other]!) return { startS, at };
      freeS = this.endS[other]!;
    }
    return { startS: Math.max(readyS, freeS), at: others.length };
  }

  /** Returns the earliest start of a task after all other tasks of a core, s. */
  behind(task: number, core: number): number {
    const last = this.onCore[core]?.at(-1);
    return Math.max(this.readyS(task, core), last === undefined ? 0 : this.endS[last]!);
  }

  put(
    task: number,
    core: number,
    level: number,
    { startS, at }: { readonly startS: number; readonly at: number },
  ): void {
    if (core === this.used) this.onCore.push([]);
    this.onCore[core]!.splice(at, 0, task);
    this.coreOf[task] = core;
    this.levelOf[task] = level;
    this.startS[task] = startS;
    this.endS[task] = startS + this.graph.timeS[task * this.graph.levels + level]!;
  }

  /** Returns the time at which all input data of a task have arrived on a core, s. */
  private readyS(task: number, core: number): number {
    const { firstEdge, edgeFrom, transferS } = this.graph;
    let readyS = 0;
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      readyS = Math.max(readyS, this.endS[from]! + (this.coreOf[from] === core ? 0 : transferS[edge]!));
    }
    return readyS;
  }

  /**
   * Returns the complete schedule as a design. The orders of the cores are merged so that every task follows its
   * predecessors.
   */
  design(): Design {
    const { tasks, firstEdge, edgeFrom } = this.graph;
    const order: number[] = [];
    const placed = new Set<number>();
    const next = this.onCore.map(() => 0);
    // A task inserted in a gap starts no earlier than its predecessors end, so the earliest start among the heads of cores can always go next.
    while (order.length < tasks) {
      let best = -1;
      this.onCore.forEach((list, core) => {
        const task = list[next[core]!];
        if (task === undefined) return;
        const from = edgeFrom.subarray(firstEdge[task], firstEdge[task + 1]);
        if (from.some((before) => !placed.has(before))) return;
        if (best < 0 || this.startS[task]! < this.startS[best]!) best = task;
      });
      order.push(best);
      placed.add(best);
      next[this.coreOf[best]!]!++;
    }
    const { used, coreOf, levelOf } = this;
    return { cores: used, coreOf, levelOf, order: Uint16Array.from(order) };
  }
}

/** Core index of a task that is not placed yet; no graph has so many tasks. */
const NOWHERE = 65_535;

/**
 * Returns the HEFT schedule on at most `cores` equal cores at the fastest level (Topcuoglu, Hariri, Wu, IEEE TPDS
 * 13(3), 2002). In order of upward rank, each task goes to the core on which it ends first; it may fill a gap between
 * other tasks. Ties go to the lowest core. Cores may stay unused; the design states how many it uses.
 */
export function heft(graph: TaskGraph, power: CorePower, cores: number): DesignPoint {
  const level = fastestLevel(graph, power);
  const schedule = new PartialSchedule(graph);
  for (const task of byUpwardRank(graph, level)) {
    let best = { core: 0, ...schedule.slot(task, 0, level) };
    for (let core = 1; core < Math.min(cores, schedule.used + 1); core++) {
      const slot = schedule.slot(task, core, level);
      if (slot.startS < best.startS) best = { core, ...slot };
    }
    schedule.put(task, best.core, level, best);
  }
  return evaluated(graph, power, schedule.design());
}

/**
 * Returns a list schedule with balanced load on exactly `cores` cores at the fastest level. In order of upward rank,
 * each task goes behind the tasks of the core on which it ends first. Ties go to the core with least work, then to the
 * lowest core. When only as many tasks as unused cores are left, each goes to an unused core.
 *
 * This is the allocation of ValOpt and ValEnSepOpt (the paper, section V: "the load across the used cores is balanced";
 * the rule itself is not printed).
 *
 * @throws RangeError for cores outside 1 .. tasks
 */
export function balancedSchedule(graph: TaskGraph, power: CorePower, cores: number): DesignPoint {
  if (!Number.isInteger(cores) || cores < 1 || cores > graph.tasks)
    throw new RangeError(`${cores} cores for ${graph.tasks} tasks`);
  const level = fastestLevel(graph, power);
  const schedule = new PartialSchedule(graph);
  const loadS = new Float64Array(cores);
  byUpwardRank(graph, level).forEach((task, placed) => {
    const mustOpen = cores - schedule.used >= graph.tasks - placed;
    let best = mustOpen ? schedule.used : 0;
    let bestS = schedule.behind(task, best);
    for (let core = best + 1; core < Math.min(cores, schedule.used + 1); core++) {
      const startS = schedule.behind(task, core);
      if (startS < bestS || (startS === bestS && loadS[core]! < loadS[best]!)) [best, bestS] = [core, startS];
    }
    schedule.put(task, best, level, { startS: bestS, at: schedule.onCore[best]?.length ?? 0 });
    loadS[best]! += graph.timeS[task * graph.levels + level]!;
  });
  return evaluated(graph, power, schedule.design());
}

export function evaluated(graph: TaskGraph, power: CorePower, design: Design): DesignPoint {
  const { timeS, energyJ } = execute(graph, power, design);
  return { ...design, timeS, energyJ };
}
