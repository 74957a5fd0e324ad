import { DEFAULT_AIR } from '../physics/cooling/crac.js';
import { pStateTable } from '../physics/power/p-states.js';
import type { InfluenceMatrix } from '../physics/thermal/influence-matrix.js';
import { type WorkingAir, workingAir } from '../physics/thermal/pass-through.js';
import type { ThermalResponse } from '../physics/thermal/response.js';
import { thermalResponse } from '../physics/thermal/thermal-response.js';
import type {
  ColocationChoice,
  CoolingPerformance,
  Crac,
  Facility,
  InterferenceCoefficients,
  NodeType,
} from './facility.js';
import { atWallW } from '../physics/power/power-supply.js';

/**
 * A facility in the form for computation. It has indices for names, tables for interpolated values, and temperatures as
 * affine functions of power.
 */
export interface CompiledFacility {
  readonly facility: Facility;
  readonly matrix: InfluenceMatrix;
  readonly nodeTypes: readonly CompiledNodeType[];
  readonly zones: readonly CompiledZone[];
  /**
   * Influence matrix with all zones and only the working CRACs. A failed CRAC (capacity 0) removes no heat: its air is
   * passed through and its row is eliminated.
   */
  readonly workingAir: InfluenceMatrix;
  /** Response of inlet temperatures to node power and the set-points of the working CRACs. */
  readonly thermal: ThermalResponse;
  /** The working CRACs, in the order of the set-points of `thermal`. */
  readonly cracs: readonly CompiledCrac[];
  /** Outlet air of each failed CRAC, given as a mixture of the outlet air of zones and working CRACs. */
  readonly passed: WorkingAir['passed'];
  readonly cooling: CoolingPerformance;
  /**
   * Lowest set-point that all working CRACs allow, C. If it exceeds `setPointMaxC`, the CRACs have no common set-point.
   */
  readonly setPointMinC: number;
  /** Highest set-point that all working CRACs allow, C. */
  readonly setPointMaxC: number;
  readonly coolingLimits: readonly CoolingLimit[];
}

/** Data of a task type that decide in which P-states of a node type it can run, and how fast. */
export interface RunnableTask {
  readonly name: string;
  /** Memory class, which selects the co-location coefficients of a node type. */
  readonly memoryClass: string;
  /**
   * Deadline of a task, s; Infinity if there is none. A P-state in which the execution time without co-location reaches
   * the deadline is not used (Eq. 24).
   */
  readonly deadlineS: number;
}

export interface CompiledNodeType {
  readonly name: string;
  readonly cores: number;
  /**
   * Power at the wall of a node without work, W. It is the standby power if the node type may be on standby, otherwise
   * the idle power.
   */
  readonly idleW: number;
  /**
   * Additional power at the wall of a node that leaves standby, W, >= 0; absent if no node of the type may be on
   * standby. Every configuration of the type includes it, except the empty one, which is standby.
   */
  readonly wakeW?: number | undefined;
  readonly colocation: ColocationChoice['model'];
  /** Task types that have an admissible P-state on this node type. A "local" task index is an index in this list. */
  readonly tasks: readonly CompiledTask[];
}

/** One task type on one node type. Arrays have one entry for each admissible P-state. */
export interface CompiledTask {
  /** Global index: index in the list of task types for which the facility was compiled. */
  readonly task: number;
  readonly memoryIntensity: number;
  readonly coefficients: InterferenceCoefficients;
  /** Numbers of the admissible P-states of the node type, ascending. All further arrays have the same order. */
  readonly pStates: readonly number[];
  readonly timeS: Float64Array;
  readonly powerW: Float64Array;
  readonly frequencyGHz: Float64Array;
  /**
   * Numbers of cores of one node that may run this task type at the same time, ascending from 0. The field is absent if
   * any number is allowed.
   */
  readonly coreCounts?: readonly number[];
}

/** A thermal zone: nodes of one type with the same inlet air. */
export interface CompiledZone {
  readonly name: string;
  /** Index in CompiledFacility.nodeTypes. */
  readonly type: number;
  readonly nodeCount: number;
  /** Power of the zone's nodes if none has work, W. */
  readonly idleW: number;
}

export interface CompiledCrac {
  readonly name: string;
  /** Row of the CRAC in the influence matrix of the facility, which includes failed CRACs. */
  readonly index: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  /** Cooling capacity, W; Infinity without a limit. */
  readonly capacityW: number;
}

export interface CoolingLimit {
  readonly where: string;
  /** Index of the limited CRAC among the working CRACs. */
  readonly crac: number;
  readonly capacityW: number;
}

/** A compiled facility and the task types for which it was compiled. */
export interface CompiledBefore {
  readonly compiled: CompiledFacility;
  readonly tasks: readonly RunnableTask[];
}

