import type { InfluenceMatrix } from './influence-matrix.js';
import { type OutletSystem, outletSystems, sumOfProducts } from './outlet-system.js';
import { thermalResponse } from './thermal-response.js';
import type { AirUnderWay } from './air-under-way.js';

/** Thermal inertia of a room, from the heat stored in nodes and the delay of air under the floor. */
export interface ThermalInertia {
  /** Heat that one node stores per kelvin of its outlet temperature, J/K, >= 0. */
  readonly nodeThermalMassJPerK: number;
  /**
   * Time constant of the air under the raised floor (plenum), s, >= 0. It says how slowly a change of set-point reaches
   * the tiles.
   */
  readonly plenumTimeConstantS: number;
}

/** Temperatures of a room at one moment, C. A time step changes them in place. */
export interface TransientState {
  /** Outlet temperature of each zone, the mean over its nodes, C. */
  readonly outletC: Float64Array;
  /** Inlet temperatures, C, of the CRACs, then of the zones. */
  readonly inletC: Float64Array;
  /** Temperature of each CRAC's air where it leaves the plenum through the floor, C. */
  readonly plenumC: Float64Array;
  /** For each stored weight (sink, source), temperature of the air when it reaches the sink, C. */
  readonly airC: Float64Array;
}

/**
 * Transient model of a room's temperatures. The air that travels between a source i and a sink j, with volume flow_j
 * w_ji tau_ji, is a stirred tank. This is the contribution curve of Eq. 53 with the mean travel time tau. S_i is the
 * temperature of air that leaves i (zone outlet or plenum). AF is the air flow of a zone, m its thermal mass, P its
 * power, and rho c the heat capacity of a cubic metre of air.
 *
 * Air: tau_ji dA_ji/dt = S_i - A_ji,   Tin_j = sum_i w_ji A_ji
 *
 * Nodes of zone j: m dTout_j/dt = P_j + rho c AF_j (Tin_j - Tout_j)
 *
 * Air under the floor: tau_f dTfloor_c/dt = Tset_c - Tfloor_c
 *
 * All equations are solved together by implicit Euler steps. Any step length is stable and heat is conserved. More
 * power or a warmer set-point never makes any temperature lower. The model settles to the steady state of Eq. 55.
 * Comparison with a network of cells: docs/facility/transient.md.
 */
export interface TransientRoom {
  readonly matrix: InfluenceMatrix;
  readonly air: AirUnderWay;
  /** Returns the steady state (Eq. 55) for constant powers and set-points. */
  settled(zonePowerW: Float64Array, setPointsC: ArrayLike<number>): TransientState;
  /** Returns the state in which all air on its way is as warm as it now leaves zones and CRACs. */
  arrived(outletC: Float64Array, plenumC: Float64Array): TransientState;
  /** Advances the state by `stepS` > 0 s, in place, with constant powers (W, of each zone) and set-points. */
  step(state: TransientState, zonePowerW: Float64Array, setPointsC: ArrayLike<number>, stepS: number): void;
  /**
   * Returns the heat stored in nodes, air and plenum, J, with 0 at 0 C. A time step changes it by stepS times the
   * difference between the sum of zone powers and the sum of cracHeatW after the step.
   */
  storedHeatJ(state: TransientState): number;
  /** Returns the heat that each CRAC removes if its outlet air is at its set-point, W. */
  cracHeatW(state: TransientState, setPointsC: ArrayLike<number>): Float64Array;
}

/** Coefficients of a time step of one length. Arrays are indexed by stored weight, `theta` by zone. */
interface StepCoefficients {
  /**
   * Fraction of its deviation from the source's temperature that travelling air keeps in the step, tau / (tau + step),
   * [sink][stored weight of the sink].
   */
  readonly kept: readonly Float64Array[];
  /** Factor on air that leaves its source in the step: weight x step / (tau + step). */
  readonly fresh: Float64Array;
  /**
   * For each zone, its thermal mass divided by the heat capacity of its air in the step (rho c AF step, with the air
   * flow AF).
   */
  readonly theta: Float64Array;
  readonly outlets: OutletSystem;
}

