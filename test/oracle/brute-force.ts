import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { NodeType, TaskOnNodeType } from '../../models/facility/facility.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { denseOf } from '../support/dense-of.js';
import { upsInputW } from './ups-input.js';

/**
 * The model of the thesis stated once more, plainly and without the code under test: every core of every node runs one task
 * type in one P-state, or nothing. Only for facilities of a few nodes.
 */
export interface Oracle {
  readonly zones: readonly ZoneOptions[];
  /** Everything about given zone powers (W). */
  readonly operate: (zoneW: readonly number[]) => Operation;
  /** sum_i r_i min(rate_i, lambda_i) */
  readonly rewardPerS: (ratePerS: ArrayLike<number>) => number;
}

export interface ZoneOptions {
  readonly nodeCount: number;
  readonly idleW: number;
  /** What one node can do. */
  readonly node: readonly NodeOption[];
  /** What all its nodes together can do (nodes being alike). */
  readonly zone: readonly NodeOption[];
}

export interface NodeOption {
  readonly ratePerS: readonly number[];
  readonly coreW: number;
  /** Every node runs each of its task types in one P-state. */
  readonly uniform: boolean;
  readonly cores: readonly { readonly taskType: string; readonly pState: number }[];
  /** Number of nodes on standby (default 0). */
  readonly off?: number;
}

export interface Operation {
  readonly feasible: boolean;
  /** Common set-points that keep cap, red line and range: [coldestC, warmestC], empty when coldestC > warmestC. */
  readonly coldestC: number;
  readonly warmestC: number;
  /** The limits that do not depend on the set-point. */
  readonly limitsHold: boolean;
  readonly inletRiseC: readonly number[];
  readonly cracHeatW: readonly number[];
  totalW(setPointC: number): number;
}

export interface BestPlan {
  readonly rewardPerS: number;
  readonly choice: readonly NodeOption[];
}

