import type { InfluenceMatrix, Zone } from '../../../../models/physics/thermal/influence-matrix.js';
import type { CoolingPerformance, NodeType } from '../../../../models/facility/facility.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault } from '../../../check/findings.js';
import { type CheckedStandby, checkedStandby } from './standby.js';
import { addInstanceFaults } from './instance-faults.js';
import { corePowerW, timeAloneS } from '../../../check/p-states.js';
import { checkMatrix } from '../../../check/matrix-faults.js';

/** Data of the room by block (equal nodes that share inlet and exhaust air), for the thesis' equations. */
export interface CheckedRoom {
  readonly blocks: readonly CheckedBlock[];
  /** Number of cores of each quadrant, NC^total. */
  readonly quadrantCores: readonly number[];
  readonly quadrantNames: readonly string[];
  /** Coolest set-point that all CRACs allow, C. */
  readonly coolestC: number;
  /** Warmest set-point that all CRACs allow, C. */
  readonly warmestC: number;
  readonly outletLimitC: number;
  readonly cooling: CoolingPerformance;
  /** Heat capacity of a cubic metre of air, rho C, J/(m3 K). */
  readonly heatPerM3K: number;
  /** Influence matrix of each vent combination. */
  readonly matrices: readonly InfluenceMatrix[];
}

/** All nodes of a zone together. Powers and rates are totals of these nodes. */
export interface CheckedBlock {
  readonly name: string;
  readonly quadrant: number;
  readonly nodeType: string;
  readonly nodes: number;
  readonly cores: number;
  /** Power of the block if all its nodes are idle, W. */
  readonly idleW: number;
  /** Additional power of the block if all its cores are busy, W. */
  readonly busyW: number;
  /** Service rate of the block if all its cores are busy, tasks/s. */
  readonly workPerS: number;
  /** Power of the block if all its nodes are on standby, W. */
  readonly standbyW: number;
  /** Minimum number of nodes of the block that must be on; equals `nodes` if none may be on standby. */
  readonly fewestOn: number;
}

/** Air density and heat capacity if the instance gives none: dry air at 20 C and sea level. */
const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 };

/** Returns the data of the room; null, with violations added, if the checker cannot compute with it. */
export function checkedRoom(
  instance: TemplatesInstance,
  matrices: readonly InfluenceMatrix[],
  violations: Violation[],
): CheckedRoom | null {
  addInstanceFaults(instance, violations);
  addMatrixFaults(instance, matrices, violations);
  if (violations.length > 0) return null;
  const { facility, quadrants, outletLimitC } = instance;
  const standby = checkedStandby(instance, matrices[0]!);
  const blocks = matrices[0]!.zones.map((zone, b) => ({ ...blockOf(instance, zone), ...standby[b]! }));
  for (const [q, { name }] of quadrants.entries()) {
    if (!blocks.some(({ quadrant }) => quadrant === q))
      addFault(violations, 'instance', `quadrant "${name}" has no nodes`);
  }
  for (const { name, quadrant, idleW, busyW, workPerS, standbyW } of blocks) {
    const known = [idleW, busyW, workPerS, standbyW].every((value) => value >= 0 && value < Infinity);
    if (quadrant < 0) addFault(violations, 'instance', `the nodes of "${name}" are not in exactly one quadrant`);
    if (!known) addFault(violations, 'instance', `power or rate of "${name}" cannot be computed`);
  }
  const quadrantCores = quadrants.map((_, q) => {
    let cores = 0;
    for (const block of blocks) if (block.quadrant === q) cores += block.cores;
    return cores;
  });
  for (const [q, running] of instance.grid.runningCores.entries()) {
    const mostRunning = running.at(-1)!;
    if (mostRunning > quadrantCores[q]!)
      addFault(violations, 'instance', `more cores run in "${quadrants[q]!.name}" than it has`);
  }
  if (violations.length > 0) return null;
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  return {
    blocks,
    quadrantCores,
    quadrantNames: quadrants.map(({ name }) => name),
    coolestC: Math.max(...facility.cracs.map(({ setPointMinC }) => setPointMinC)),
    warmestC: Math.min(...facility.cracs.map(({ setPointMaxC }) => setPointMaxC)),
    outletLimitC,
    cooling: facility.coolingPerformance,
    heatPerM3K: densityKgPerM3 * heatCapacityJPerKgK,
    matrices,
  };
}

