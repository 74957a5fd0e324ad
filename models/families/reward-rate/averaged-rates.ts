import type { CoreFractions } from './core-fractions.js';
import type { CompiledNodeType, CompiledTask } from '../../facility/compiled.js';
import type { RewardRateModel } from './model.js';

/**
 * Tables that give the co-located execution times (CET, Eq. 21) of one node type. Entry k * width + p is for local task
 * type k in P-state p (index of an admissible P-state):
 *
 * CET = baseS + delay,   delay = u A + x (D - offset), for the co-location model "anchored" not below 0
 *
 * Model "anchored": baseS = B, offset = E. Model "literal": baseS = v B + w C + y E + z, offset = 0. Model "none":
 * baseS = B, u = x = 0.
 *
 * A is the number of other busy cores, B the execution time without co-location, C the frequency. D is the mean memory
 * intensity on the node, E that of the task itself. One more P-state index per task type stands for an idle time
 * fraction; its baseS is Infinity and its power 0.
 */
export interface RateTable {
  readonly tasks: number;
  readonly width: number;
  readonly anchored: boolean;
  readonly baseS: Float64Array;
  readonly powerW: Float64Array;
  /** Delay of each local task type per other busy core of the node, s (coefficient u of Eq. 21). */
  readonly perNeighbourS: Float64Array;
  /** Delay of each local task type per unit of the node's mean memory intensity, s (coefficient x of Eq. 21). */
  readonly perAverageIntensityS: Float64Array;
  /** For each local task type, mean memory intensity of the node at which the term with x is 0. */
  readonly offset: Float64Array;
  readonly intensity: Float64Array;
  /** Global index of each local task type. */
  readonly task: Int32Array;
  /**
   * Number of admissible P-states of each local task type. Used as index of a P-state, it stands for an idle time
   * fraction.
   */
  readonly deactivated: Uint8Array;
}

export function rateTables(model: RewardRateModel): RateTable[] {
  return model.nodeTypes.map(rateTable);
}

function rateTable(type: CompiledNodeType): RateTable {
  const { tasks, colocation } = type;
  const width = 1 + Math.max(0, ...tasks.map((task) => task.pStates.length));
  const baseS = new Float64Array(tasks.length * width).fill(Infinity);
  const powerW = new Float64Array(tasks.length * width);
  for (const [k, task] of tasks.entries()) {
    for (const p of task.pStates.keys()) {
      baseS[k * width + p] = colocation === 'literal' ? literalBaseS(task, p) : task.timeS[p]!;
      powerW[k * width + p] = task.powerW[p]!;
    }
  }
  const slope = (of: (task: CompiledTask) => number): Float64Array =>
    Float64Array.from(tasks, (task) => (colocation === 'none' ? 0 : of(task)));
  return {
    tasks: tasks.length,
    width,
    anchored: colocation === 'anchored',
    baseS,
    powerW,
    perNeighbourS: slope((task) => task.coefficients.perNeighbourS),
    perAverageIntensityS: slope((task) => task.coefficients.perAverageIntensityS),
    offset: slope((task) => (colocation === 'anchored' ? task.memoryIntensity : 0)),
    intensity: Float64Array.from(tasks, (task) => task.memoryIntensity),
    task: Int32Array.from(tasks, (task) => task.task),
    deactivated: Uint8Array.from(tasks, (task) => task.pStates.length),
  };
}

function literalBaseS({ coefficients, timeS, frequencyGHz, memoryIntensity }: CompiledTask, p: number): number {
  return (
    (coefficients.baseTimeFactor ?? 1) * timeS[p]! +
    (coefficients.perGHzS ?? 0) * frequencyGHz[p]! +
    (coefficients.perOwnIntensityS ?? 0) * memoryIntensity +
    (coefficients.constantS ?? 0)
  );
}

