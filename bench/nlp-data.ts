import { tangentMeter } from '../models/facility/meter.js';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RewardRateModel } from '../models/families/reward-rate/model.js';
import { DELAY_WIDTH, NEIGHBOUR_WIDTH } from '../src/families/reward-rate/methods/nlp/node-block.js';
import { nodeClasses } from '../src/families/reward-rate/methods/nlp/starts.js';
import { openModel } from '../src/families/reward-rate/runs/open.js';

/**
 * The continuous nonlinear program that `nlp` solves, as plain data for other solvers (see docs/reward-rate/nlp.md).
 * Variables: set-point T_c and removed heat q_c of each CRAC c, rate x_i of each task type i. For each class of equal
 * nodes and task type k: mean number of busy cores n_k and frequency f_k. Units: W, C, s, GHz, tasks/s.
 *
 * Functions: CET task time with co-location, B task time alone, APC core power, N busy cores of a node, A its neighbours,
 * E memory intensity of a task type (D: mean over busy cores), P_b power of zone b. u and x weigh A and D - E in CET.
 *
 *   max sum_i reward_i x_i,   0 <= x_i <= arrival_i,   x_i <= sum_classes nodes n_k / CET_k
 *   CET = B(f) + s(u A + x (D - E); delayWidthS),   s(z; w) = (z + sqrt(z^2 + w^2)) / 2,   A = s(N - 1; neighbourWidth)
 *   D = sum n E / (N + 1e-4),   N = sum n <= cores
 *   P_b = idle_b + sum over the zone's classes of nodes sum n_k APC_k(f_k)
 *   sum P / upsEfficiency + sum_c q_c / CoP(T_c) + otherLoad <= cap,   q_c >= H_c P + K_c T,  q_c <= capacity_c
 *   G T + M P <= redLine,   P over each limit's zones <= its limit
 *
 * B and APC pass through the listed P-states. With `linearInBasis`, B is linear in 1/f and APC in f^3; otherwise they
 * are monotone cubics of these.
 */
export interface NlpData {
  readonly name: string;
  readonly colocation: string;
  readonly delayWidthShare: number;
  readonly neighbourWidthCores: number;
  readonly idleCores: number;
  readonly tasks: readonly { readonly name: string; readonly reward: number; readonly arrivalPerS: number }[];
  readonly nodeTypes: readonly NlpNodeType[];
  readonly classes: readonly { readonly zone: number; readonly nodes: number }[];
  readonly zones: readonly { readonly name: string; readonly type: number; readonly idleW: number }[];
  readonly cracs: readonly {
    readonly minC: number;
    readonly maxC: number;
    readonly capacityW: number | null;
    /** Coefficients H_c of the heat that the CRAC removes, by zone power. */
    readonly heatPerW: readonly number[];
    /** Coefficients K_c of the heat that the CRAC removes, by CRAC set-point. */
    readonly heatPerC: readonly number[];
  }[];
  /** Matrix M [zone][zone] of inlet temperatures by zone power, K/W. */
  readonly inletPerW: readonly (readonly number[])[];
  /** Matrix G [zone][CRAC] of inlet temperatures by CRAC set-point. */
  readonly inletPerSetPoint: readonly (readonly number[])[];
  readonly powerLimits: readonly { readonly zones: readonly number[]; readonly limitW: number }[];
  readonly capW: number;
  readonly upsEfficiency: number;
  readonly otherLoadW: number;
  readonly redLineC: number;
  /** Coefficients of the CRACs' coefficient of performance, CoP(T) = a T^2 + b T + c. */
  readonly cop: readonly [a: number, b: number, c: number];
}

export interface NlpNodeType {
  readonly name: string;
  readonly cores: number;
  readonly tasks: readonly {
    readonly task: number;
    readonly frequencyGHz: readonly number[];
    readonly timeS: readonly number[];
    readonly powerW: readonly number[];
    readonly linearInBasis: boolean;
    readonly perNeighbourS: number;
    readonly perAverageIntensityS: number;
    readonly intensity: number;
    readonly delayWidthS: number;
  }[];
}

