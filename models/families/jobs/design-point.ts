import type { CorePower, TaskGraph } from './task-graph.js';

/**
 * Owners of a frequency level: each core has one level for all its tasks of the job (Singh et al. 2016), or each task
 * has its own.
 */
export const LEVEL_OWNERS = ['core', 'task'] as const;
export type LevelsOf = (typeof LEVEL_OWNERS)[number];

/** A way to run a job on the cores of one node: core and frequency level of each task, and the order of tasks. */
export interface Design {
  /** Number of cores, numbered from 0, that the job uses. Each has at least one task. */
  readonly cores: number;
  readonly coreOf: Uint16Array;
  /**
   * Frequency level of each task; 0 is the slowest. If levels are chosen for each core, all tasks of a core have the
   * same level.
   */
  readonly levelOf: Uint8Array;
  /** Indices of all tasks, every task after its predecessors. Each core executes its tasks in this order. */
  readonly order: Uint16Array;
}

/** A design of a job with the resulting time and energy. */
export interface DesignPoint extends Design {
  /** Response time of the job: from its start to the end of its last task, s. */
  readonly timeS: number;
  /** Dynamic and static energy of the job's cores, J (Singh et al. 2016, Eqs. 1 and 2). */
  readonly energyJ: number;
}

/** Simulated execution of a design, task by task. */
export interface Execution {
  /** Time from the start of the job to the start of each task, s. */
  readonly startS: Float64Array;
  /** Time from the start of the job to the end of each task, s. */
  readonly endS: Float64Array;
  /** Response time of the job: from its start to the end of its last task, s. */
  readonly timeS: number;
  /**
   * Energy, J. It is the sum over tasks of time x dynamic power, plus response time x static power x number of cores.
   */
  readonly energyJ: number;
}

/**
 * Simulates a valid design (see `designFaults`). Every task starts as early as possible: its core must be free, its
 * predecessors must have ended, and their data must have arrived from other cores.
 */
export function execute(
  { levels, timeS, firstEdge, edgeFrom, transferS, tasks }: TaskGraph,
  power: CorePower,
  design: Design,
): Execution {
  const { cores, coreOf, levelOf, order } = design;
  const [startS, endS] = [new Float64Array(tasks), new Float64Array(tasks)];
  const freeS = new Float64Array(cores);
  let responseS = 0;
  let dynamicJ = 0;
  for (const task of order) {
    const core = coreOf[task]!;
    let start = freeS[core]!;
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      const readyS = endS[from]! + (coreOf[from] === core ? 0 : transferS[edge]!);
      if (readyS > start) start = readyS;
    }
    const execS = timeS[task * levels + levelOf[task]!]!;
    startS[task] = start;
    endS[task] = start + execS;
    freeS[core] = endS[task]!;
    if (endS[task] > responseS) responseS = endS[task]!;
    dynamicJ += execS * power.dynamicPowerW[levelOf[task]!]!;
  }
  return { startS, endS, timeS: responseS, energyJ: dynamicJ + responseS * power.staticPowerW * cores };
}

/**
 * Returns a text for each fault of a design: a wrong array size, an unused core, an unknown level, or a task before a
 * predecessor.
 */
export function designFaults(
  { tasks, levels, firstEdge, edgeFrom }: TaskGraph,
  { cores, coreOf, levelOf, order }: Design,
): string[] {
  const lengths = [coreOf.length, levelOf.length, order.length];
  if (lengths.some((length) => length !== tasks))
    return [`${tasks} tasks, but ${lengths.join(', ')} cores, levels and places in the order`];
  const faults: string[] = [];
  const used = new Set(coreOf);
  for (const core of used) if (core >= cores) faults.push(`core ${core} of ${cores}`);
  if (used.size !== cores) faults.push(`${used.size} cores in use, ${cores} said`);
  levelOf.forEach((level, task) => {
    if (level >= levels) faults.push(`task ${task} at level ${level} of ${levels}`);
  });
  const placed = new Set<number>();
  for (const task of order) {
    if (task >= tasks || placed.has(task)) {
      faults.push(`task ${task} in the order is unknown or there twice`);
      continue;
    }
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      if (!placed.has(edgeFrom[edge]!)) faults.push(`task ${task} before its predecessor ${edgeFrom[edge]!}`);
    }
    placed.add(task);
  }
  return faults;
}
