import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';

/** Sweeps end when the residual of Eq. 19 is at most this in every inlet temperature, K. */
const RESIDUAL_K = 1e-10;
/** For temperatures above this, C, the residual counts relative to the temperature. */
const RELATIVE_FROM_C = 1000;
/** Maximum number of Gauss-Seidel sweeps; temperatures that have not converged by then have no steady state. */
const SWEEP_LIMIT = 20_000;

export interface Temperatures {
  readonly zoneInletC: Float64Array;
  readonly zoneOutletC: Float64Array;
  readonly cracInletC: Float64Array;
  /**
   * Heat removed by each CRAC, rho c AF (Tin - Tset), W, with air density rho, heat capacity c and air flow AF.
   * Negative if the CRAC warms the room.
   */
  readonly cracHeatW: Float64Array;
}

/**
 * Returns the steady temperatures of a room (Eqs. 18-19), by Gauss-Seidel sweeps over the zones' inlets. Null if the
 * sweeps do not converge.
 *
 * Inlet temperatures are weights x outlet temperatures. A zone's outlet is at inlet + P / (rho c AF), with power P and
 * air flow AF. A CRAC's outlet is at its set-point, or at its inlet temperature if the CRAC has failed. For a room
 * given by its heat-recirculation matrix D: T_in = T_supply + D P.
 *
 * @param heatPerM3K heat capacity of a cubic metre of air, rho c, J/(m3 K)
 */
export function steadyTemperatures(
  matrix: InfluenceMatrix,
  setPointsC: readonly number[],
  zonePowerW: Float64Array,
  heatPerM3K: number,
  failed: ReadonlySet<number> = new Set(),
): Temperatures | null {
  if (matrix.recirculationKPerW !== undefined) return recirculated(matrix, setPointsC, zonePowerW, heatPerM3K);
  const { weights, airFlowM3PerS } = matrix;
  const cracs = matrix.cracNames.length;
  const zones = matrix.zones.length;
  const size = cracs + zones;
  const riseK = new Float64Array(zones);
  // Outlet temperature per entity; the zones' start at the warmest set-point.
  const outletC = new Float64Array(size);
  const startC = Math.max(...setPointsC);
  for (let c = 0; c < cracs; c += 1) outletC[c] = setPointsC[c]!;
  for (let z = 0; z < zones; z += 1) {
    // A zone without flow has no power either (checkMatrix): its air is as warm behind it as in front.
    const isStill = airFlowM3PerS[cracs + z] === 0 && zonePowerW[z] === 0;
    riseK[z] = isStill ? 0 : zonePowerW[z]! / (heatPerM3K * airFlowM3PerS[cracs + z]!);
    outletC[cracs + z] = startC + riseK[z]!;
  }
  const inletOf = (sink: number): number => {
    let inletC = 0;
    const end = weights.start[sink + 1]!;
    for (let n = weights.start[sink]!; n < end; n += 1) inletC += weights.value[n]! * outletC[weights.column[n]!]!;
    return inletC;
  };
  const zoneInletC = new Float64Array(zones);
  const residualK = (update: boolean): number => {
    let worst = 0;
    for (let z = 0; z < zones; z += 1) {
      const sink = cracs + z;
      const inletC = inletOf(sink);
      const error = Math.abs(inletC + riseK[z]! - outletC[sink]!) / Math.max(1, Math.abs(inletC) / RELATIVE_FROM_C);
      // Written so that NaN counts as worst.
      if (!(error <= worst)) worst = error;
      zoneInletC[z] = inletC;
      if (update) outletC[sink] = inletC + riseK[z]!;
    }
    for (const c of failed) {
      const inletC = inletOf(c);
      const error = Math.abs(inletC - outletC[c]!) / Math.max(1, Math.abs(inletC) / RELATIVE_FROM_C);
      if (!(error <= worst)) worst = error;
      if (update) outletC[c] = inletC;
    }
    return worst;
  };
  let converged = false;
  for (let sweep = 0; sweep < SWEEP_LIMIT && !converged; sweep += 1) {
    const moved = residualK(true);
    if (!Number.isFinite(moved)) return null;
    // Values change within a sweep; the residual is measured by a sweep that leaves them unchanged.
    converged = moved < RESIDUAL_K && residualK(false) < RESIDUAL_K;
  }
  if (!converged) return null;

  const cracInletC = new Float64Array(cracs);
  const cracHeatW = new Float64Array(cracs);
  for (let c = 0; c < cracs; c += 1) {
    cracInletC[c] = inletOf(c);
    cracHeatW[c] = failed.has(c) ? 0 : heatPerM3K * airFlowM3PerS[c]! * (cracInletC[c]! - setPointsC[c]!);
  }
  return { zoneInletC, zoneOutletC: zoneInletC.map((inletC, z) => inletC + riseK[z]!), cracInletC, cracHeatW };
}

/** Returns the temperatures of a room given by its heat-recirculation matrix; its one CRAC removes all heat. */
function recirculated(
  { zones, airFlowM3PerS, recirculationKPerW }: InfluenceMatrix,
  setPointsC: readonly number[],
  zonePowerW: Float64Array,
  heatPerM3K: number,
): Temperatures {
  const { start, column, value } = recirculationKPerW!;
  const supplyC = setPointsC[0]!;
  const zoneInletC = Float64Array.from(zones, (_, z) => {
    let inletC = supplyC;
    for (let n = start[z]!; n < start[z + 1]!; n += 1) inletC += value[n]! * zonePowerW[column[n]!]!;
    return inletC;
  });
  let heatW = 0;
  for (const powerW of zonePowerW) heatW += powerW;
  return {
    zoneInletC,
    zoneOutletC: zoneInletC.map((inletC, z) => inletC + zonePowerW[z]! / (heatPerM3K * airFlowM3PerS[1 + z]!)),
    cracInletC: Float64Array.of(supplyC + heatW / (heatPerM3K * airFlowM3PerS[0]!)),
    cracHeatW: Float64Array.of(heatW),
  };
}
