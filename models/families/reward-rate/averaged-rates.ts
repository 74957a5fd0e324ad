import type { CoreFractions } from './core-fractions.js';
import type { CompiledNodeType, CompiledTask } from '../../facility/compiled.js';
import type { RewardRateModel } from './model.js';

/**
 * Eq. 21 of one node type as tables over (local task k, choice p), entry k * width + p:
 *
 *   CET = baseS + delay,   delay = u A + x (D - offset), for anchored not below 0
 *
 * anchored: baseS = B, offset = E. literal: baseS = v B + w C + y E + z, offset = 0. none: baseS = B, u = x = 0.
 * The last choice of a task (deactivated) has baseS Infinity and power 0.
 */
export interface RateTable {
  readonly tasks: number;
  readonly width: number;
  readonly anchored: boolean;
  readonly baseS: Float64Array;
  readonly powerW: Float64Array;
  /** Delay per neighbouring core by local task, u, s. */
  readonly perNeighbourS: Float64Array;
  /** Delay per unit of mean memory intensity by local task, x, s. */
  readonly perAverageIntensityS: Float64Array;
  /** Memory intensity at which the delay of `perAverageIntensityS` is 0, by local task. */
  readonly offset: Float64Array;
  /** Memory intensity E by local task. */
  readonly intensity: Float64Array;
  /** Position in taskNames by local task. */
  readonly task: Int32Array;
  /** Number of admissible P-states by local task; as a choice, this number means deactivated. */
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
 * Returns the rates of one node with the paper's time-averaged features: A = max(0, mean number of busy cores - 1), D =
 * mean memory intensity over busy time, one value for all its cores (Table 3.1 put into Eq. 21). Overwrites
 * ratePerS[offset + i], tasks/s by global task type; returns the node's core power, W (Eq. 16 without idle power). A
 * time at or below zero (literal only) earns 0.
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

/** Returns the time that tasks on other cores add to local task k, s. */
export function averagedDelayS(table: RateTable, k: number, neighbours: number, averageIntensity: number): number {
  const delayS =
    table.perNeighbourS[k]! * neighbours + table.perAverageIntensityS[k]! * (averageIntensity - table.offset[k]!);
  return table.anchored ? Math.max(0, delayS) : delayS;
}

/** Returns the reward rate of given completion rates, 1/s: sum_i r_i min(rate_i, lambda_i) (Eq. 22). */
export function rewardOfRates(model: RewardRateModel, ratePerS: Float64Array): number {
  let reward = 0;
  for (let i = 0; i < ratePerS.length; i++) {
    reward += model.rewardPerTask[i]! * Math.min(ratePerS[i]!, model.arrivalRatePerS[i]!);
  }
  return reward;
}

/**
 * Returns the completion rates (tasks/s by task type) and core power by zone (W) of a whole plan, computed from
 * scratch.
 */
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
