import type {
  EnergyVariance,
  RobustFacility,
  RobustInstance,
  RobustLimits,
  RobustNodeType,
  RobustTaskType,
  TaskRow,
} from '../../models/families/robust/instance.js';
import { nodesOf, type RobustModel, robustModel } from '../../models/families/robust/model.js';
import type { TaskTimes } from '../../models/families/robust/times.js';
import { randomStream, type Uniform } from '../../src/random/stream.js';

export interface RobustCase {
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  readonly model: RobustModel;
}

export interface TinyRobustOptions {
  readonly name?: string;
  readonly facility?: Partial<RobustFacility>;
  readonly taskTypes?: readonly RobustTaskType[];
  readonly tasks?: readonly TaskRow[];
  readonly limits?: Partial<RobustLimits>;
  readonly energyVariance?: EnergyVariance;
}

/** Node types: fast and hungry, slow and frugal. P_stat of one core: 10 and 3 W. */
export const ROBUST_NODE_TYPES: readonly RobustNodeType[] = [
  {
    name: 'F',
    cores: 2,
    idlePowerW: 50,
    overheadPowerW: 30,
    pStates: [
      { frequencyGHz: 3, dynamicPowerW: 40 },
      { frequencyGHz: 2, dynamicPowerW: 18 },
      { frequencyGHz: 1.5, dynamicPowerW: 10 },
    ],
  },
  {
    name: 'S',
    cores: 1,
    idlePowerW: 8,
    overheadPowerW: 5,
    pStates: [
      { frequencyGHz: 2, dynamicPowerW: 12 },
      { frequencyGHz: 1, dynamicPowerW: 4 },
    ],
  },
];

/** Task types of the small robust instance. */
export const ROBUST_TASK_TYPES: readonly RobustTaskType[] = [
  { name: 'compute', frequencySensitivity: 1 },
  { name: 'memory', frequencySensitivity: 0.25 },
];

/** Tasks of the small robust instance; times by node type F and S. */
export const ROBUST_TASKS: readonly TaskRow[] = [
  { name: 't1', taskType: 'compute', meanS: { F: 100, S: 180 }, varianceS2: { F: 400, S: 900 } },
  { name: 't2', taskType: 'compute', meanS: { F: 80, S: 200 }, varianceS2: { F: 256, S: 1600 } },
  { name: 't3', taskType: 'memory', meanS: { F: 120, S: 150 }, varianceS2: { F: 900, S: 900 } },
  { name: 't4', taskType: 'memory', meanS: { F: 60 }, varianceS2: { F: 100 } },
];

/** Instance of two nodes, three cores, four tasks with round numbers; every part can be replaced. */
export function tinyRobust(options: TinyRobustOptions = {}): RobustCase {
  return robustCase({
    format: 'plenum.robust-bag-of-tasks',
    formatVersion: 1,
    name: options.name ?? 'tiny',
    facility: {
      nodeTypes: ROBUST_NODE_TYPES,
      nodes: [
        { name: 'fast', nodeType: 'F' },
        { name: 'slow', nodeType: 'S' },
      ],
      ...options.facility,
    },
    workload: {
      taskTypes: options.taskTypes ?? ROBUST_TASK_TYPES,
      tasks: { source: 'table', tasks: options.tasks ?? ROBUST_TASKS },
    },
    limits: {
      deadlineS: 220,
      energyBudgetJ: 20_000,
      energyRobustness: 0.9,
      makespanRobustness: 0.8,
      ...options.limits,
    },
    ...(options.energyVariance === undefined ? {} : { energyVariance: options.energyVariance }),
  });
}

/** Instance, times and compiled fault of an instance whose times are written out in a table. */
export function robustCase(instance: RobustInstance): RobustCase {
  const times = timesOf(instance);
  return { instance, times, model: robustModel(instance, times) };
}