export function oracle(instance: RewardRateInstance, matrix: InfluenceMatrix): Oracle {
  const { facility, workload, limits } = instance;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 };
  const rhoC = densityKgPerM3 * heatCapacityJPerKgK;
  const cracs = matrix.cracNames.length;
  const size = cracs + matrix.zones.length;
  const weights = denseOf(matrix.weights);
  const weight = (sink: number, source: number): number => weights[sink * size + source]!;
  const minC = Math.max(...facility.cracs.map((crac) => crac.setPointMinC));
  const maxC = Math.min(...facility.cracs.map((crac) => crac.setPointMaxC));
  const { quadraticPerC2: a, linearPerC: b, constant: c } = facility.coolingPerformance;
  const cop = (outletC: number): number => a * outletC ** 2 + b * outletC + c;

  /** Inlets above the set-point: rise = W_NN (rise + P / (rho c AF)), by Gaussian elimination. */
  const inletRiseC = (zoneW: readonly number[]): number[] => {
    const warmed = matrix.zones.map((_, z) => zoneW[z]! / (rhoC * matrix.airFlowM3PerS[cracs + z]!));
    const left = matrix.zones.map((_, i) =>
      matrix.zones.map((__, j) => (i === j ? 1 : 0) - weight(cracs + i, cracs + j)),
    );
    const right = matrix.zones.map((_, i) =>
      warmed.reduce((sum, value, j) => sum + weight(cracs + i, cracs + j) * value, 0),
    );
    return solveDense(left, right);
  };

  /** The set-point at which removing `heatW` draws exactly `leftW`. */
  const coldestFor = (heatW: number, leftW: number): number => {
    if (leftW <= 0) return heatW <= 0 && leftW === 0 ? -Infinity : Infinity;
    const needed = heatW / leftW;
    if (cop(minC) >= needed) return minC;
    if (cop(maxC) < needed) return Infinity;
    if (a === 0) return (needed - c) / b;
    return (-b + Math.sqrt(b * b - 4 * a * (c - needed))) / (2 * a);
  };

  const operate = (zoneW: readonly number[]): Operation => {
    const rise = inletRiseC(zoneW);
    const outletRise = rise.map((value, z) => value + zoneW[z]! / (rhoC * matrix.airFlowM3PerS[cracs + z]!));
    const cracHeatW = matrix.cracNames.map(
      (_, crac) =>
        rhoC *
        matrix.airFlowM3PerS[crac]! *
        outletRise.reduce((sum, value, z) => sum + weight(crac, cracs + z) * value, 0),
    );
    const nodesW = zoneW.reduce((sum, powerW) => sum + powerW, 0);
    const fixedW = upsInputW(facility, nodesW) + (facility.otherLoadW ?? 0);
    const removedW = cracHeatW.reduce((sum, heatW) => sum + Math.max(0, heatW), 0);
    const coldestC = Math.max(minC, coldestFor(removedW, limits.powerCapW - fixedW));
    const warmestC = Math.min(maxC, limits.redLineC - Math.max(...rise));
    const inRacks = (racks: readonly string[]): number =>
      matrix.zones.reduce((sum, zone, z) => sum + (racks.includes(zone.rack) ? zoneW[z]! : 0), 0);
    const limitsHold =
      (limits.rackPowerLimits ?? []).every(({ rack, powerLimitW }) => inRacks([rack]) <= powerLimitW) &&
      (limits.pdus ?? []).every(({ racks, powerLimitW }) => inRacks(racks) <= powerLimitW) &&
      facility.cracs.every(
        ({ name, coolingCapacityW }) => (coolingCapacityW ?? Infinity) >= cracHeatW[matrix.cracNames.indexOf(name)]!,
      );
    const totalW = (setPointC: number): number => fixedW + removedW / cop(setPointC);
    // Warmer is cheaper, so the warmest set-point decides; the coldest is where the cap is met.
    const feasible = limitsHold && warmestC >= minC && totalW(warmestC) <= limits.powerCapW;
    return { feasible, coldestC, warmestC, limitsHold, inletRiseC: rise, cracHeatW, totalW };
  };

  const nodeOptions = new Map(facility.nodeTypes.map((type) => [type.name, optionsOfNode(instance, type)]));
  return {
    zones: matrix.zones.map((zone) => {
      const type = facility.nodeTypes.find((candidate) => candidate.name === zone.nodeType)!;
      const node = nodeOptions.get(type.name)!;
      return {
        nodeCount: zone.nodeCount,
        idleW: (zone.nodeCount * type.idlePowerW) / (type.psuEfficiency ?? 1),
        node,
        zone: multisets(node.length, zone.nodeCount).map((chosen) => ({
          ratePerS: workload.taskTypes.map((_, i) => chosen.reduce((sum, n) => sum + node[n]!.ratePerS[i]!, 0)),
          coreW: chosen.reduce((sum, n) => sum + node[n]!.coreW, 0),
          uniform: chosen.every((n) => node[n]!.uniform),
          cores: chosen.flatMap((n) => node[n]!.cores),
        })),
      };
    }),
    operate,
    rewardPerS: (ratePerS) =>
      workload.taskTypes.reduce(
        (sum, task, i) => sum + task.rewardPerTask * Math.min(ratePerS[i]!, task.arrivalRatePerS),
        0,
      ),
  };
}

/**
 * The best feasible plan over every choice of every zone: of all, and of those whose nodes run each task type in one P-state.
 * Null where none is feasible. `tooMuch` hears of plans that earn more than those before but are not feasible.
 */
export function bruteForce(
  { zones, operate, rewardPerS }: Oracle,
  tooMuch: (choice: readonly NodeOption[]) => void = () => undefined,
): { readonly best: BestPlan | null; readonly bestUniform: BestPlan | null } {
  let best: BestPlan | null = null;
  let bestUniform: BestPlan | null = null;
  const choice: NodeOption[] = [];
  const descend = (z: number): void => {
    if (z < zones.length) {
      for (const option of zones[z]!.zone) {
        choice[z] = option;
        descend(z + 1);
      }
      return;
    }
    const reward = rewardPerS(sumRates(choice));
    const uniform = choice.every((option) => option.uniform);
    if (reward <= ((uniform ? bestUniform : best)?.rewardPerS ?? -1)) return;
    if (operate(choice.map((option, b) => option.coreW + zones[b]!.idleW)).feasible) {
      const plan = { rewardPerS: reward, choice: [...choice] };
      if (reward > (best?.rewardPerS ?? -1)) best = plan;
      if (uniform) bestUniform = plan;
    } else tooMuch([...choice]);
  };
  descend(0);
  return { best, bestUniform };
}

