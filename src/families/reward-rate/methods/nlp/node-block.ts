import type { CompiledNodeType } from '../../../../../models/facility/compiled.js';
import { continuousTask } from './continuous-task.js';

/**
 * Rates and power of a node in the continuous model. On time average n_k cores run task type k, each at relative
 * frequency phi_k (see ContinuousTask). A node's block of variables has n_k for every task type, then phi_k for those
 * with more than one frequency.
 *
 * rate_k = n_k / CET_k, CET_k = B_k(phi_k) + max(0, u_k A + x_k (D - E_k)), power = sum_k n_k APC_k(phi_k)
 *
 * A = max(0, N - 1), D = sum_k n_k E_k / N, N = sum_k n_k (Eq. 21, Table 3.1)
 *
 * CET is the co-located execution time, B the time without co-location, E the memory intensity, APC the power of a
 * core; u and x are coefficients.
 */
export type NodeModel = ReturnType<typeof nodeModel>;

/**
 * Width over which the kink of the execution time (the max in CET) is smoothed, as a fraction of the shortest time
 * without co-location. Plans are evaluated without smoothing.
 */
export const DELAY_WIDTH = 1e-3;
/** Width over which the kink of A = max(0, N - 1), the number of busy neighbours, is smoothed, in cores. */
export const NEIGHBOUR_WIDTH = 0.02;
/** Added to the number of busy cores N, so that the average memory intensity D is defined on an idle node. */
const IDLE_CORES = 1e-4;
/** Lower limit of execution times under Eq. 21 as printed, as a fraction of the shortest time without co-location. */
const MIN_TIME_SHARE = 0.05;

/**
 * Returns the rate and power model of a node type.
 *
 * @param earns returns true if completing the task type earns a reward; other task types are left out
 */
export function nodeModel(type: CompiledNodeType, earns: (task: number) => boolean) {
  const tasks = type.tasks.flatMap(({ task }, local) => (earns(task) ? [continuousTask(type, local)] : []));
  const phiAt = new Int32Array(tasks.length).fill(-1);
  let size = tasks.length;
  for (const [k, { frequencies }] of tasks.entries()) if (frequencies > 1) phiAt[k] = size++;
  return {
    cores: type.cores,
    tasks,
    /** Number of variables in a node's block. */
    size,
    /** Position in the block of each task type's relative frequency phi; -1 if the type has only one frequency. */
    phiAt,
    colocation: type.colocation,
  };
}

/** Rates and power of a node at one point, with their derivatives; the arrays are reused for all nodes. */
export type NodeJets = ReturnType<typeof nodeJets>;

export function nodeJets(models: readonly NodeModel[]) {
  const K = Math.max(1, ...models.map((model) => model.tasks.length));
  const V = Math.max(1, ...models.map((model) => model.size));
  return {
    /** [task type]: completion rate of the node, tasks/s. */
    rate: new Float64Array(K),
    /** [task type][variable of the node], in one array: derivatives of the rates. */
    rateGradient: new Float64Array(K * V),
    powerW: 0,
    /** [variable of the node]: derivatives of the power. */
    powerGradient: new Float64Array(V),
    /** [task type][variable][variable], in one array: second derivatives of the rates. */
    rateHessian: new Float64Array(K * V * V),
    /** [variable][variable], in one array: second derivatives of the power. */
    powerHessian: new Float64Array(V * V),
    /** Working memory for derivatives, without meaning between calls. */
    scratch: new Float64Array(2 * V),
    base: new Float64Array(3),
    power: new Float64Array(3),
    soft: new Float64Array(3),
  };
}

/**
 * Evaluates the node whose block of x starts at index `at`, and writes the result to `jets`. `order` is the highest
 * order of the derivatives to compute; 0 for values only.
 */
