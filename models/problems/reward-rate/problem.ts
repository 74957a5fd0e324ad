import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import type { PowerBudget } from '../../physics/cooling/power-budget.js';
import { pStateTable } from '../../physics/power/p-states.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import { type WorkingAir, workingAir } from '../../physics/thermal/pass-through.js';
import type { ThermalResponse } from '../../physics/thermal/response.js';
import { thermalResponse } from '../../physics/thermal/thermal-response.js';
import type { ColocationChoice, Crac, InterferenceCoefficients, NodeType } from '../../facility/facility.js';
import type { RewardRateInstance } from './instance.js';

/**
 * The reward-rate problem in dense indices: names become positions, end points become tables, air becomes an affine response.
 *
 *   maximise   sum_i r_i min(rate_i, lambda_i)                                 (Eq. 22)
 *   subject to total power <= phi (Eqs. 16-17), inlets <= red line (Eq. 20), set-points in range,
 *              rack, PDU and cooling limits; only P-states that meet the deadline alone (Eq. 24)
 */
export interface RewardRateProblem {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly taskNames: readonly string[];
  /** r_i, length tasks. */
  readonly rewardPerTask: Float64Array;
  /** lambda_i, length tasks. */
  readonly arrivalRatePerS: Float64Array;
  readonly nodeTypes: readonly ProblemNodeType[];
  readonly zones: readonly ProblemZone[];
  /** Of the CRACs at work: a failed one (capacity 0) only passes air through. */
  readonly thermal: ThermalResponse;
  /** The CRACs at work, in the order of `thermal`. */
  readonly cracs: readonly ProblemCrac[];
  /** What failed CRACs breathe out, in terms of the others. */
  readonly passed: WorkingAir['passed'];
  readonly budget: PowerBudget;
  readonly redLineC: number;
  /** The range all CRACs at work share (empty, min > max, when there is none). */
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  /** Limits on the node power of a set of zones: racks and PDUs. */
  readonly powerLimits: readonly ZonePowerLimit[];
  readonly coolingLimits: readonly CoolingLimit[];
}

export interface ProblemNodeType {
  readonly name: string;
  readonly cores: number;
  /** At the wall, W. */
  readonly idleW: number;
  readonly colocation: ColocationChoice['model'];
  /** Task types that some admissible P-state runs; positions in this list are the "local" task indices. */
  readonly tasks: readonly ProblemTask[];
}

/** One task type on one node type. Arrays over the admissible P-states only. */
export interface ProblemTask {
  /** Index into taskNames. */
  readonly task: number;
  readonly memoryIntensity: number;
  readonly coefficients: InterferenceCoefficients;
  /** The P-state each entry stands for, ascending. */
  readonly pStates: readonly number[];
  readonly timeS: Float64Array;
  readonly powerW: Float64Array;
  readonly frequencyGHz: Float64Array;
}

export interface ProblemZone {
  readonly name: string;
  readonly type: number;
  readonly nodeCount: number;
  /** Of all its nodes, W. */
  readonly idleW: number;
}

export interface ZonePowerLimit {
  readonly constraint: 'rackPower' | 'pduPower';
  readonly where: string;
  readonly zones: readonly number[];
  readonly limitW: number;
}

export interface ProblemCrac {
  readonly name: string;
  /** Index into the matrix' CRACs. */
  readonly index: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  /** Infinity when there is no limit. */
  readonly capacityW: number;
}

export interface CoolingLimit {
  readonly where: string;
  /** Index into `cracs`. */
  readonly crac: number;
  readonly capacityW: number;
}

/**
 * Compiles a validated instance and its influence matrix. With `like`, the problem of a similar instance, what is the same in
 * both is taken over by identity: the thermal response (same matrix object, air and CRACs at work) and the node types, so that
 * what was computed from them serves again. @throws RangeError as thermalResponse does.
 */
