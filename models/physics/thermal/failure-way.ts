import type { InfluenceMatrix } from './influence-matrix.js';
import type { ThermalInertia } from './transient.js';

/**
 * Room after CRACs have failed, before and after the others take new set-points. C CRACs and Z zones in the order of
 * the matrix.
 */
export interface WayRoom {
  readonly matrix: InfluenceMatrix;
  /** Volumetric heat capacity of air, J/(m3 K). */
  readonly rhoC: number;
  readonly inertia: ThermalInertia;
  /** Time from the failure until the remaining CRACs take other set-points, s. */
  readonly reactionS: number;
  /** CRACs that remove no heat from the failure on, by index. */
  readonly failed: ReadonlySet<number>;
}

/** Temperatures, powers and set-points that determine a course, before and after the reaction. */
export interface WayDrive {
  /** Length C + Z: temperature of the air that leaves CRACs and zones in the steady state before the failure, C. */
  readonly leavingC: Float64Array;
  /**
   * Length C + Z: temperature of that air in the final steady state, C; the course ends once it is proven to stay
   * below.
   */
  readonly endC: Float64Array;
  /** Length Z: power of each zone, W. */
  readonly zonePowerW: ArrayLike<number>;
  /** Length C: set-points after the reaction, C; those before it are the first C entries of `leavingC`. */
  readonly setPointsC: ArrayLike<number>;
  /** Length C: maximum heat that each CRAC removes, W; Infinity without a limit. */
  readonly capacityW: ArrayLike<number>;
}

/** Inlet temperatures of zones from the failure on. */
export interface WayCourse {
  /** Length Z: hottest temperature of the inlet on the way, C. */
  readonly peakC: Float64Array;
  /** Length Z: number of steps after which the inlet is hottest. */
  readonly peakStep: Int32Array;
  /** Maximum power of the remaining CRACs on the way, W, each at the CoP of its set-point at that moment. */
  readonly mostCoolingW: number;
}

/** Coefficients of the inlet of one zone after a number of steps, if no CRAC is at its capacity. */
export interface WayInfluence {
  /** Length C + Z, 1: factors on the air that leaves CRACs and zones before the failure. */
  readonly perLeaving: Float64Array;
  /** Length C, 1: factors on the set-points before and after the reaction. */
  readonly perSetPoint: Float64Array;
  readonly perReset: Float64Array;
  /** Length Z, K/W: factors on the power of each zone. */
  readonly perW: Float64Array;
}

/** Steps of one length, used until a time since the failure, s. */
interface Pace {
  readonly untilS: number;
  readonly stepS: number;
}

/**
 * Steps of a course. Our choice: the first are far below the time constants of nodes and floor, and later changes are
 * slow.
 */
const PACES: readonly Pace[] = [
  { untilS: 120, stepS: 0.5 },
  { untilS: 600, stepS: 1 },
  { untilS: 3600, stepS: 5 },
  { untilS: 14_400, stepS: 30 },
];
/**
 * Distance from the steady state within which the rest of a course is not computed, K: a tenth of the checker's
 * tolerance.
 */
const SETTLED_K = 1e-7;
/** Rounding of times, s: a reaction this little after the start of a step counts as at its start. */
const ROUNDING_S = 1e-9;

/** Length of a step and whether its set-points are those after the reaction. */
interface Step {
  readonly stepS: number;
  readonly startS: number;
}

/** Steps of every course. */
const STEPS: readonly Step[] = PACES.flatMap(({ untilS, stepS }, p) => {
  const fromS = PACES[p - 1]?.untilS ?? 0;
  return Array.from({ length: Math.round((untilS - fromS) / stepS) }, (_, n) => ({ stepS, startS: fromS + n * stepS }));
});

/** Returns the time after some steps, s. */
export function wayTimeS(steps: number): number {
  return steps === 0 ? 0 : STEPS[steps - 1]!.startS + STEPS[steps - 1]!.stepS;
}

/**
 * Returns the temperatures of a room on the way from the failure of CRACs to the steady state at other set-points
 * (docs/reward-rate/survive.md#the-way-there). With y = W x the air drawn in by all, x that which leaves the floor
 * behind CRACs and the zones, a step of length h is
 *
 *   x_c += h / (tau + h) (blown_c - x_c),   blown_c = y_c of a failed CRAC, max(Tset_c, y_c - capacity_c / (rho c AF_c)) of one at work
 *   x_z += 1 / (1 + m / (rho c AF_z h)) (y_z + P_z / (rho c AF_z) - x_z)
 *
 * all with y before the step. No coefficient is negative, so a warmer start, more power or a warmer set-point makes
 * nothing cooler.
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