export function sumRates(options: readonly NodeOption[]): number[] {
  return options[0]!.ratePerS.map((_, i) => options.reduce((sum, option) => sum + option.ratePerS[i]!, 0));
}

/** Every way to give each core of one node a task type and P-state, or nothing (Eqs. 16, 21-24). */
export function optionsOfNode(instance: RewardRateInstance, type: NodeType): NodeOption[] {
  const { workload, facility } = instance;
  const runs = type.tasks.flatMap((task) => {
    const global = workload.taskTypes.findIndex(({ name }) => name === task.taskType);
    const { deadlineS, memoryClass } = workload.taskTypes[global]!;
    return type.pStateFrequenciesGHz.flatMap((frequencyGHz, pState) => {
      const timeS = atPState(task.timeS, type, pState, (f) => 1 / f);
      const powerW = atPState(task.corePowerW, type, pState, (f) => f ** 3) / (type.psuEfficiency ?? 1);
      return timeS < deadlineS
        ? [{ task, global, pState, frequencyGHz, timeS, powerW, c: type.interference?.[memoryClass] }]
        : [];
    });
  });
  const options: NodeOption[] = [];
  for (let busy = 0; busy <= type.cores; busy++) {
    for (const chosen of multisets(runs.length, busy)) {
      const ratePerS = workload.taskTypes.map(() => 0);
      let coreW = 0;
      let physical = true;
      const D = chosen.reduce((sum, n) => sum + runs[n]!.task.memoryIntensity, 0) / busy;
      for (const n of chosen) {
        const { task, global, frequencyGHz, timeS: B, powerW, c } = runs[n]!;
        const E = task.memoryIntensity;
        const A = busy - 1;
        let time = B;
        if (facility.colocation.model === 'anchored')
          time = B + Math.max(0, c!.perNeighbourS * A + c!.perAverageIntensityS * (D - E));
        if (facility.colocation.model === 'literal') {
          time =
            c!.perNeighbourS * A +
            c!.baseTimeFactor! * B +
            c!.perGHzS! * frequencyGHz +
            c!.perAverageIntensityS * D +
            c!.perOwnIntensityS! * E +
            c!.constantS!;
        }
        if (time <= 0) physical = false;
        ratePerS[global]! += 1 / time;
        coreW += powerW;
      }
      const pStatesOf = new Map(chosen.map((n) => [runs[n]!.global, runs[n]!.pState]));
      const uniform = chosen.every((n) => pStatesOf.get(runs[n]!.global) === runs[n]!.pState);
      if (physical)
        options.push({
          uniform,
          ratePerS,
          coreW,
          cores: chosen.map((n) => ({ taskType: runs[n]!.task.taskType, pState: runs[n]!.pState })),
        });
    }
  }
  return options;
}

function atPState(
  values: TaskOnNodeType['timeS'],
  type: NodeType,
  pState: number,
  basis: (f: number) => number,
): number {
  if (!('atHighestFrequency' in values)) return values[pState]!;
  const f = type.pStateFrequenciesGHz;
  if (f.length === 1) return values.atHighestFrequency;
  const [high, low, here] = [basis(f[0]!), basis(f[f.length - 1]!), basis(f[pState]!)];
  return (
    values.atHighestFrequency + ((values.atLowestFrequency - values.atHighestFrequency) * (here - high)) / (low - high)
  );
}

/** All multisets of `size` elements of 0..kinds-1, as ascending lists. */
export function multisets(kinds: number, size: number): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: kinds }, (_, first) =>
    multisets(kinds - first, size - 1).map((rest) => [first, ...rest.map((n) => n + first)]),
  ).flat();
}

/** Gaussian elimination with partial pivoting. */
export function solveDense(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!;
      for (let j = k; j <= n; j++) rows[i]![j]! -= factor * rows[k]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let value = rows[i]![n]!;
    for (let j = i + 1; j < n; j++) value -= rows[i]![j]! * x[j]!;
    x[i] = value / rows[i]![i]!;
  }
  return x;
}