/** Returns the block of a zone. Its quadrant is -1 if its nodes belong to no quadrant or to several. */
function blockOf(
  instance: TemplatesInstance,
  { name, rack, nodeType, nodeCount }: Zone,
): Omit<CheckedBlock, keyof CheckedStandby> {
  const type = instance.facility.nodeTypes.find((one) => one.name === nodeType)!;
  const { ratePerS, powerW } = averageCore(instance, type);
  const owners = instance.quadrants.flatMap(({ members }, q) =>
    members.some((member) => member.rack === rack && (member.nodeType ?? nodeType) === nodeType) ? [q] : [],
  );
  const cores = nodeCount * type.cores;
  return {
    name,
    quadrant: owners.length === 1 ? owners[0]! : -1,
    nodeType,
    nodes: nodeCount,
    cores,
    idleW: (nodeCount * type.idlePowerW) / (type.psuEfficiency ?? 1),
    busyW: cores * powerW,
    workPerS: cores * ratePerS,
  };
}

/** Average core of a node type: service rate ER^avg (Eq. 61), tasks/s, and power P^core (Eq. 64), W at the wall. */
interface AverageCore {
  readonly ratePerS: number;
  readonly powerW: number;
}

/**
 * Returns the mean service rate and power of a core over all task types (Eqs. 61 and 64) in the middle P-state. If
 * there are two middle P-states, the instance states which one is used. NaN if the node type cannot run some task type.
 */
function averageCore({ taskTypes, middlePState }: TemplatesInstance, type: NodeType): AverageCore {
  const halfway = (type.pStateFrequenciesGHz.length - 1) / 2;
  const pState = middlePState === 'slower' ? Math.ceil(halfway) : Math.floor(halfway);
  let ratePerS = 0;
  let powerW = 0;
  for (const { name } of taskTypes) {
    const task = type.tasks.find(({ taskType }) => taskType === name);
    ratePerS += task === undefined ? NaN : 1 / timeAloneS(task.timeS, type.pStateFrequenciesGHz, pState);
    powerW += task === undefined ? NaN : corePowerW(task.corePowerW, type.pStateFrequenciesGHz, pState);
  }
  const count = taskTypes.length;
  return { ratePerS: ratePerS / count, powerW: powerW / count / (type.psuEfficiency ?? 1) };
}

/** Adds "matrix" faults unless there is a matrix of this facility for each vent combination, all with equal zones. */
function addMatrixFaults(
  instance: TemplatesInstance,
  matrices: readonly InfluenceMatrix[],
  violations: Violation[],
): void {
  const combinations = instance.ventOpenings.length ** instance.quadrants.length;
  if (matrices.length !== combinations) {
    addFault(violations, 'matrix', `${matrices.length} matrices for ${combinations} vent combinations`);
    return;
  }
  const zonesOf = (matrix: InfluenceMatrix): string =>
    JSON.stringify(matrix.zones.map(({ name, rack, nodeType, nodeCount }) => [name, rack, nodeType, nodeCount]));
  const first = zonesOf(matrices[0]!);
  // No CRAC of templates has a capacity, and none has failed.
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: undefined }));
  for (const [vents, matrix] of matrices.entries()) {
    const found: Violation[] = [];
    checkMatrix({ ...instance.facility, cracs }, matrix, found);
    if (zonesOf(matrix) !== first) addFault(found, 'matrix', 'other zones than those of vents 0');
    violations.push(...found.map((violation) => ({ ...violation, where: `vents ${vents}: ${violation.where}` })));
  }
}
