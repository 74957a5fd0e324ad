import { ventCombinations } from '../../physics/airflow/vents.js';
import { DEFAULT_AIR } from '../../physics/cooling/crac.js';
import type { InfluenceMatrix, Zone } from '../../physics/thermal/influence-matrix.js';
import type { Quadrant, TemplatesInstance } from './instance.js';
import { middleStateOf } from './middle-state.js';
import { outletRiseKPerW } from './outlet-rise.js';
import { blockStandby, minimumOnByZone } from './standby.js';
import type { MiddleState, TemplatesBlock, TemplatesModel } from './model.js';
import { atWallW } from '../../physics/power/power-supply.js';

/**
 * Returns the model of a valid templates instance.
 *
 * @param matrices influence matrix of the room for each vent combination (ventCombinations); all have the same zones,
 * and each zone is a block
 * @throws RangeError if matrices and instance do not match, or if the air of some block never reaches a CRAC
 */
export function templatesModel(instance: TemplatesInstance, matrices: readonly InfluenceMatrix[]): TemplatesModel {
  const { facility, quadrants } = instance;
  const combinations = ventCombinations(quadrants.length, instance.ventOpenings);
  if (matrices.length !== combinations.length) {
    throw new RangeError(`${combinations.length} vent combinations need as many matrices, not ${matrices.length}`);
  }
  const { zones } = matrices[0]!;
  for (const [v, matrix] of matrices.entries()) {
    if (matrix.zones.length === zones.length && matrix.zones.every(({ name }, b) => name === zones[b]!.name)) continue;
    throw new RangeError(`The matrix of vent combination ${v} has other zones than that of combination 0`);
  }
  const tables = templatesTables(instance, zones);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const rhoC = densityKgPerM3 * heatCapacityJPerKgK;
  return {
    instance,
    ...tables,
    outletRiseKPerW: matrices.map((matrix) => outletRiseKPerW(matrix, rhoC)),
    outletLimitC: instance.outletLimitC,
    setPointMinC: Math.max(...facility.cracs.map(({ setPointMinC }) => setPointMinC)),
    setPointMaxC: Math.min(...facility.cracs.map(({ setPointMaxC }) => setPointMaxC)),
    cooling: facility.coolingPerformance,
  };
}

/** The parts of the model that do not depend on influence matrices. */
export type TemplatesTables = Pick<TemplatesModel, 'blocks' | 'quadrants' | 'ventOpenings' | 'middle'>;

/**
 * Returns the parts of an instance's model that do not depend on influence matrices.
 *
 * @param zones zones of the instance's room, in the order of the influence matrices
 * @throws RangeError for zones of another instance
 */
export function templatesTables(instance: TemplatesInstance, zones: readonly Zone[]): TemplatesTables {
  const middle = middleStateOf(instance);
  const minimums = minimumOnByZone(instance, zones);
  const blocks = zones.map((zone, b) => {
    const block = blockOf(instance, middle, zone);
    const standby = blockStandby(instance, block, minimums[b]!);
    return standby === null ? block : { ...block, standby };
  });
  const { quadrants, ventOpenings } = instance;
  return {
    blocks,
    quadrants: quadrants.map(({ name }, q) => {
      const own = blocks.filter(({ quadrant }) => quadrant === q);
      return {
        name,
        cores: own.reduce((sum, { nodeCount, coresPerNode }) => sum + nodeCount * coresPerNode, 0),
        workPerS: own.reduce((sum, { workPerS }) => sum + workPerS, 0),
      };
    }),
    ventOpenings: ventCombinations(quadrants.length, ventOpenings),
    middle,
  };
}

function blockOf({ facility, quadrants }: TemplatesInstance, middle: MiddleState, zone: Zone): TemplatesBlock {
  const type = facility.nodeTypes.findIndex(({ name }) => name === zone.nodeType);
  const quadrant = quadrantOf(quadrants, zone.rack, zone.nodeType);
  if (type < 0 || quadrant < 0) throw new RangeError(`Zone ${zone.name} belongs to no node type or no quadrant`);
  const nodeType = facility.nodeTypes[type]!;
  const allCores = zone.nodeCount * nodeType.cores;
  return {
    name: zone.name,
    rack: zone.rack,
    level: zone.level,
    type,
    quadrant,
    nodeCount: zone.nodeCount,
    coresPerNode: nodeType.cores,
    idleW: atWallW(nodeType, zone.nodeCount * nodeType.idlePowerW),
    busyW: allCores * middle.coreW[type]!,
    workPerS: allCores * middle.ratePerS[type]!,
  };
}

/** Returns the index of the quadrant with the nodes of a type in a rack; -1 if there is none. */
export function quadrantOf(quadrants: readonly Quadrant[], rack: string, nodeType: string): number {
  return quadrants.findIndex(({ members }) =>
    members.some((member) => member.rack === rack && (member.nodeType === undefined || member.nodeType === nodeType)),
  );
}