/** A state before a step of one length. */
interface LookedAt {
  readonly state: TransientState;
  readonly coefficients: StepCoefficients;
  /** Temperatures of the air that travels to each sink, C: views of those of the state. */
  readonly airC: readonly Float64Array[];
  /** For each sink, the sum over its air that left its source before the step, weight x kept x temperature, C. */
  readonly oldC: Float64Array;
}

/** Sums over the air of one sink: what it draws after a step, and `oldC` of the next step (`LookedAt`). */
interface MovedAir {
  inletC: number;
  oldC: number;
}

/**
 * Maximum number of step lengths whose coefficients are kept. Our choice: a day has one, or a few if intervals differ.
 */
const MAX_PREPARED = 4;

/**
 * Returns the transient model of a room.
 *
 * @param rhoC heat capacity of a cubic metre of air, J/(m3 K).
 */
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
  /** For each sink, index of its first weight from a zone. Its weights from CRACs come before. */
  const zonesFrom = Int32Array.from({ length: cracCount + zoneCount }, (_, sink) => {
    let n = start[sink]!;
    while (n < start[sink + 1]! && column[n]! < cracCount) n++;
    return n;
  });
  const bySink = (values: Float64Array): Float64Array[] =>
    Array.from({ length: cracCount + zoneCount }, (_, sink) => values.subarray(start[sink], start[sink + 1]));
  const rows = bySink(weight).map((own, sink) => {
    const columns = column.subarray(start[sink], start[sink + 1]);
    return { weight: own, column: columns, isFull: columns.length === cracCount + zoneCount };
  });
  const coefficients = (stepS: number): StepCoefficients => {
    if (!(stepS > 0 && Number.isFinite(stepS))) throw new RangeError(`A step of ${stepS} s`);
    const kept = air.meanTravelS.map((travelS) => travelS / (travelS + stepS));
    const fresh = weight.map((share, n) => share * (1 - kept[n]!));
    const theta = massJPerK.map((mass, zone) => mass / (capacityWPerK[cracCount + zone]! * stepS));
    return { kept: bySink(kept), fresh, theta, outlets: outletSystem(theta, fresh) };
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
  /** Temperatures of the air that leaves the sources of one sink, C. */
  const ownLeavingC = new Float64Array(cracCount + zoneCount);
  const moved: MovedAir = { inletC: 0, oldC: 0 };
  /** The state of the last step: the next step of a day goes on from it. */
  let last: LookedAt | null = null;

  /** Returns a state's air by sink. A state changes by steps alone, so that sums of the last step stay true. */
  function lookedAt(state: TransientState, used: StepCoefficients): LookedAt {
    const airC = bySink(state.airC);
    const oldC = Float64Array.from(rows, (row, sink) => oldAirC(row.weight, used.kept[sink]!, airC[sink]!));
    return { state, coefficients: used, airC, oldC };
  }

  function arrived(outletC: Float64Array, plenumC: Float64Array): TransientState {
    const leaving = Float64Array.from([...plenumC, ...outletC]);
    const airC = Float64Array.from(column, (source) => leaving[source]!);
    const inletC = new Float64Array(cracCount + zoneCount);
    for (let sink = 0; sink < inletC.length; sink++) {
      for (let n = start[sink]!; n < start[sink + 1]!; n++) inletC[sink]! += weight[n]! * airC[n]!;
    }
    return { outletC, inletC, plenumC, airC };
  }

  return {
    matrix,
    air,
    arrived,
    settled(zonePowerW, setPointsC) {
      const response = thermalResponse(matrix, rhoC);
      const rise = response.inletRiseC(zonePowerW);
      const fromSetPoints = response.inletFromSetPointsC(setPointsC);
      const outletC = rise.map((c, zone) => c + fromSetPoints[zone]! + zonePowerW[zone]! * response.risePerW[zone]!);
      return arrived(
        outletC,
        Float64Array.from({ length: cracCount }, (_, c) => setPointsC[c]!),
      );
    },
    step(state, zonePowerW, setPointsC, stepS) {
      const coefficients = prepare(stepS);
      const { kept, fresh, theta, outlets } = coefficients;
      const { outletC, inletC, plenumC } = state;
      const floorKept = inertia.plenumTimeConstantS / (inertia.plenumTimeConstantS + stepS);
      for (let c = 0; c < cracCount; c++) plenumC[c] = floorKept * plenumC[c]! + (1 - floorKept) * setPointsC[c]!;
      if (last?.state !== state || last.coefficients !== coefficients) last = lookedAt(state, coefficients);
      const { oldC, airC } = last;
      for (let zone = 0; zone < zoneCount; zone++) {
        const sink = cracCount + zone;
        let sum = theta[zone]! * outletC[zone]! + zonePowerW[zone]! / capacityWPerK[sink]!;
        for (let n = start[sink]!; n < zonesFrom[sink]!; n++) sum += fresh[n]! * plenumC[column[n]!]!;
        right[zone] = sum + oldC[sink]!;
      }
      outlets.solve(right, outletC);
      leavingC.set(plenumC);
      leavingC.set(outletC, cracCount);
      for (let sink = 0; sink < inletC.length; sink++) {
        const row = rows[sink]!;
        if (!row.isFull) for (let n = 0; n < row.column.length; n++) ownLeavingC[n] = leavingC[row.column[n]!]!;
        moveAir(row.weight, kept[sink]!, airC[sink]!, row.isFull ? leavingC : ownLeavingC, moved);
        inletC[sink] = moved.inletC;
        oldC[sink] = moved.oldC;
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

/** Returns the sum of weight x kept x airC over the air of one sink, in four partial sums like `moveAir`. */
function oldAirC(weight: Float64Array, kept: Float64Array, airC: Float64Array): number {
  return sumOfProducts(
    weight.map((share, n) => share * kept[n]!),
    0,
    airC,
    0,
    airC.length,
  );
}

/**
 * Advances the air that travels to one sink by a step, in place, and returns its sums in `moved`. One pass over the
 * air, because reading it takes most of the time of a step; four partial sums make it faster.
 *
 * @param leavingC temperature of the air that leaves the source of each weight at the end of the step, C
 */
function moveAir(
  weight: Float64Array,
  kept: Float64Array,
  airC: Float64Array,
  leavingC: Float64Array,
  moved: MovedAir,
): void {
  let s = 0;
  let t = 0;
  let u = 0;
  let v = 0;
  let oldS = 0;
  let oldT = 0;
  let oldU = 0;
  let oldV = 0;
  let n = 0;
  for (; n + 3 < airC.length; n += 4) {
    const k0 = kept[n]!;
    const k1 = kept[n + 1]!;
    const k2 = kept[n + 2]!;
    const k3 = kept[n + 3]!;
    const a = leavingC[n]! + k0 * (airC[n]! - leavingC[n]!);
    const b = leavingC[n + 1]! + k1 * (airC[n + 1]! - leavingC[n + 1]!);
    const c = leavingC[n + 2]! + k2 * (airC[n + 2]! - leavingC[n + 2]!);
    const d = leavingC[n + 3]! + k3 * (airC[n + 3]! - leavingC[n + 3]!);
    airC[n] = a;
    airC[n + 1] = b;
    airC[n + 2] = c;
    airC[n + 3] = d;
    const w0 = weight[n]!;
    const w1 = weight[n + 1]!;
    const w2 = weight[n + 2]!;
    const w3 = weight[n + 3]!;
    s += w0 * a;
    t += w1 * b;
    u += w2 * c;
    v += w3 * d;
    oldS += w0 * k0 * a;
    oldT += w1 * k1 * b;
    oldU += w2 * k2 * c;
    oldV += w3 * k3 * d;
  }
  for (; n < airC.length; n++) {
    const one = leavingC[n]! + kept[n]! * (airC[n]! - leavingC[n]!);
    airC[n] = one;
    s += weight[n]! * one;
    oldS += weight[n]! * kept[n]! * one;
  }
  moved.inletC = s + t + (u + v);
  moved.oldC = oldS + oldT + (oldU + oldV);
}

/**
 * Returns the outlet temperature of one node after a time step, C. The outlet temperature of the zone is the mean over
 * its nodes.
 *
 * @param beforeC outlet temperature of the node before the step, C
 * @param zoneInletC inlet temperature of the zone after the step, C
 * @param capacityWPerK heat capacity of the node's air flow, rho c AF
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