/**
 * Computes task rates and power of one node with the thesis' time-averaged features (Table 3.1 put into Eq. 21).
 * Feature A is max(0, mean number of busy cores - 1), D the mean memory intensity over busy time. Both are equal for
 * all cores of the node.
 *
 * Writes the rates (tasks/s) to `ratePerS` from index `offset`, one entry for each global task type. A rate is 0 if the
 * execution time is <= 0 (model "literal" only). Returns the power of the node's cores, W (Eq. 16 without idle power).
 */
export function averagedNodeRates(
  table: RateTable,
  { fraction, choice }: CoreFractions,
  firstGene: number,
  endGene: number,
  ratePerS: Float64Array,
  offset: number,
  globalTasks: number,
): number {
  const { tasks, width, baseS, powerW, intensity, deactivated } = table;
  for (let i = offset; i < offset + globalTasks; i++) ratePerS[i] = 0;
  let busyCores = 0;
  let intensityTime = 0;
  let coreW = 0;
  for (let g = firstGene, k = 0; g < endGene; g++) {
    const share = fraction[g]!;
    const p = choice[g]!;
    if (share > 0 && p < deactivated[k]!) {
      busyCores += share;
      intensityTime += share * intensity[k]!;
      coreW += share * powerW[k * width + p]!;
    }
    if (++k === tasks) k = 0;
  }
  if (busyCores === 0) return 0;
  const neighbours = Math.max(0, busyCores - 1);
  const averageIntensity = intensityTime / busyCores;
  for (let k = 0; k < tasks; k++) {
    const delayS = averagedDelayS(table, k, neighbours, averageIntensity);
    let rate = 0;
    for (let g = firstGene + k; g < endGene; g += tasks) {
      const share = fraction[g]!;
      if (share === 0) continue;
      const timeS = baseS[k * width + choice[g]!]! + delayS;
      if (timeS > 0) rate += share / timeS;
    }
    ratePerS[offset + table.task[k]!]! += rate;
  }
  return coreW;
}

/**
 * Returns the delay of an execution of local task type k that co-location causes, s.
 *
 * @param neighbours number of other busy cores of the node
 * @param averageIntensity mean memory intensity on the node
 */
export function averagedDelayS(table: RateTable, k: number, neighbours: number, averageIntensity: number): number {
  const delayS =
    table.perNeighbourS[k]! * neighbours + table.perAverageIntensityS[k]! * (averageIntensity - table.offset[k]!);
  return table.anchored ? Math.max(0, delayS) : delayS;
}

/**
 * Returns the reward rate, reward/s, for the completion rates of all task types (Eq. 22). With reward r_i and arrival
 * rate lambda_i, it is the
 *
 * sum over i of r_i min(rate_i, lambda_i)
 */
export function rewardOfRates(model: RewardRateModel, ratePerS: Float64Array): number {
  let reward = 0;
  for (let i = 0; i < ratePerS.length; i++) {
    reward += model.rewardPerTask[i]! * Math.min(ratePerS[i]!, model.arrivalRatePerS[i]!);
  }
  return reward;
}

/** Returns a plan's completion rate of each task type (tasks/s), core power of each zone (W), and reward rate. */
export function averagedPlanRates(
  model: RewardRateModel,
  plan: CoreFractions,
): { readonly ratePerS: Float64Array; readonly zoneCoreW: Float64Array; readonly rewardPerS: number } {
  const { layout } = plan;
  const tables = rateTables(model);
  const ratePerS = new Float64Array(model.taskNames.length);
  const ofNode = new Float64Array(ratePerS.length);
  const zoneCoreW = new Float64Array(layout.zoneCount);
  for (let n = 0; n < layout.nodeCount; n++) {
    const [first, end] = [layout.nodeFirstGene[n]!, layout.nodeFirstGene[n + 1]!];
    zoneCoreW[layout.nodeZone[n]!]! += averagedNodeRates(
      tables[layout.nodeType[n]!]!,
      plan,
      first,
      end,
      ofNode,
      0,
      ratePerS.length,
    );
    for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += ofNode[i]!;
  }
  return { ratePerS, zoneCoreW, rewardPerS: rewardOfRates(model, ratePerS) };
}