/** Times of the tasks by a second implementation, with which the product's own is compared. */
function timesOf(instance: RobustInstance): TaskTimes {
  const { tasks: source, taskTypes } = instance.workload;
  if (source.source !== 'table') throw new Error('only tables are supported here');
  const { tasks } = source;
  const named = new Set(tasks.flatMap((task) => Object.keys(task.meanS)));
  const columnOf = nodesOf(instance).map(({ name, type }) => (named.has(name) ? name : type.name));
  const columnNames = [...new Set(columnOf)];
  const mean = (task: TaskRow, column: string): number => task.meanS[column] ?? Infinity;
  const variance = (task: TaskRow, column: string): number => {
    if (!Number.isFinite(mean(task, column))) return 0;
    return task.varianceS2?.[column] ?? ((task.coefficientOfVariation ?? 0) * mean(task, column)) ** 2;
  };
  return {
    taskCount: tasks.length,
    taskName: (task) => tasks[task]!.name,
    taskType: Uint8Array.from(tasks, ({ taskType }) => taskTypes.findIndex(({ name }) => name === taskType)),
    columnNames,
    columnOfNode: Int32Array.from(columnOf, (column) => columnNames.indexOf(column)),
    meanS: Float64Array.from(tasks.flatMap((task) => columnNames.map((column) => mean(task, column)))),
    varianceS2: Float64Array.from(tasks.flatMap((task) => columnNames.map((column) => variance(task, column)))),
  };
}

/** Choices for a random instance: numbers fix what is otherwise drawn. */
export interface RandomRobustOptions {
  /** Number of nodes, default 1-3. */
  readonly nodes?: number;
  /** Number of cores of every node, default 1-3. */
  readonly cores?: number;
  /** Number of P-states of every node type, default 1-4. */
  readonly pStates?: number;
  /** Number of tasks, default 3-7. */
  readonly tasks?: number;
  /** Product of the choices of all tasks above which sizes are drawn again (default 100,000). Infinity for what is not enumerated. */
  readonly mostPlans?: number;
  /**
   * Flag, true for times without variance (default: about one instance in ten; in the others about one task in ten has none).
   */
  readonly zeroVariance?: boolean;
  /** Chance that a column cannot run a task; every task keeps one column at least (default 0 or 0.2). */
  readonly incompatible?: number;
  /** Flag, true if no node has overhead power (default: about one node type in ten has none). */
  readonly zeroOverhead?: boolean;
  /** Flag, true if all tasks take the same times (default false). */
  readonly alike?: boolean;
  /**
   * Deadline as a multiple of the makespan of a quick list schedule in P-state 0: about 0.9 and less make z* negative, 1.2 and more
   * positive (default 0.7-1.6).
   */
  readonly deadlineFactor?: number;
  /** Budget as a multiple of the least expected energy with overhead shared by all cores: below 1 infeasible (default 0.9-2). */
  readonly budgetFactor?: number;
  /** Least energy-robustness, default 0.3-0.98. */
  readonly energyRobustness?: number;
  /** Least makespan-robustness, default 0.3-0.98. */
  readonly makespanRobustness?: number;
  /** Reading of the energy's variance; default: printed one time in three. */
  readonly energyVariance?: EnergyVariance;
}

/** A random instance with its tables, small enough to enumerate unless told otherwise. The same seed always gives the same one. */
export function randomRobustModel(seed: number, options: RandomRobustOptions = {}): RobustCase {
  const mostPlans = options.mostPlans ?? 100_000;
  for (let attempt = 0; ; attempt++) {
    const drawn = drawInstance(seed, randomStream(seed, `robust-${attempt}`).uniform, options);
    if (planCount(drawn.model) <= mostPlans) return drawn;
  }
}