export function rewardRateProblem(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  like?: RewardRateProblem,
): RewardRateProblem {
  const { facility, workload, limits } = instance;
  const taskIndex = new Map(workload.taskTypes.map((taskType, i) => [taskType.name, i]));
  const typeIndex = new Map(facility.nodeTypes.map((type, i) => [type.name, i]));
  const nodeTypes =
    like !== undefined && nodeTypeSource(like.instance) === nodeTypeSource(instance)
      ? like.nodeTypes
      : facility.nodeTypes.map((type) => compileNodeType(type, instance, taskIndex));
  const zones = matrix.zones.map((zone) => {
    const type = typeIndex.get(zone.nodeType)!;
    return { name: zone.name, type, nodeCount: zone.nodeCount, idleW: zone.nodeCount * nodeTypes[type]!.idleW };
  });
  const zonesOfRack = (rack: string): number[] => matrix.zones.flatMap((zone, b) => (zone.rack === rack ? [b] : []));
  const rhoC = heatPerVolume(instance);
  const { matrix: atWork, working, passed } = workingAir(matrix, failedCracs(instance, matrix));
  const cracs = working.map((index) => compileCrac(facility.cracs, matrix.cracNames[index]!, index));
  const sameAir =
    like?.matrix === matrix &&
    heatPerVolume(like.instance) === rhoC &&
    like.cracs.map(({ name }) => name).join('\n') === cracs.map(({ name }) => name).join('\n');
  return {
    instance,
    matrix,
    taskNames: workload.taskTypes.map((taskType) => taskType.name),
    rewardPerTask: Float64Array.from(workload.taskTypes, (taskType) => taskType.rewardPerTask),
    arrivalRatePerS: Float64Array.from(workload.taskTypes, (taskType) => taskType.arrivalRatePerS),
    nodeTypes,
    zones,
    thermal: sameAir ? like.thermal : thermalResponse(atWork, rhoC),
    cracs,
    passed,
    budget: {
      cooling: facility.coolingPerformance,
      upsEfficiency: facility.upsEfficiency ?? 1,
      otherLoadW: facility.otherLoadW ?? 0,
      capW: limits.powerCapW,
    },
    redLineC: limits.redLineC,
    setPointMinC: Math.max(...cracs.map((crac) => crac.setPointMinC)),
    setPointMaxC: Math.min(...cracs.map((crac) => crac.setPointMaxC)),
    powerLimits: [
      ...(limits.rackPowerLimits ?? []).map((limit) => ({
        constraint: 'rackPower' as const,
        where: limit.rack,
        zones: zonesOfRack(limit.rack),
        limitW: limit.powerLimitW,
      })),
      ...(limits.pdus ?? []).map((pdu) => ({
        constraint: 'pduPower' as const,
        where: pdu.name,
        zones: pdu.racks.flatMap(zonesOfRack),
        limitW: pdu.powerLimitW,
      })),
    ],
    coolingLimits: cracs.flatMap(({ name, capacityW }, crac) =>
      Number.isFinite(capacityW) ? [{ where: name, crac, capacityW }] : [],
    ),
  };
}

/** Capacity 0: the unit removes no heat (docs/decisions/failed-crac.md). If all have failed no state is steady: they stay, as limits nothing keeps. */
function failedCracs({ facility }: RewardRateInstance, matrix: InfluenceMatrix): ReadonlySet<number> {
  const failed = facility.cracs.filter((crac) => crac.coolingCapacityW === 0).map((crac) => crac.name);
  const indices = new Set(failed.map((name) => matrix.cracNames.indexOf(name)).filter((index) => index >= 0));
  return indices.size < matrix.cracNames.length ? indices : new Set();
}

function compileCrac(cracs: readonly Crac[], name: string, index: number): ProblemCrac {
  const crac = cracs.find((candidate) => candidate.name === name);
  return {
    name,
    index,
    setPointMinC: crac?.setPointMinC ?? NaN,
    setPointMaxC: crac?.setPointMaxC ?? NaN,
    capacityW: crac?.coolingCapacityW ?? Infinity,
  };
}

/** rho c of the air, J/(m3 K). */
function heatPerVolume({ facility }: RewardRateInstance): number {
  const air = facility.air ?? DEFAULT_AIR;
  return air.densityKgPerM3 * air.heatCapacityJPerKgK;
}

/** Everything compileNodeType reads. */
function nodeTypeSource({ facility, workload }: RewardRateInstance): string {
  const tasks = workload.taskTypes.map(({ name, memoryClass, deadlineS }) => [name, memoryClass, deadlineS]);
  return JSON.stringify([facility.nodeTypes, facility.colocation, tasks]);
}

const NO_INTERFERENCE: InterferenceCoefficients = { perNeighbourS: 0, perAverageIntensityS: 0 };

function compileNodeType(
  type: NodeType,
  instance: RewardRateInstance,
  taskIndex: ReadonlyMap<string, number>,
): ProblemNodeType {
  const tasks = type.tasks.flatMap((onType): ProblemTask[] => {
    const task = taskIndex.get(onType.taskType);
    if (task === undefined) return [];
    const { deadlineS, memoryClass } = instance.workload.taskTypes[task]!;
    const table = pStateTable(type, onType);
    // Eq. 24 describes what to remove: time alone >= deadline.
    const pStates = [...table.timeS.keys()].filter((p) => table.timeS[p]! < deadlineS);
    if (pStates.length === 0) return [];
    return [
      {
        task,
        memoryIntensity: onType.memoryIntensity,
        coefficients: type.interference?.[memoryClass] ?? NO_INTERFERENCE,
        pStates,
        timeS: Float64Array.from(pStates, (p) => table.timeS[p]!),
        powerW: Float64Array.from(pStates, (p) => table.powerW[p]!),
        frequencyGHz: Float64Array.from(pStates, (p) => type.pStateFrequenciesGHz[p]!),
      },
    ];
  });
  return {
    name: type.name,
    cores: type.cores,
    idleW: type.idlePowerW / (type.psuEfficiency ?? 1),
    colocation: instance.facility.colocation.model,
    tasks,
  };
}
