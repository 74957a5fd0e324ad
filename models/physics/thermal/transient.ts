import type { InfluenceMatrix } from './influence-matrix.js';
import { thermalResponse } from './thermal-response.js';
import type { AirUnderWay } from './air-under-way.js';

/** What a room holds back of a change. */
export interface ThermalInertia {
  /** Heat stored per kelvin of a node's outlet temperature, J/K per node, >= 0. */
  readonly nodeThermalMassJPerK: number;
  /** Time constant of the air under the raised floor, s, >= 0: how long a new set-point takes to the tiles. */
  readonly plenumTimeConstantS: number;
}

/** Temperatures of a room at one moment, C. C CRACs, Z zones, N stored weights. Changed in place by a step. */
export interface TransientState {
  /** Length Z: mean over a zone's nodes. */
  readonly outletC: Float64Array;
  /** Length C + Z: what CRACs and zones breathe. */
  readonly inletC: Float64Array;
  /** Length C: air that leaves the floor. */
  readonly plenumC: Float64Array;
  /** Length N, by stored weight (sink, source): air on its way from source to sink, where it arrives. */
  readonly airC: Float64Array;
}

/**
 * Temperatures of a room in time. Of every pair (sink j, source i) the air under way, flow_j w_ji tau_ji of volume, is a stirred vessel: the
 * contribution curve of Eq. 53 with the pair's mean travel time tau. With S_i the temperature of air leaving i (zone outlet or floor):
 *
 *   tau_ji dA_ji/dt = S_i - A_ji,   Tin_j = sum_i w_ji A_ji                                     air
 *   m dTout_j/dt = P_j + rho c AF_j (Tin_j - Tout_j)                                            nodes of zone j, m their thermal mass
 *   tau_f dTfloor_c/dt = Tset_c - Tfloor_c                                                      air under the floor
 *
 * by implicit Euler, all at once: any step is stable, heat is conserved, nothing gets cooler by more power or a warmer set-point, and what it
 * settles to is the steady state of Eq. 55. Why not the cell network, and how far from it: docs/methods/transient.md.
 */
export interface TransientRoom {
  readonly matrix: InfluenceMatrix;
  readonly air: AirUnderWay;
  /** The steady state of Eq. 55. */
  settled(zonePowerW: Float64Array, setPointsC: ArrayLike<number>): TransientState;
  /** Moves the state on by `stepS` > 0 s, with powers (W by zone) and set-points held. */
  step(state: TransientState, zonePowerW: Float64Array, setPointsC: ArrayLike<number>, stepS: number): void;
  /** Heat in nodes, air and plenum above 0 C, J. A step adds stepS (sum of powers - sum of cracHeatW after it). */
  storedHeatJ(state: TransientState): number;
  /** Heat each CRAC removes, W; its air leaves it at the set-point. */
  cracHeatW(state: TransientState, setPointsC: ArrayLike<number>): Float64Array;
}

const RELATIVE_ACCURACY = 1e-14;
const MOST_SWEEPS = 100_000;