/**
 * Returns the data of the nonlinear program of an instance.
 *
 * @param mostClasses approximate maximum number of node classes; zones are split into classes of equal nodes as in
 * `nlp`
 */
export function nlpData(model: RewardRateModel, mostClasses = 240): NlpData {
  const { thermal, zones, cracs, budget } = model;
  return {
    name: model.instance.name,
    colocation: model.instance.facility.colocation.model,
    delayWidthShare: DELAY_WIDTH,
    neighbourWidthCores: NEIGHBOUR_WIDTH,
    idleCores: 1e-4,
    tasks: model.taskNames.map((name, i) => ({
      name,
      reward: model.rewardPerTask[i]!,
      arrivalPerS: model.arrivalRatePerS[i]!,
    })),
    nodeTypes: model.nodeTypes.map((type) => ({
      name: type.name,
      cores: type.cores,
      tasks: type.tasks.map((task) => ({
        task: task.task,
        frequencyGHz: [...task.frequencyGHz],
        timeS: [...task.timeS],
        powerW: [...task.powerW],
        linearInBasis:
          onLine(task.frequencyGHz, task.timeS, (f) => 1 / f) && onLine(task.frequencyGHz, task.powerW, (f) => f ** 3),
        perNeighbourS: task.coefficients.perNeighbourS,
        perAverageIntensityS: task.coefficients.perAverageIntensityS,
        intensity: task.memoryIntensity,
        delayWidthS: DELAY_WIDTH * Math.min(...task.timeS),
      })),
    })),
    classes: nodeClasses(model, mostClasses),
    zones: zones.map(({ name, type, idleW }) => ({ name, type, idleW })),
    cracs: cracs.map(({ setPointMinC, setPointMaxC, capacityW }, c) => ({
      minC: setPointMinC,
      maxC: setPointMaxC,
      capacityW: Number.isFinite(capacityW) ? capacityW : null,
      heatPerW: [...thermal.cracHeatRow(c)],
      heatPerC: [...thermal.cracHeatPerSetPoint(c)],
    })),
    inletPerW: zones.map((_, b) => [...thermal.inletRow(b)]),
    inletPerSetPoint: cracs.map((_, c) => [...thermal.inletShareOfCrac(c)]),
    powerLimits: model.powerLimits.map(({ zones: members, limit }) => ({ zones: members, limitW: limit })),
    capW: budget.powerCapW,
    upsEfficiency: tangentMeter(budget, 0).ups.efficiency,
    otherLoadW: budget.otherLoadW,
    redLineC: model.redLineC,
    cop: [budget.cooling.quadraticPerC2, budget.cooling.linearPerC, budget.cooling.constant],
  };
}

function onLine(f: Float64Array, values: Float64Array, basis: (f: number) => number): boolean {
  const last = f.length - 1;
  if (last < 1) return true;
  const slope = (values[last]! - values[0]!) / (basis(f[last]!) - basis(f[0]!));
  return values.every((value, p) => {
    return Math.abs(values[0]! + slope * (basis(f[p]!) - basis(f[0]!)) - value) <= 1e-9 * Math.abs(value);
  });
}

/**
 * Writes the data of the nonlinear program of an instance to a file.
 * - node dist/bench/nlp-data.js <instance> <output.json> [classes]
 */
function main([file, output, classes]: readonly string[]): void {
  if (file === undefined || output === undefined) throw new Error('usage: nlp-data <instance> <output.json> [classes]');
  const opened = openModel(file);
  if (!opened.ok) throw new Error(opened.faults.map(({ path, remedy }) => `${path}: ${remedy}`).join('\n'));
  writeFileSync(output, JSON.stringify(nlpData(opened.model, classes === undefined ? undefined : Number(classes))));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
