import type { InfluenceMatrix } from './influence-matrix.js';
import type { ThermalInertia } from './transient.js';

/** A room after CRACs have failed. Some time later, the remaining CRACs change their set-points (the reaction). */
export interface WayRoom {
  readonly matrix: InfluenceMatrix;
  /** Heat capacity of a cubic metre of air, J/(m3 K). */
  readonly rhoC: number;
  readonly inertia: ThermalInertia;
  /** Time from the failure to the reaction, s. */
  readonly reactionS: number;
  /** Indices of the CRACs that remove no heat from the failure on. */
  readonly failed: ReadonlySet<number>;
}

/**
 * Data that determine the temperatures after a failure. At the reaction, the remaining CRACs change their set-points.
 */
export interface WayDrive {
  /**
   * Temperature of the air that leaves each entity (CRACs, then zones) before the failure, C. For a CRAC, it is also
   * its set-point until the reaction.
   */
  readonly leavingC: Float64Array;
  /**
   * Temperature of the air that leaves each entity in the final steady state, C. The computation ends once temperatures
   * are proven to stay below these values.
   */
  readonly endC: Float64Array;
  readonly zonePowerW: ArrayLike<number>;
  /** Set-point of each CRAC after the reaction, C. */
  readonly setPointsC: ArrayLike<number>;
  /** Maximum heat that each CRAC removes, W; Infinity if unlimited. */
  readonly capacityW: ArrayLike<number>;
}

export interface WayCourse {
  /** Maximum inlet temperature of each zone between the failure and the final steady state, C. */
  readonly peakC: Float64Array;
  /** Number of time steps after the failure at which each zone's inlet is hottest. */
  readonly peakStep: Int32Array;
  /** Maximum power of the remaining CRACs together, W. Each CRAC has the CoP at its current set-point. */
  readonly mostCoolingW: number;
}

/**
 * A linear function that gives the inlet temperature of one zone, a certain number of time steps after a failure. It is
 * valid if no CRAC is at its capacity. At the reaction, the remaining CRACs change their set-points.
 */
export interface WayInfluence {
  /**
   * Change of the inlet temperature per kelvin of the air that left each entity (CRACs, then zones) before the failure,
   * K/K.
   */
  readonly perLeaving: Float64Array;
  /** Change of the inlet temperature per kelvin of each CRAC's set-point before the reaction, K/K. */
  readonly perSetPoint: Float64Array;
  /** Change of the inlet temperature per kelvin of each CRAC's set-point after the reaction, K/K. */
  readonly perReset: Float64Array;
  /** Change of the inlet temperature per watt of each zone's power, K/W. */
  readonly perW: Float64Array;
}

/** Length of the time steps until `untilS` after the failure, s. */
interface Pace {
  readonly untilS: number;
  readonly stepS: number;
}

/**
 * Lengths of the time steps after a failure. Our choice: the first steps are far below the time constants of nodes and
 * plenum; later changes are slow.
 */
const PACES: readonly Pace[] = [
  { untilS: 120, stepS: 0.5 },
  { untilS: 600, stepS: 1 },
  { untilS: 3600, stepS: 5 },
  { untilS: 14_400, stepS: 30 },
];
/** Distance from the final steady state at which the computation ends, K. It is a tenth of the checker's tolerance. */
const SETTLED_K = 1e-7;
/**
 * Longest time, s, between the start of a step and a reaction at which the reaction counts as happening at the start of
 * the step.
 */
const ROUNDING_S = 1e-9;

/** Length of a time step and its start after the failure, s. */
interface Step {
  readonly stepS: number;
  readonly startS: number;
}

/** Time steps after a failure, the same for every room. */
const STEPS: readonly Step[] = PACES.flatMap(({ untilS, stepS }, p) => {
  const fromS = PACES[p - 1]?.untilS ?? 0;
  return Array.from({ length: Math.round((untilS - fromS) / stepS) }, (_, n) => ({ stepS, startS: fromS + n * stepS }));
});

/** Returns the time since the failure after a number of steps, s. */
export function wayTimeS(steps: number): number {
  return steps === 0 ? 0 : STEPS[steps - 1]!.startS + STEPS[steps - 1]!.stepS;
}

/**
 * Returns functions that compute a room's temperatures from the failure of CRACs until the steady state with new
 * set-points (docs/reward-rate/survive.md#the-way-there). y = W x is the temperature of the air drawn in, with
 * influence weights W. x is the temperature of the air that leaves CRACs c (from the floor) and zones z. A time step of
 * length h changes x:
 *
 * x_c += h / (tau + h) (blown_c - x_c) for CRACs, where blown_c is y_c if the CRAC has failed, otherwise max(Tset_c,
 * y_c - capacity_c / (rho c AF_c)),
 *
 * x_z += 1 / (1 + m / (rho c AF_z h)) (y_z + P_z / (rho c AF_z) - x_z) for zones.
 *
 * y is from before the step. tau is the plenum's time constant, m the thermal mass, rho c the volumetric heat capacity
 * of air, AF an air flow, P a power. No coefficient is negative. A warmer start, more power or a warmer set-point
 * therefore never makes any temperature lower.
 */