/**
 * Compiles a valid facility for a list of task types, given the room's influence matrix.
 *
 * @param like an earlier result whose parts are reused. Node types that are equal are taken from it as the same
 * objects, with all that is cached in them. Its thermal response is reused if matrix object, air and working CRACs are
 * the same.
 * @throws RangeError as thermalResponse does
 */
export function compileFacility(
  facility: Facility,
  tasks: readonly RunnableTask[],
  matrix: InfluenceMatrix,
  like?: CompiledBefore,
): CompiledFacility {
  const before = like?.compiled;
  const taskIndex = new Map(tasks.map((task, i) => [task.name, i]));
  const typeIndex = new Map(facility.nodeTypes.map((type, i) => [type.name, i]));
  const nodeTypes =
    like !== undefined && nodeTypeSource(like.compiled.facility, like.tasks) === nodeTypeSource(facility, tasks)
      ? like.compiled.nodeTypes
      : facility.nodeTypes.map((type) => compileNodeType(type, facility.colocation.model, tasks, taskIndex));
  const zones = matrix.zones.map((zone) => {
    const type = typeIndex.get(zone.nodeType)!;
    return { name: zone.name, type, nodeCount: zone.nodeCount, idleW: zone.nodeCount * nodeTypes[type]!.idleW };
  });
  const rhoC = heatPerVolume(facility);
  const { matrix: atWork, working, passed } = workingAir(matrix, failedCracs(facility, matrix));
  const cracs = working.map((index) => compileCrac(facility.cracs, matrix.cracNames[index]!, index));
  const hasSameAir =
    before?.matrix === matrix &&
    heatPerVolume(before.facility) === rhoC &&
    before.cracs.map(({ name }) => name).join('\n') === cracs.map(({ name }) => name).join('\n');
  return {
    facility,
    matrix,
    nodeTypes,
    zones,
    workingAir: atWork,
    thermal: hasSameAir ? before.thermal : thermalResponse(atWork, rhoC),
    cracs,
    passed,
    cooling: facility.coolingPerformance,
    setPointMinC: Math.max(...cracs.map((crac) => crac.setPointMinC)),
    setPointMaxC: Math.min(...cracs.map((crac) => crac.setPointMaxC)),
    coolingLimits: cracs.flatMap(({ name, capacityW }, crac) =>
      Number.isFinite(capacityW) ? [{ where: name, crac, capacityW }] : [],
    ),
  };
}

/**
 * Returns the indices in the influence matrix of failed CRACs, which are those with capacity 0
 * (docs/decisions/failed-crac.md). If all CRACs have failed, there is no steady state. They then count as working, and
 * every plan exceeds their capacity.
 */
function failedCracs({ cracs }: Facility, matrix: InfluenceMatrix): ReadonlySet<number> {
  const failed = cracs.filter((crac) => crac.coolingCapacityW === 0).map((crac) => crac.name);
  const indices = new Set(failed.map((name) => matrix.cracNames.indexOf(name)).filter((index) => index >= 0));
  return indices.size < matrix.cracNames.length ? indices : new Set();
}

function compileCrac(cracs: readonly Crac[], name: string, index: number): CompiledCrac {
  const crac = cracs.find((candidate) => candidate.name === name);
  return {
    name,
    index,
    setPointMinC: crac?.setPointMinC ?? NaN,
    setPointMaxC: crac?.setPointMaxC ?? NaN,
    capacityW: crac?.coolingCapacityW ?? Infinity,
  };
}

/** Returns the heat capacity of a cubic metre of air (density x heat capacity per kg), J/(m3 K). */
function heatPerVolume({ air = DEFAULT_AIR }: Facility): number {
  return air.densityKgPerM3 * air.heatCapacityJPerKgK;
}

/** Returns all data that compileNodeType reads, as JSON. Equal texts mean equal compiled node types. */
function nodeTypeSource({ nodeTypes, colocation }: Facility, tasks: readonly RunnableTask[]): string {
  const read = tasks.map(({ name, memoryClass, deadlineS }) => [name, memoryClass, deadlineS]);
  return JSON.stringify([nodeTypes, colocation, read]);
}

/** Coefficients for a memory class for which a node type has none. With them, co-location does not slow tasks down. */
const NO_INTERFERENCE: InterferenceCoefficients = { perNeighbourS: 0, perAverageIntensityS: 0 };

function compileNodeType(
  type: NodeType,
  colocation: ColocationChoice['model'],
  taskTypes: readonly RunnableTask[],
  taskIndex: ReadonlyMap<string, number>,
): CompiledNodeType {
  const tasks = type.tasks.flatMap((onType): CompiledTask[] => {
    const task = taskIndex.get(onType.taskType);
    if (task === undefined) return [];
    const { deadlineS, memoryClass } = taskTypes[task]!;
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
  return { name: type.name, cores: type.cores, idleW: atWallW(type, type.idlePowerW), colocation, tasks };
}
