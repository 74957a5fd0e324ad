import type { Facility } from '../../../../models/facility/facility.js';
import type { FacilityOperation, UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { cracPowerW } from '../../../check/power.js';
import { upsInputW } from '../../../check/ups.js';
import { steadyTemperatures, type Temperatures } from '../../../check/temperatures.js';

/** Density and heat capacity of air if the facility gives none: dry air at 20 C and sea level. */
const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 };
/**
 * Power that is added to one pool to compute its effect on temperatures and cooling, W. Our choice: so large that the
 * limited accuracy of the temperatures does not matter.
 */
const PROBE_W = 1e6;

/**
 * Effects of the pools' power on temperatures, CRACs and the meter. The effects are linear. They are computed with all
 * nodes idle, and then with more power in one pool at a time. CRACs that have failed are taken into account.
 */
export interface CheckedRoom {
  /** Power at the meter with all nodes idle, W. */
  readonly idleW: number;
  /** For each pool, power at the meter per watt that its busy cores draw at the supply lines of their nodes. */
  readonly meterWPerW: readonly number[];
  /** Inlet temperature of each zone with all nodes idle, C. */
  readonly idleInletC: Float64Array;
  /** Heat that each CRAC removes with all nodes idle, W. */
  readonly idleHeatW: Float64Array;
  /** Rise of each inlet temperature per watt that a pool's busy cores add at the meter, K/W, [pool][zone]. */
  readonly inletKPerW: readonly Float64Array[];
  /**
   * Increase of the heat that each CRAC removes per watt that a pool's busy cores add at the meter, W/W, [pool][CRAC].
   */
  readonly heatWPerW: readonly Float64Array[];
}

/** A pool of the facility, as the checker derives it. */
export interface CheckedPool {
  readonly nodeType: string;
  readonly cores: number;
  /** Indices of the pool's zones in the influence matrix. */
  readonly zones: readonly number[];
}

/**
 * Returns the pools of a facility by name. A pool is a zone or, with poolsPer "rack", a rack. A rack with several node
 * types is one pool for each, named rack/type.
 */
export function checkedPools(
  { nodeTypes }: Facility,
  { poolsPer = 'zone' }: FacilityOperation,
  { zones }: InfluenceMatrix,
): Map<string, CheckedPool> {
  const pools = new Map<string, CheckedPool>();
  for (const [z, { name, rack, nodeType, nodeCount }] of zones.entries()) {
    const types = new Set(zones.filter((other) => other.rack === rack).map((other) => other.nodeType));
    const ofRack = types.size > 1 ? `${rack}/${nodeType}` : rack;
    const own = poolsPer === 'zone' ? name : ofRack;
    const { cores: before = 0, zones: others = [] } = pools.get(own) ?? {};
    const cores = before + nodeCount * (nodeTypes.find((type) => type.name === nodeType)?.cores ?? NaN);
    pools.set(own, { nodeType, cores, zones: [...others, z] });
  }
  return pools;
}

/** Returns the machine room of an instance; null if its temperatures cannot be computed or a pool is unknown. */
export function checkedRoom(
  { pools: listed }: UtilityInstance,
  facility: Facility,
  operation: FacilityOperation,
  matrix: InfluenceMatrix,
): CheckedRoom | null {
  const pools = checkedPools(facility, operation, matrix);
  const cracs = matrix.cracNames.map((name) => facility.cracs.find((crac) => crac.name === name)!);
  const failed = new Set(cracs.flatMap(({ coolingCapacityW }, c) => (coolingCapacityW === 0 ? [c] : [])));
  if (failed.size === cracs.length) failed.clear();
  const setPointsC = cracs.map(({ name, setPointMinC }) => operation.setPointsC[name] ?? setPointMinC);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const { otherLoadW = 0, coolingPerformance } = facility;
  const zoneIdleW = Float64Array.from(matrix.zones, ({ nodeType, nodeCount }) => {
    const { idlePowerW, psuEfficiency = 1 } = facility.nodeTypes.find(({ name }) => name === nodeType)!;
    return (nodeCount * idlePowerW) / psuEfficiency;
  });
  const airAt = (zoneW: Float64Array): Temperatures | null =>
    steadyTemperatures(matrix, setPointsC, zoneW, densityKgPerM3 * heatCapacityJPerKgK, failed);
  const meterW = (zoneW: Float64Array, { cracHeatW }: Temperatures): number => {
    const coolingW = cracHeatW.reduce(
      (sum, heatW, c) => sum + cracPowerW(heatW, setPointsC[c]!, coolingPerformance),
      0,
    );
    const nodesW = zoneW.reduce((sum, powerW) => sum + powerW, 0);
    return upsInputW(facility, nodesW) + coolingW + otherLoadW;
  };
  const idle = airAt(zoneIdleW);
  if (idle === null) return null;
  const idleW = meterW(zoneIdleW, idle);
  const meterWPerW: number[] = [];
  const inletKPerW: Float64Array[] = [];
  const heatWPerW: Float64Array[] = [];
  for (const { name } of listed) {
    const own = pools.get(name);
    if (own === undefined) return null;
    const nodes = own.zones.reduce((sum, z) => sum + matrix.zones[z]!.nodeCount, 0);
    const zoneW = zoneIdleW.slice();
    for (const z of own.zones) zoneW[z]! += (PROBE_W * matrix.zones[z]!.nodeCount) / nodes;
    const air = airAt(zoneW);
    if (air === null) return null;
    const addedW = meterW(zoneW, air) - idleW;
    meterWPerW.push(addedW / PROBE_W);
    inletKPerW.push(air.zoneInletC.map((inletC, z) => (inletC - idle.zoneInletC[z]!) / addedW));
    heatWPerW.push(air.cracHeatW.map((heatW, c) => (heatW - idle.cracHeatW[c]!) / addedW));
  }
  return { idleW, meterWPerW, inletKPerW, heatWPerW, idleInletC: idle.zoneInletC, idleHeatW: idle.cracHeatW };
}
