import type { Facility } from '../../../../../models/facility/facility.js';
import { deriveZones } from '../../../../../models/physics/airflow/zones.js';
import type {
  FacilityOperation,
  UtilityInstance,
  UtilityInstanceFile,
  UtilityPool,
} from '../../../../../models/families/utility/instance.js';

/** A pool of a facility: its cores, all of one node type, are the format's nodes. */
export interface FacilityPool {
  readonly pool: UtilityPool;
  /** Index into the facility's node types. */
  readonly nodeType: number;
  /** Thermal zones of its nodes, ascending, in the order of the influence matrix. */
  readonly zones: readonly number[];
}

/**
 * Returns the pools of a facility: its thermal zones, or its racks by node type, in the order of their first zones in
 * the matrix.
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

/** Adds to an instance the pools that its file leaves to the facility. */
export function withPools(file: UtilityInstanceFile): UtilityInstance {
  const { facility, operation, pools = [] } = file;
  if (facility === undefined || operation === undefined) return { ...file, pools };
  return { ...file, pools: facilityPools(facility, operation).map(({ pool }) => pool) };
}

/** Returns the instance as its file states it, without those pools. */
export function withoutPools(instance: UtilityInstance): UtilityInstanceFile {
  return instance.facility === undefined ? instance : { ...instance, pools: undefined };
}

/** Returns the racks with nodes of several types. */
function mixedRacks(zones: readonly { readonly rack: string; readonly nodeType: string }[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const mixed = new Set<string>();
  for (const { rack, nodeType } of zones) {
    if ((first.get(rack) ?? nodeType) !== nodeType) mixed.add(rack);
    first.set(rack, first.get(rack) ?? nodeType);
  }
  return mixed;
}
