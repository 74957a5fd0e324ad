import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { CoolingPerformance } from '../../../../models/facility/facility.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, BALANCE_TOLERANCE } from '../../../check/findings.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import { checkMatrix } from '../../../check/matrix-faults.js';
import { steadyTemperatures } from '../../../check/temperatures.js';

/** Linear response of a room's temperatures to node powers, each spread evenly over all nodes of its type. */
export interface RoomResponse {
  /** Number of nodes of each node type. */
  readonly nodeCount: readonly number[];
  /** Rise of a zone's inlet temperature above the set-point per W of a node type, K/W, indexed [node type][zone]. */
  readonly inletKPerW: readonly Float64Array[];
  /** Heat that a CRAC removes per W of a node type's power, W/W, indexed [node type][CRAC]. */
  readonly heatPerW: readonly Float64Array[];
  readonly cracs: readonly CheckedCrac[];
  /** Lowest set-point that is in the range of all working CRACs, C. */
  readonly setPointMinC: number;
  /** Highest set-point that is in the range of all working CRACs, C. */
  readonly setPointMaxC: number;
  readonly redLineC: number;
  readonly coolingPerformance: CoolingPerformance;
}

export interface CheckedCrac {
  readonly name: string;
  readonly failed: boolean;
  readonly capacityW: number | undefined;
}

/** Properties of air if the instance gives none: dry air at 20 C and sea level. */
const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 };
/** Power of each node of a type when its response is computed, W. Our choice: large, so that residuals are small. */
const PROBE_W = 1e6;

/**
 * Returns the linear response of a room, from Eqs. 18-19 solved once per node type at set-point 0 C. A common set-point
 * shifts all temperatures equally, because rows of the influence matrix sum to 1. If the equations cannot be solved,
 * returns null and adds the reasons to `violations`.
 */
export function roomResponse(
  instance: GeoInstance,
  room: string,
  matrix: InfluenceMatrix,
  violations: Violation[],
): RoomResponse | null {
  if (!Object.hasOwn(instance.rooms, room)) {
    addFault(violations, 'instance', `unknown room "${room}"`);
    return null;
  }
  const facility = { ...instance.rooms[room]!, nodeTypes: instance.nodeTypes };
  const found: Violation[] = [];
  const usable = checkMatrix(facility, matrix, found);
  violations.push(...found.map((violation) => ({ ...violation, where: `${room}: ${violation.where}` })));
  if (!usable) return null;

  const nodeCount = facility.nodeTypes.map(({ name }) =>
    matrix.zones.reduce((sum, zone) => sum + (zone.nodeType === name ? zone.nodeCount : 0), 0),
  );
  const capacities = matrix.cracNames.map(
    (name) => facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW,
  );
  // If all have failed they count as working (docs/decisions/failed-crac.md).
  const someWork = capacities.some((capacityW) => capacityW !== 0);
  const cracs = matrix.cracNames.map((name, c) => ({
    name,
    failed: someWork && capacities[c] === 0,
    capacityW: capacities[c],
  }));
  const working = facility.cracs.filter(({ name }) => cracs.some((crac) => crac.name === name && !crac.failed));
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const heatPerM3K = densityKgPerM3 * heatCapacityJPerKgK;
  const failed = new Set(cracs.flatMap((crac, c) => (crac.failed ? [c] : [])));
  const cold = matrix.cracNames.map(() => 0);

  const inletKPerW: Float64Array[] = [];
  const heatPerW: Float64Array[] = [];
  for (const [j, { name }] of facility.nodeTypes.entries()) {
    if (nodeCount[j] === 0) {
      inletKPerW.push(new Float64Array(matrix.zones.length));
      heatPerW.push(new Float64Array(cracs.length));
      continue;
    }
    const totalW = nodeCount[j]! * PROBE_W;
    const zoneW = Float64Array.from(matrix.zones, (zone) => (zone.nodeType === name ? zone.nodeCount * PROBE_W : 0));
    const air = steadyTemperatures(matrix, cold, zoneW, heatPerM3K, failed);
    if (air === null) {
      throw new CheckerLimitError(
        `${room}: the inlet temperatures did not settle within the sweeps allowed.\n` +
          'Maybe almost all air of some zones recirculates: look for rows of the influence matrix with next to no CRAC air.',
      );
    }
    inletKPerW.push(air.zoneInletC.map((riseK) => riseK / totalW));
    heatPerW.push(air.cracHeatW.map((heatW) => heatW / totalW));
    checkBalance(`${room}, ${name}`, air.cracHeatW, totalW, violations);
  }
  return {
    nodeCount,
    inletKPerW,
    heatPerW,
    cracs,
    setPointMinC: Math.max(...working.map(({ setPointMinC }) => setPointMinC)),
    setPointMaxC: Math.min(...working.map(({ setPointMaxC }) => setPointMaxC)),
    redLineC: facility.redLineC,
    coolingPerformance: facility.coolingPerformance,
  };
}

/** Checks the heat balance: the CRACs must remove exactly the heat that the nodes release. */
function checkBalance(where: string, cracHeatW: Float64Array, limit: number, violations: Violation[]): void {
  let value = 0;
  for (const heatW of cracHeatW) value += heatW;
  const amount = Math.abs(value - limit);
  if (amount > BALANCE_TOLERANCE * limit) {
    violations.push({ constraint: 'heatBalance', where, unit: 'W', value, limit, amount });
  }
}

/** Returns the largest rise of an inlet above the common set-point, K, at these powers by node type, W. */
export function hottestRiseK({ inletKPerW }: RoomResponse, powerW: readonly number[]): number {
  const zones = inletKPerW[0]?.length ?? 0;
  let hottest = 0;
  for (let zone = 0; zone < zones; zone += 1) {
    let riseK = 0;
    for (let j = 0; j < powerW.length; j += 1) riseK += inletKPerW[j]![zone]! * powerW[j]!;
    // Math.max keeps NaN.
    hottest = Math.max(hottest, riseK);
  }
  return hottest;
}

/** Returns the heat removed by each CRAC under a common set-point, W. */
export function cracHeatsW({ heatPerW, cracs }: RoomResponse, powerW: readonly number[]): number[] {
  return cracs.map((_, c) => {
    let heatW = 0;
    for (let j = 0; j < powerW.length; j += 1) heatW += heatPerW[j]![c]! * powerW[j]!;
    return heatW;
  });
}
