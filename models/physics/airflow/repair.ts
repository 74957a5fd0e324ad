import { W_PER_KW } from '../../units.js';
import type { Facility } from '../../facility/facility.js';
import { pStateTable } from '../power/p-states.js';
import { DEFAULT_AIR } from '../cooling/crac.js';
import type { InfluenceMatrix, MatrixRepair } from '../thermal/influence-matrix.js';
import { thermalResponse } from '../thermal/thermal-response.js';
import { atWallW } from '../power/power-supply.js';

/**
 * Fraction of the largest possible entry up to which the change of an entry counts as rounding error, and not as a
 * repair.
 */
const ROUNDING = 1e-9;

type Air = Omit<InfluenceMatrix, 'provenance'>;

/**
 * Returns the record of the repair of an imported matrix; empty if the matrix changed only by rounding errors. It tells
 * how much the repair changes the rises of inlets above the set-points, with every node at its largest power.
 *
 * @param method name of the repair
 * @param largestChange largest absolute change of an entry
 * @param before the matrix as in its file
 * @param after the repaired matrix
 */
export function repairOf(
  facility: Facility,
  method: string,
  largestChange: number,
  before: Air,
  after: Air,
): { readonly repair?: MatrixRepair } {
  if (!(largestChange > ROUNDING * largestEntry(after))) return {};
  const powerW = greatestPowersW(facility, after.zones);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const rhoC = densityKgPerM3 * heatCapacityJPerKgK;
  const [old, used] = [before, after].map((air) => inletRisesK(air, rhoC, powerW));
  const inletChangeK =
    old === null || used === null
      ? Infinity
      : used!.reduce((most, rise, z) => Math.max(most, Math.abs(rise - old![z]!)), 0);
  const atPowerW = powerW.reduce((sum, value) => sum + value, 0);
  return { repair: { summary: summaryOf(method, inletChangeK, atPowerW), largestChange, inletChangeK, atPowerW } };
}

function summaryOf(method: string, inletChangeK: number, atPowerW: number): string {
  const load = `with every node at its greatest power (${(atPowerW / W_PER_KW).toPrecision(4)} kW in all)`;
  if (!Number.isFinite(inletChangeK))
    return `${method}; ${load} the matrix of the file gives no finite inlet temperatures`;
  const moved = inletChangeK < 0.001 ? 'less than 0.001' : `up to ${Number(inletChangeK.toPrecision(2))}`;
  return `${method}; ${load} this moves inlets by ${moved} K above the set-points`;
}

/**
 * Returns the largest possible entry of a matrix. It is 1 for influence weights, and the largest entry for a
 * heat-recirculation matrix.
 */
function largestEntry({ recirculationKPerW }: Air): number {
  return recirculationKPerW === undefined
    ? 1
    : recirculationKPerW.value.reduce((most, value) => Math.max(most, value), 0);
}

/** Returns the rise of each inlet above the set-points, K; null if the air of the matrix never reaches a CRAC. */
function inletRisesK(air: Air, rhoC: number, powerW: Float64Array): Float64Array | null {
  try {
    const riseK = thermalResponse(air, rhoC).inletRiseC(powerW);
    return riseK.every(Number.isFinite) ? riseK : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the largest power of each zone, W, which it draws if all cores run the task type and P-state of greatest
 * power.
 */
export function greatestPowersW({ nodeTypes }: Facility, zones: Air['zones']): Float64Array {
  const nodeW = new Map(
    nodeTypes.map((type) => {
      const coreW = type.tasks.reduce((most, task) => Math.max(most, ...pStateTable(type, task).powerW), 0);
      return [type.name, atWallW(type, type.idlePowerW) + type.cores * coreW];
    }),
  );
  return Float64Array.from(zones, ({ nodeType, nodeCount }) => nodeCount * nodeW.get(nodeType)!);
}