function drawInstance(seed: number, draw: Uniform, options: RandomRobustOptions): RobustCase {
  const chance = (probability: number): boolean => draw() < probability;
  const whole = (least: number, most: number): number => least + Math.floor(draw() * (most - least + 1));
  // Whole numbers in some instances: ties, and limits met with equality.
  const rounded = chance(0.2);
  const amount = (low: number, high: number): number => {
    const value = draw(low, high);
    return rounded ? Math.max(1, Math.round(value)) : value;
  };
  const nodeCount = options.nodes ?? whole(1, 3);
  const nodeTypes = Array.from({ length: whole(1, nodeCount) }, (_, t): RobustNodeType => {
    const cores = options.cores ?? whole(1, 3);
    const staticW = amount(1, 15);
    const overheadPowerW = options.zeroOverhead === true || chance(0.1) ? 0 : amount(1, 40);
    let frequencyGHz = draw(2, 4);
    let dynamicPowerW = amount(5, 50);
    const pStates = Array.from({ length: options.pStates ?? whole(1, 4) }, (__, p) => {
      if (p > 0) frequencyGHz *= draw(0.6, 0.95);
      if (p > 0) dynamicPowerW *= draw(0.4, 1);
      return { frequencyGHz, dynamicPowerW };
    });
    return { name: `N${t}`, cores, idlePowerW: overheadPowerW + cores * staticW, overheadPowerW, pStates };
  });
  const nodes = Array.from({ length: nodeCount }, (_, n) => ({
    name: `n${n}`,
    nodeType: nodeTypes[n < nodeTypes.length ? n : whole(0, nodeTypes.length - 1)]!.name,
  }));
  const taskTypes = Array.from({ length: whole(1, 3) }, (_, t): RobustTaskType => ({
    name: `k${t}`,
    frequencySensitivity: chance(0.1) ? 1 : draw(0.1, 1),
  }));
  const columns = (chance(0.5) ? nodeTypes : nodes).map(({ name }) => name);
  const still = options.zeroVariance ?? chance(0.1);
  const incompatible = options.incompatible ?? (chance(0.3) ? 0.2 : 0);
  const spread = draw(0.05, 0.5);
  const drawTask = (name: string): TaskRow => {
    const size = amount(20, 200);
    const kept = whole(0, columns.length - 1);
    const runs = columns.filter((_, c) => c === kept || !chance(incompatible));
    const varies = !still && !chance(0.1);
    const meanS = Object.fromEntries(runs.map((column) => [column, rounded ? size : size * draw(0.6, 1.6)]));
    const varianceS2 = Object.fromEntries(
      runs.map((column) => [column, varies ? (meanS[column]! * spread * draw(0.5, 1.5)) ** 2 : 0]),
    );
    return { name, taskType: taskTypes[whole(0, taskTypes.length - 1)]!.name, meanS, varianceS2 };
  };
  const model = drawTask('t0');
  const tasks = Array.from({ length: options.tasks ?? whole(3, 7) }, (_, t) =>
    options.alike === true ? { ...model, name: `t${t}` } : t === 0 ? model : drawTask(`t${t}`),
  );
  const limits = { deadlineS: 1, energyBudgetJ: 1, energyRobustness: 0.9, makespanRobustness: 0.9 };
  const instance: RobustInstance = {
    format: 'plenum.robust-bag-of-tasks',
    formatVersion: 1,
    name: `random-${seed}`,
    facility: { nodeTypes, nodes },
    workload: { taskTypes, tasks: { source: 'table', tasks } },
    limits,
    energyVariance: options.energyVariance ?? (chance(1 / 3) ? 'printed' : 'correlated'),
  };
  const { model: compiled } = robustCase(instance);
  return robustCase({
    ...instance,
    limits: {
      deadlineS: quickMakespan(compiled) * (options.deadlineFactor ?? draw(0.7, 1.6)),
      energyBudgetJ: leastEnergy(compiled) * (options.budgetFactor ?? draw(0.9, 2)),
      energyRobustness: options.energyRobustness ?? draw(0.3, 0.98),
      makespanRobustness: options.makespanRobustness ?? draw(0.3, 0.98),
    },
  });
}

/** Makespan of a list schedule: tasks in order, each to the core that ends it first in P-state 0. */
function quickMakespan(model: RobustModel): number {
  const readyS = new Float64Array(model.coreCount);
  for (let task = 0; task < model.taskCount; task++) {
    let best = -1;
    let bestS = Infinity;
    for (let core = 0; core < model.coreCount; core++) {
      const { column } = model.nodes[model.nodeOfCore[core]!]!;
      const endS = readyS[core]! + model.meanS[task * model.columnCount + column]!;
      if (endS < bestS) {
        bestS = endS;
        best = core;
      }
    }
    readyS[best] = bestS;
  }
  return Math.max(...readyS);
}

/** Least energy: every task where it is cheapest, with its core's share of the overhead; no plan needs less. */
function leastEnergy(model: RobustModel): number {
  let totalJ = 0;
  for (let task = 0; task < model.taskCount; task++) {
    let leastJ = Infinity;
    for (const node of model.nodes) {
      const meanS = model.meanS[task * model.columnCount + node.column]!;
      for (let pState = 0; pState < node.pStateCount; pState++) {
        const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState]!;
        leastJ = Math.min(leastJ, (node.powerW[pState]! + node.overheadW / node.cores) * meanS * scale);
      }
    }
    totalJ += leastJ;
  }
  return totalJ;
}

/** Product over tasks of the (core, P-state) pairs that can run them. */
function planCount(model: RobustModel): number {
  let count = 1;
  for (let task = 0; task < model.taskCount; task++) {
    let choices = 0;
    for (const { column, cores, pStateCount } of model.nodes) {
      if (Number.isFinite(model.meanS[task * model.columnCount + column]!)) choices += cores * pStateCount;
    }
    count *= choices;
  }
  return count;
}

export { bruteForce, type RobustOptimum } from '../oracle/robust-brute-force.js';