export function evaluateNode(model: NodeModel, x: Float64Array, at: number, order: 0 | 1 | 2, jets: NodeJets): void {
  const { tasks, size: V, phiAt } = model;
  const literal = model.colocation === 'literal';
  const { base, power, soft } = jets;
  const K = tasks.length;
  let busy = IDLE_CORES;
  let intensity = 0;
  for (let k = 0; k < K; k++) {
    busy += x[at + k]!;
    intensity += x[at + k]! * tasks[k]!.intensity;
  }
  const D = intensity / busy;
  softPositive(busy - IDLE_CORES - 1, NEIGHBOUR_WIDTH, soft);
  const [A, A1, A2] = [soft[0]!, soft[1]!, soft[2]!];
  jets.powerW = 0;
  if (order >= 1) {
    jets.powerGradient.fill(0, 0, V);
    jets.rateGradient.fill(0, 0, K * V);
  }
  if (order >= 2) {
    jets.powerHessian.fill(0, 0, V * V);
    jets.rateHessian.fill(0, 0, K * V * V);
  }
  for (let k = 0; k < K; k++) {
    const task = tasks[k]!;
    const n = x[at + k]!;
    const p = phiAt[k]!;
    const phi = p < 0 ? 0 : x[at + p]!;
    task.powerW(phi, power);
    jets.powerW += n * power[0]!;
    task.baseS(phi, base);
    const z = task.perNeighbourS * A + task.perAverageIntensityS * (D - task.offset);
    let timeS: number;
    let inner = 1;
    let innerCurve = 0;
    if (model.colocation === 'anchored') {
      softPositive(z, DELAY_WIDTH * task.leastS, soft);
      timeS = base[0]! + soft[0]!;
      [inner, innerCurve] = [soft[1]!, soft[2]!];
    } else if (literal) {
      const floorS = MIN_TIME_SHARE * task.leastS;
      softPositive(base[0]! + z - floorS, DELAY_WIDTH * task.leastS, soft);
      timeS = floorS + soft[0]!;
      [inner, innerCurve] = [soft[1]!, soft[2]!];
    } else timeS = base[0]!;
    jets.rate[k] = n / timeS;
    if (order === 0) continue;
    jets.powerGradient[k] = power[0]!;
    if (p >= 0) jets.powerGradient[p] = n * power[1]!;
    // z and, for literal, the base time go through the rounded maximum.
    const t1 = jets.scratch;
    const zGradient = t1.subarray(V, 2 * V);
    t1.fill(0, 0, V);
    zGradient.fill(0);
    for (let j = 0; j < K; j++) {
      zGradient[j] = task.perNeighbourS * A1 + (task.perAverageIntensityS * (tasks[j]!.intensity - D)) / busy;
      t1[j] = inner * zGradient[j]!;
    }
    if (p >= 0) {
      t1[p] = (literal ? inner : 1) * base[1]!;
      if (literal) zGradient[p] = base[1]!;
    }
    const speed = 1 / timeS;
    for (let j = 0; j < V; j++) jets.rateGradient[k * V + j] = -n * speed * speed * t1[j]!;
    jets.rateGradient[k * V + k]! += speed;
    if (order === 1) continue;
    if (p >= 0) {
      jets.powerHessian[k * V + p] = jets.powerHessian[p * V + k] = power[1]!;
      jets.powerHessian[p * V + p] = n * power[2]!;
    }
    const square = k * V * V;
    for (let i = 0; i < V; i++) {
      for (let j = 0; j <= i; j++) {
        let t2 = innerCurve * zGradient[i]! * zGradient[j]!;
        if (i < K) {
          const z2 =
            task.perNeighbourS * A2 -
            (task.perAverageIntensityS * (tasks[i]!.intensity + tasks[j]!.intensity - 2 * D)) / (busy * busy);
          t2 += inner * z2;
        } else if (i === p && j === p) t2 += (literal ? inner : 1) * base[2]!;
        let value = n * speed * speed * (2 * speed * t1[i]! * t1[j]! - t2);
        if (i === k) value -= speed * speed * t1[j]!;
        if (j === k) value -= speed * speed * t1[i]!;
        jets.rateHessian[square + i * V + j] = jets.rateHessian[square + j * V + i] = value;
      }
    }
  }
}

/**
 * Writes a smooth approximation of max(0, z) to `jet`, with its first and second derivative:
 *
 * (z + sqrt(z^2 + width^2)) / 2
 *
 * It exceeds max(0, z) by at most width / 2.
 */
export function softPositive(z: number, width: number, jet: Float64Array): void {
  const root = Math.sqrt(z * z + width * width);
  jet[0] = (z + root) / 2;
  jet[1] = (1 + z / root) / 2;
  jet[2] = (width * width) / (2 * root ** 3);
}
