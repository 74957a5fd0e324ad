import type { InfluenceMatrix } from './influence-matrix.js';
import { type OutletSystem, outletSystems, sumOfProducts } from './outlet-system.js';
import { thermalResponse } from './thermal-response.js';
import type { AirUnderWay } from './air-under-way.js';

/** Thermal inertia of a room: the heat its nodes store and the delay of the air under its floor. */
export interface ThermalInertia {
  /** Heat stored per kelvin of a node's outlet temperature, J/K per node, >= 0. */
  readonly nodeThermalMassJPerK: number;
  /** Time constant of the air under the raised floor, s, >= 0: the delay of a new set-point at the tiles. */
  readonly plenumTimeConstantS: number;
}

/** Temperatures of a room at one moment, C. C CRACs, Z zones, N stored weights. Changed in place by a step. */
export interface TransientState {
  /** Length Z: mean over a zone's nodes. */
  readonly outletC: Float64Array;
  /** Inlet temperatures of CRACs and zones; length C + Z. */
  readonly inletC: Float64Array;
  /** Length C: temperature of the air that leaves the floor. */
  readonly plenumC: Float64Array;
  /** Length N, by stored weight (sink, source): temperature at the sink of the air on its way from source to sink. */
  readonly airC: Float64Array;
}

/**
 * Temperatures of a room in time. Of every pair (sink j, source i) the air under way, flow_j w_ji tau_ji of volume, is
 * a stirred vessel: the contribution curve of Eq. 53 with the pair's mean travel time tau. With S_i the temperature of
 * air leaving i (zone outlet or floor):
 *
 *   tau_ji dA_ji/dt = S_i - A_ji,   Tin_j = sum_i w_ji A_ji                                     air
 *   m dTout_j/dt = P_j + rho c AF_j (Tin_j - Tout_j)                                            nodes of zone j, m their thermal mass
 *   tau_f dTfloor_c/dt = Tset_c - Tfloor_c                                                      air under the floor
 *
 * by implicit Euler, all at once: any step is stable, heat is conserved, more power or a warmer set-point makes nothing
 * cooler, and it settles to the steady state of Eq. 55. Reasons against the cell network, and the distance from it:
 * docs/facility/transient.md.
 */
export interface TransientRoom {
  readonly matrix: InfluenceMatrix;
  readonly air: AirUnderWay;
  /** Returns the steady state of Eq. 55. */
  settled(zonePowerW: Float64Array, setPointsC: ArrayLike<number>): TransientState;
  /** Advances the state by `stepS` > 0 s, in place, with powers (W by zone) and set-points held. */
  step(state: TransientState, zonePowerW: Float64Array, setPointsC: ArrayLike<number>, stepS: number): void;
  /**
   * Returns the heat stored in nodes, air and plenum, relative to 0 C, J. A step adds stepS (sum of powers - sum of
   * cracHeatW after it).
   */
  storedHeatJ(state: TransientState): number;
  /** Returns the heat each CRAC removes, W; its air leaves it at the set-point. */
  cracHeatW(state: TransientState, setPointsC: ArrayLike<number>): Float64Array;
}

/** Coefficients of a step of one length: the fraction of their value that air and outlets keep. */
interface StepCoefficients {
  /**
   * Factors by stored weight: `kept` = tau / (tau + step) on air that left its source before the step, the other factor
   * on air that leaves it now.
   */
  readonly kept: Float64Array;
  readonly old: Float64Array;
  readonly fresh: Float64Array;
  /** theta = m / (rho c AF step) by zone. */
  readonly theta: Float64Array;
  readonly outlets: OutletSystem;
}

/**
 * Number of step lengths whose coefficients a room remembers. Our choice: a day has one, or a few if intervals do not
 * divide each other.
 */
const MAX_PREPARED = 4;

/** Returns the transient model of a room. @param rhoC volumetric heat capacity of air, J/(m3 K). */
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
  // The outlet of a zone without air flow follows its inlet; nobody draws its air.
  const capacityWPerK = flows.map((flow) => (flow === 0 ? Infinity : rhoC * flow));

  const outletSystem = outletSystems(matrix);
  /** Position in each sink's row where the weights of CRACs end and those of zones begin. */
  const zonesFrom = Int32Array.from({ length: cracCount + zoneCount }, (_, sink) => {
    let n = start[sink]!;
    while (n < start[sink + 1]! && column[n]! < cracCount) n++;
    return n;
  });
  const coefficients = (stepS: number): StepCoefficients => {
    if (!(stepS > 0 && Number.isFinite(stepS))) throw new RangeError(`A step of ${stepS} s`);
    const kept = air.meanTravelS.map((travelS) => travelS / (travelS + stepS));
    const fresh = weight.map((share, n) => share * (1 - kept[n]!));
    const theta = massJPerK.map((mass, zone) => mass / (capacityWPerK[cracCount + zone]! * stepS));
    return { kept, old: weight.map((share, n) => share * kept[n]!), fresh, theta, outlets: outletSystem(theta, fresh) };
  };
  const prepared = new Map<number, StepCoefficients>();
  const prepare = (stepS: number): StepCoefficients => {
    let found = prepared.get(stepS);
    if (found === undefined) {
      found = coefficients(stepS);
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(stepS, found);
    }
    return found;
  };

  const right = new Float64Array(zoneCount);
  const leavingC = new Float64Array(cracCount + zoneCount);

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
      const { kept, old, fresh, theta, outlets } = prepare(stepS);
      const { outletC, inletC, plenumC, airC } = state;
      const floorKept = inertia.plenumTimeConstantS / (inertia.plenumTimeConstantS + stepS);
      for (let c = 0; c < cracCount; c++) plenumC[c] = floorKept * plenumC[c]! + (1 - floorKept) * setPointsC[c]!;
      for (let zone = 0; zone < zoneCount; zone++) {
        const sink = cracCount + zone;
        let sum = theta[zone]! * outletC[zone]! + zonePowerW[zone]! / capacityWPerK[sink]!;
        for (let n = start[sink]!; n < zonesFrom[sink]!; n++) sum += fresh[n]! * plenumC[column[n]!]!;
        right[zone] = sum + sumOfProducts(old, start[sink]!, airC, start[sink]!, start[sink + 1]! - start[sink]!);
      }
      outlets.solve(right, outletC);
      leavingC.set(plenumC);
      leavingC.set(outletC, cracCount);
      for (let n = 0; n < airC.length; n++) {
        const leaving = leavingC[column[n]!]!;
        airC[n] = leaving + kept[n]! * (airC[n]! - leaving);
      }
      for (let sink = 0; sink < inletC.length; sink++) {
        inletC[sink] = sumOfProducts(weight, start[sink]!, airC, start[sink]!, start[sink + 1]! - start[sink]!);
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

/**
 * Returns the outlet temperature of one node of a zone after a step, C, from the zone's inlet after the step. The mean
 * over the zone's nodes is the zone's outlet temperature.
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
