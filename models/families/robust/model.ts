import type { RobustInstance, RobustNodeType } from './instance.js';
import { normalQuantile } from './normal.js';
import type { TaskTimes, TimeArray } from './times.js';

/**
 * A robust bag-of-tasks instance with indices instead of names: T tasks, N nodes, C cores, K columns of task times.
 * Nodes with the same column have the same task times in P-state 0.
 */
export interface RobustModel {
  readonly name: string;
  readonly deadlineS: number;
  readonly energyBudgetJ: number;
  /** Quantile of eta, the required probability of keeping the energy budget. */
  readonly energyZ: number;
  /** Quantile of Gamma, the required probability that each core finishes by the deadline. */
  readonly makespanZ: number;
  readonly taskCount: number;
  readonly taskName: (task: number) => string;
  readonly taskType: Uint8Array;
  readonly taskTypeCount: number;
  readonly columnCount: number;
  /**
   * Mean time of each task in P-state 0 for each column (group of nodes with equal times), s, at index task * columns +
   * column. The entry is Infinity if the column's nodes cannot run the task.
   */
  readonly meanS: TimeArray;
  /** Variance of the time of each task in P-state 0 for each column, s^2, at index task * columns + column. */
  readonly varianceS2: TimeArray;
  readonly nodes: readonly RobustNode[];
  readonly coreCount: number;
  readonly nodeOfCore: Int32Array;
}

export interface RobustNode {
  readonly name: string;
  readonly typeName: string;
  readonly column: number;
  /** Index of the node's first core. Its cores have consecutive indices. */
  readonly firstCore: number;
  readonly cores: number;
  /** Power of the node without its cores while the node is on (O_i), W. */
  readonly overheadW: number;
  /** Static power of one core (P_stat), W. */
  readonly staticW: number;
  readonly pStateCount: number;
  readonly frequencyGHz: readonly number[];
  /** Dynamic power of one core in each P-state (P_dyn), W. */
  readonly dynamicW: Float64Array;
  /** Power of one busy core in each P-state (P_dyn + P_stat), W. */
  readonly powerW: Float64Array;
  /**
   * For each P-state, factor that converts the variance of a task's time to the variance of its energy in Eq. 10, W^2
   * (see EnergyVariance).
   */
  readonly powerSquareW2: Float64Array;
  /**
   * A task's mean time in a P-state divided by its mean time in P-state 0, at index task type * pStateCount + P-state.
   * Variances are multiplied by the square of this factor.
   */
  readonly timeScale: Float64Array;
}

/** Returns name and type of every node, with groups expanded to single nodes, in the order of the instance's groups. */
export function nodesOf({ facility }: RobustInstance): { readonly name: string; readonly type: RobustNodeType }[] {
  const types = new Map(facility.nodeTypes.map((type) => [type.name, type]));
  return facility.nodes.flatMap(({ name, nodeType, count = 1 }) =>
    Array.from({ length: count }, (_, k) => ({
      name: count === 1 ? name : `${name}-${k + 1}`,
      type: types.get(nodeType)!,
    })),
  );
}

/**
 * Returns the model of a valid instance.
 *
 * @param times means and variances of the times of the instance's tasks
 */
export function robustModel(instance: RobustInstance, times: TaskTimes): RobustModel {
  const { limits, workload } = instance;
  const sensitivities = workload.taskTypes.map(({ frequencySensitivity }) => frequencySensitivity);
  const printed = instance.energyVariance === 'printed';
  const compiled = new Map<RobustNodeType, ReturnType<typeof typeData>>();
  const nodes: RobustNode[] = [];
  let coreCount = 0;
  for (const [index, { name, type }] of nodesOf(instance).entries()) {
    const data = compiled.get(type) ?? typeData(type, sensitivities, printed);
    compiled.set(type, data);
    nodes.push({ name, column: times.columnOfNode[index]!, firstCore: coreCount, ...data });
    coreCount += type.cores;
  }
  const nodeOfCore = new Int32Array(coreCount);
  for (const [index, { firstCore, cores }] of nodes.entries()) nodeOfCore.fill(index, firstCore, firstCore + cores);
  return {
    name: instance.name,
    deadlineS: limits.deadlineS,
    energyBudgetJ: limits.energyBudgetJ,
    energyZ: normalQuantile(limits.energyRobustness),
    makespanZ: normalQuantile(limits.makespanRobustness),
    taskCount: times.taskCount,
    taskName: times.taskName,
    taskType: times.taskType,
    taskTypeCount: sensitivities.length,
    columnCount: times.columnNames.length,
    meanS: times.meanS,
    varianceS2: times.varianceS2,
    nodes,
    coreCount,
    nodeOfCore,
  };
}

function typeData(
  type: RobustNodeType,
  sensitivities: readonly number[],
  printed: boolean,
): Omit<RobustNode, 'name' | 'column' | 'firstCore'> {
  const staticW = (type.idlePowerW - type.overheadPowerW) / type.cores;
  const dynamicW = Float64Array.from(type.pStates, ({ dynamicPowerW }) => dynamicPowerW);
  const frequencyGHz = type.pStates.map((pState) => pState.frequencyGHz);
  const timeScale = Float64Array.from(
    sensitivities.flatMap((share) => frequencyGHz.map((f) => 1 + share * (frequencyGHz[0]! / f - 1))),
  );
  return {
    typeName: type.name,
    cores: type.cores,
    overheadW: type.overheadPowerW,
    staticW,
    pStateCount: type.pStates.length,
    frequencyGHz,
    dynamicW,
    powerW: dynamicW.map((power) => power + staticW),
    powerSquareW2: dynamicW.map((power) => (printed ? power * power + staticW * staticW : (power + staticW) ** 2)),
    timeScale,
  };
}

/** Returns the mean time mu(t, pi) of a task on a node in a P-state, s; Infinity if the task cannot run there. */
export function meanTimeS(model: RobustModel, node: RobustNode, task: number, pState: number): number {
  const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState]!;
  return model.meanS[task * model.columnCount + node.column]! * scale;
}

/** Returns the variance V(t, pi) of a task's time on a node in a P-state, s^2. */
export function timeVarianceS2(model: RobustModel, node: RobustNode, task: number, pState: number): number {
  const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState]!;
  return model.varianceS2[task * model.columnCount + node.column]! * (scale * scale);
}
