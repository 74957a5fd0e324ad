import type { Facility } from '../../../../../models/facility/facility.js';
import { deriveZones } from '../../../../../models/physics/airflow/zones.js';
import type {
  FacilityOperation,
  UtilityInstance,
  UtilityInstanceFile,
  UtilityPool,
} from '../../../../../models/families/utility/instance.js';

/**
 * A pool made from a part of a facility. Its cores, all of one node type, are the nodes of the pool in the instance
 * format.
 */
export interface FacilityPool {
  readonly pool: UtilityPool;
  /** Index of its node type in the facility. */
  readonly nodeType: number;
  /** Indices of its thermal zones in the influence matrix, ascending. */
  readonly zones: readonly number[];
}

/**
 * Returns the pools of a facility: one for each thermal zone, or for each rack and node type. They are ordered by their
 * first zone in the influence matrix (docs/decisions/utility-facility.md).
 */
export function facilityPools(facility: Facility, { poolsPer = 'zone' }: FacilityOperation): FacilityPool[] {
  const typeOf = new Map(facility.nodeTypes.map(({ name }, index) => [name, index]));
  const pools = new Map<string, { name: string; nodeType: number; nodes: number; zones: number[] }>();
  const zones = deriveZones(facility);
  const isMixed = mixedRacks(zones);
  for (const [z, zone] of zones.entries()) {
    const nodeType = typeOf.get(zone.nodeType)!;
    const ofRack = isMixed.has(zone.rack) ? `${zone.rack}/${zone.nodeType}` : zone.rack;
    const name = poolsPer === 'rack' ? ofRack : zone.name;
    const own = pools.get(name) ?? { name, nodeType, nodes: 0, zones: [] };
    if (own.nodes === 0) pools.set(name, own);
    own.nodes += zone.nodeCount * facility.nodeTypes[nodeType]!.cores;
    own.zones.push(z);
  }
  return [...pools.values()].map(({ name, nodes, nodeType, zones: own }) => ({
    pool: { name, nodes },
    nodeType,
    zones: own,
  }));
}

/**
 * Returns the instance that a file describes, with pools. For an instance with a facility, the file lists no pools;
 * they are made from the facility.
 */
export function withPools(file: UtilityInstanceFile): UtilityInstance {
  const { facility, operation, pools = [] } = file;
  if (facility === undefined || operation === undefined) return { ...file, pools };
  return { ...file, pools: facilityPools(facility, operation).map(({ pool }) => pool) };
}

/** Returns the instance as its file describes it: without pools if they are made from a facility. */
export function withoutPools(instance: UtilityInstance): UtilityInstanceFile {
  return instance.facility === undefined ? instance : { ...instance, pools: undefined };
}

function mixedRacks(zones: readonly { readonly rack: string; readonly nodeType: string }[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const mixed = new Set<string>();
  for (const { rack, nodeType } of zones) {
    if ((first.get(rack) ?? nodeType) !== nodeType) mixed.add(rack);
    first.set(rack, first.get(rack) ?? nodeType);
  }
  return mixed;
}