export function failureWay({ matrix, rhoC, inertia, reactionS, failed }: WayRoom): {
  course(drive: WayDrive, copOf: (setPointC: number) => number): WayCourse;
  influence(zone: number, steps: number): WayInfluence;
} {
  const { start, column, value } = matrix.weights;
  const count = matrix.cracNames.length;
  const size = count + matrix.zones.length;
  const capacityWPerK = matrix.airFlowM3PerS.map((flow) => rhoC * flow);
  const massJPerK = matrix.zones.map(({ nodeCount }) => nodeCount * inertia.nodeThermalMassJPerK);
  const gains = new Map<number, Float64Array>();
  const gainsOf = (stepS: number): Float64Array => {
    let gain = gains.get(stepS);
    if (gain === undefined) {
      gain = Float64Array.from({ length: size }, (_, n) => {
        if (n < count) return stepS / (inertia.plenumTimeConstantS + stepS);
        // Nobody draws the air of a zone without flow.
        return capacityWPerK[n] === 0 ? 0 : 1 / (1 + massJPerK[n - count]! / (capacityWPerK[n]! * stepS));
      });
      gains.set(stepS, gain);
    }
    return gain;
  };
  const inletC = (sink: number, leavingC: Float64Array): number => {
    let sum = 0;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]! * leavingC[column[n]!]!;
    return sum;
  };
  const hasReacted = ({ startS }: Step): boolean => startS >= reactionS - ROUNDING_S;

  return {
    course({ leavingC, endC, zonePowerW, setPointsC, capacityW }, copOf) {
      const x = leavingC.slice();
      const y = new Float64Array(size);
      const peakC = new Float64Array(size - count).fill(-Infinity);
      const peakStep = new Int32Array(size - count);
      let mostCoolingW = 0;
      for (let k = 0; ; k++) {
        for (let sink = 0; sink < size; sink++) y[sink] = inletC(sink, x);
        for (let z = 0; z < peakC.length; z++) {
          if (!(y[count + z]! > peakC[z]!)) continue;
          peakC[z] = y[count + z]!;
          peakStep[z] = k;
        }
        const step = STEPS[k];
        if (step === undefined) break;
        const reacted = hasReacted(step);
        const gain = gainsOf(step.stepS);
        let coolingW = 0;
        let rises = false;
        let above = -Infinity;
        for (let n = 0; n < size; n++) {
          let target = y[n]!;
          if (n < count && !failed.has(n)) {
            const setPointC = reacted ? setPointsC[n]! : leavingC[n]!;
            target = Math.max(setPointC, y[n]! - capacityW[n]! / capacityWPerK[n]!);
            coolingW += (Math.max(0, y[n]! - target) * capacityWPerK[n]!) / copOf(setPointC);
          } else if (n >= count && capacityWPerK[n]! > 0) target += zonePowerW[n - count]! / capacityWPerK[n]!;
          const move = gain[n]! * (target - x[n]!);
          x[n]! += move;
          rises ||= move > 0;
          above = Math.max(above, x[n]! - endC[n]!);
        }
        mostCoolingW = Math.max(mostCoolingW, coolingW);
        // What only falls goes on falling, and what is below the steady state stays below it: the room is monotone.
        if (reacted && (!rises || above <= SETTLED_K)) break;
      }
      return { peakC, peakStep, mostCoolingW };
    },
    influence(zone, steps) {
      const perSetPoint = new Float64Array(count);
      const perReset = new Float64Array(count);
      const perW = new Float64Array(size - count);
      let weight = new Float64Array(size);
      const spread = (sink: number, by: number, onto: Float64Array): void => {
        for (let n = start[sink]!; n < start[sink + 1]!; n++) onto[column[n]!]! += by * value[n]!;
      };
      spread(count + zone, 1, weight);
      for (let k = steps - 1; k >= 0; k--) {
        const step = STEPS[k]!;
        const gain = gainsOf(step.stepS);
        const perSet = hasReacted(step) ? perReset : perSetPoint;
        const before = new Float64Array(size);
        for (let n = 0; n < size; n++) {
          const moved = gain[n]! * weight[n]!;
          before[n]! += weight[n]! - moved;
          if (moved === 0) continue;
          if (n < count && !failed.has(n)) {
            perSet[n]! += moved;
            continue;
          }
          if (n >= count) perW[n - count]! += moved / capacityWPerK[n]!;
          spread(n, moved, before);
        }
        weight = before;
      }
      return { perLeaving: weight, perSetPoint, perReset, perW };
    },
  };
}
