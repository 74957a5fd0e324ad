import type { CorePower, TaskGraph } from './task-graph.js';

/**
 * What owns a level: a core, which keeps it for all its tasks as long as the job lasts (Singh et al. 2016), or each
 * task (the level changes between tasks).
 */
export const LEVEL_OWNERS = ['core', 'task'] as const;
export type LevelsOf = (typeof LEVEL_OWNERS)[number];

/**
 * How a job runs on the cores of one node: the core and the level of each task, and the order in which each core takes
 * its tasks.
 */
export interface Design {
  /** Number of cores used, k: each of 0 .. k - 1 has at least one task. */
  readonly cores: number;
  /** Length n: core of each task. */
  readonly coreOf: Uint16Array;
  /** Length n: level of each task. Where levels belong to cores, tasks of one core have one level. */
  readonly levelOf: Uint8Array;
  /**
   * Length n: all tasks in an order in which every task follows its predecessors; each core executes its tasks in this
   * order.
   */
  readonly order: Uint16Array;
}

/** A design with its time and energy. */
export interface DesignPoint extends Design {
  /** Response time of the job: from its start to the end of its last task, s. */
  readonly timeS: number;
  /** Dynamic and static energy of the job, J. The paper, Eqs. 1 and 2. */
  readonly energyJ: number;
}

/** Execution of a design, task by task. */
export interface Execution {
  /** Length n: start of each task after the start of the job, s. */
  readonly startS: Float64Array;
  /** Length n: end of each task, s. */
  readonly endS: Float64Array;
  /** Response time: the latest end, s. */
  readonly timeS: number;
  /** Sum over tasks of execution time x dynamic power, plus response time x static power x cores used, J. */
  readonly energyJ: number;
}

/**
 * Returns the execution of a design as early as its order allows: a task starts when its core is free, all its
 * predecessors have ended, and the data of predecessors on other cores have arrived. The design must be sound;
 * `designFaults` says what is wrong with an unsound one.
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
 * Returns what is wrong with a design, in words (sizes, cores in use, levels that exist, an order that follows the
 * edges); empty if it is sound.
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