/** @param rhoC volumetric heat capacity of air, J/(m3 K). */
export function transientRoom(
  matrix: InfluenceMatrix,
  air: AirUnderWay,
  rhoC: number,
  inertia: ThermalInertia,
): TransientRoom {
  const { start, column, value: weight } = matrix.weights;
  const flows = matrix.airFlowM3PerS;
  const cracCount = matrix.cracNames.length;
  const zoneCount = matrix.zones.length;
  const massJPerK = Float64Array.from(matrix.zones, (zone) => zone.nodeCount * inertia.nodeThermalMassJPerK);
  const capacityWPerK = flows.map((flow) => rhoC * flow);

  const others = otherZones(matrix);

  /** Of the last step's length: how far air and outlets keep what they were. */
  const coefficients = {
    stepS: NaN,
    /** By weight: tau / (tau + step), and the weight of air that leaves its source now. */
    kept: new Float64Array(weight.length),
    fresh: new Float64Array(weight.length),
    /** The same of other zones alone. */
    othersFresh: new Float64Array(others.column.length),
    /** By zone: theta = m / (rho c AF step), and 1 / (1 + theta - own fresh air). */
    theta: new Float64Array(zoneCount),
    inversePivot: new Float64Array(zoneCount),
  };
  const prepare = (stepS: number): void => {
    if (coefficients.stepS === stepS) return;
    if (!(stepS > 0 && Number.isFinite(stepS))) throw new RangeError(`A step of ${stepS} s`);
    coefficients.stepS = stepS;
    for (let n = 0; n < weight.length; n++) {
      const kept = air.meanTravelS[n]! / (air.meanTravelS[n]! + stepS);
      coefficients.kept[n] = kept;
      coefficients.fresh[n] = weight[n]! * (1 - kept);
    }
    for (let zone = 0; zone < zoneCount; zone++) {
      const sink = cracCount + zone;
      coefficients.theta[zone] = massJPerK[zone]! / (capacityWPerK[sink]! * stepS);
      for (let n = others.start[zone]!; n < others.start[zone + 1]!; n++) {
        coefficients.othersFresh[n] = coefficients.fresh[others.weight[n]!]!;
      }
      let own = 0;
      for (let n = start[sink]!; n < start[sink + 1]!; n++) if (column[n] === sink) own = coefficients.fresh[n]!;
      coefficients.inversePivot[zone] = 1 / (1 + coefficients.theta[zone]! - own);
    }
  };

  const right = new Float64Array(zoneCount);
  /** Outlets at the end of the step: Gauss-Seidel on an M-matrix, from the outlets before it. */
  const solveOutlets = (outletC: Float64Array): void => {
    const { othersFresh, inversePivot } = coefficients;
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      let scale = 0;
      for (let zone = 0; zone < zoneCount; zone++) {
        let sum = right[zone]!;
        for (let n = others.start[zone]!; n < others.start[zone + 1]!; n++) {
          sum += othersFresh[n]! * outletC[others.column[n]!]!;
        }
        const next = sum * inversePivot[zone]!;
        change = Math.max(change, Math.abs(next - outletC[zone]!));
        scale = Math.max(scale, Math.abs(next));
        outletC[zone] = next;
      }
      if (change <= RELATIVE_ACCURACY * scale) return;
    }
    throw new RangeError('The air of some zone practically never reaches a CRAC: temperatures do not settle.');
  };

  return {
    matrix,
    air,
    settled(zonePowerW, setPointsC) {
      const response = thermalResponse(matrix, rhoC);
      const rise = response.inletRiseC(zonePowerW);
      const fromSetPoints = response.inletFromSetPointsC(setPointsC);
      const outletC = rise.map((c, zone) => c + fromSetPoints[zone]! + zonePowerW[zone]! * response.risePerW[zone]!);
      const leavingC = Float64Array.from([...Array.from({ length: cracCount }, (_, c) => setPointsC[c]!), ...outletC]);
      const airC = Float64Array.from(column, (source) => leavingC[source]!);
      const inletC = new Float64Array(cracCount + zoneCount);
      for (let sink = 0; sink < inletC.length; sink++) {
        for (let n = start[sink]!; n < start[sink + 1]!; n++) inletC[sink]! += weight[n]! * airC[n]!;
      }
      return { outletC, inletC, plenumC: leavingC.slice(0, cracCount), airC };
    },
    step(state, zonePowerW, setPointsC, stepS) {
      prepare(stepS);
      const { kept, fresh, theta } = coefficients;
      const { outletC, inletC, plenumC, airC } = state;
      const floorKept = inertia.plenumTimeConstantS / (inertia.plenumTimeConstantS + stepS);
      for (let c = 0; c < cracCount; c++) plenumC[c] = floorKept * plenumC[c]! + (1 - floorKept) * setPointsC[c]!;
      for (let zone = 0; zone < zoneCount; zone++) {
        const sink = cracCount + zone;
        let sum = theta[zone]! * outletC[zone]! + zonePowerW[zone]! / capacityWPerK[sink]!;
        for (let n = start[sink]!; n < start[sink + 1]!; n++) {
          sum += weight[n]! * kept[n]! * airC[n]!;
          if (column[n]! < cracCount) sum += fresh[n]! * plenumC[column[n]!]!;
        }
        right[zone] = sum;
      }
      solveOutlets(outletC);
      for (let sink = 0; sink < inletC.length; sink++) {
        let sum = 0;
        for (let n = start[sink]!; n < start[sink + 1]!; n++) {
          const source = column[n]!;
          const leavingC = source < cracCount ? plenumC[source]! : outletC[source - cracCount]!;
          const nextC = leavingC + kept[n]! * (airC[n]! - leavingC);
          airC[n] = nextC;
          sum += weight[n]! * nextC;
        }
        inletC[sink] = sum;
      }
    },
    storedHeatJ({ outletC, plenumC, airC }) {
      let heat = 0;
      for (let zone = 0; zone < zoneCount; zone++) heat += massJPerK[zone]! * outletC[zone]!;
      for (let c = 0; c < cracCount; c++) heat += capacityWPerK[c]! * inertia.plenumTimeConstantS * plenumC[c]!;
      for (let n = 0; n < airC.length; n++) heat += rhoC * air.volumeM3[n]! * airC[n]!;
      return heat;
    },
    cracHeatW({ inletC }, setPointsC) {
      return Float64Array.from({ length: cracCount }, (_, c) => capacityWPerK[c]! * (inletC[c]! - setPointsC[c]!));
    },
  };
}

/** The weights between different zones, by rows: zone of the source and position among all weights. */
function otherZones({ cracNames, zones, weights }: InfluenceMatrix): {
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly weight: Int32Array;
} {
  const cracCount = cracNames.length;
  const start = new Int32Array(zones.length + 1);
  const column: number[] = [];
  const weight: number[] = [];
  for (let zone = 0; zone < zones.length; zone++) {
    const sink = cracCount + zone;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n++) {
      const source = weights.column[n]!;
      if (source < cracCount || source === sink) continue;
      column.push(source - cracCount);
      weight.push(n);
    }
    start[zone + 1] = column.length;
  }
  return { start, column: Int32Array.from(column), weight: Int32Array.from(weight) };
}

/**
 * Outlet of one node of a zone after a step, C, from the zone's inlet after it: the mean over the zone's nodes is the zone's outlet.
 *
 * @param capacityWPerK rho c AF of the node.
 */
export function nodeOutletC(
  beforeC: number,
  zoneInletC: number,
  powerW: number,
  capacityWPerK: number,
  thermalMassJPerK: number,
  stepS: number,
): number {
  const theta = thermalMassJPerK / (capacityWPerK * stepS);
  return (theta * beforeC + powerW / capacityWPerK + zoneInletC) / (1 + theta);
}
