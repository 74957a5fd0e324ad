import { airUnderWay } from './air-under-way.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import { type ThermalInertia, transientRoom, type TransientState } from './transient.js';

/** A room that is in steady state when some of its CRACs fail. Arrays are in the order of the influence matrix. */
export interface FailingRoom {
  /** Air after the failure. */
  readonly matrix: InfluenceMatrix;
  /** Air before the failure; absent if it is the same, except that failed CRACs do not cool theirs. */
  readonly before?: InfluenceMatrix | undefined;
  /** Heat capacity of a cubic metre of air, J/(m3 K). */
  readonly rhoC: number;
  /** Thermal inertia of nodes and plenum. The time constant of the plenum must be above 0. */
  readonly inertia: ThermalInertia;
  /** Power of each zone, W, held constant. */
  readonly zonePowerW: ArrayLike<number>;
  /** Outlet temperature of each CRAC before the failure, C. Working CRACs keep this temperature as their set-point. */
  readonly outletC: ArrayLike<number>;
  /** Maximum heat that each CRAC removes after the failure, W; 0 if it has failed, Infinity if unlimited. */
  readonly capacityW: ArrayLike<number>;
  readonly redLineC: number;
}

/**
 * Length of the simulation's steps until `untilS` after the failure, s. Steps are never longer than the plenum's time
 * constant.
 */
interface Pace {
  readonly untilS: number;
  readonly stepS: number;
}

/**
 * Lengths of the simulation's steps. Our choice: the first steps are far below the time constants of nodes and plenum;
 * later changes are slow.
 */
const PACES: readonly Pace[] = [
  { untilS: 120, stepS: 0.25 },
  { untilS: 600, stepS: 1 },
  { untilS: 3_600, stepS: 5 },
  { untilS: 14_400, stepS: 30 },
];
/** Time after the failure at which the simulation ends, s, even if no inlet has exceeded the red line. */
export const MAX_FAILURE_S = 14_400;
/** Amount by which an inlet may exceed the red line, K. It is the checker's tolerance. */
const RED_LINE_TOLERANCE_C = 1e-6;

/** A reaction to a failure: new zone powers and set-points, in the order of the influence matrix. */
export interface Remedy {
  /** New power of each zone, W. */
  readonly zonePowerW: ArrayLike<number>;
  /**
   * For each working CRAC, its new set-point, C. For each failed CRAC, its outlet temperature in the new steady state,
   * or NaN.
   */
  readonly outletC: ArrayLike<number>;
}

/** Highest inlet temperature after the failure or after the remedy, and the time at which the red line is exceeded. */
export interface InletCourse {
  /**
   * Start of the step in which an inlet first exceeds the red line, s; null if no inlet exceeds it within
   * MAX_FAILURE_S.
   */
  readonly passedS: number | null;
  /**
   * Maximum inlet temperature, C, which may be above the red line. If the room never settles, it is the maximum within
   * MAX_FAILURE_S.
   */
  readonly hottestInletC: number;
}

/** Simulates a room after CRACs failed, with and without a remedy. */
export interface FailingCourse {
  /**
   * Returns the time at which an inlet first exceeds the red line if nothing is done, s. Returns null if no inlet
   * exceeds it within MAX_FAILURE_S.
   */
  untouchedPassedS(): number | null;
  /**
   * Returns the highest inlet temperature, and when the red line is exceeded, if a remedy is applied at the moment of
   * the failure.
   */
  atOnce(remedy: Remedy): InletCourse;
  /**
   * Returns the latest time after the failure at which a remedy can be applied so that no inlet ever exceeds the red
   * line, s. It is found by bisection. The remedy must keep the red line if it is applied at the moment of the failure.
   *
   * @param passedS time at which an inlet exceeds the red line without any remedy, s
   */
  latestS(remedy: Remedy, passedS: number): number;
}

/** Largest distance of all temperatures from the steady state at which a simulation ends, K. */
const SETTLED_K = 1e-3;
/**
 * Largest distance of a CRAC's outlet from its set-point at which the CRAC counts as keeping its set-point, K. It is
 * far below the red line's tolerance.
 */
const HELD_K = 1e-7;
/** Relative accuracy of the latest time at which a remedy can be applied. */
const LATEST_ACCURACY = 0.02;
/**
 * Absolute accuracy of the latest time at which a remedy can be applied, s. It replaces the relative accuracy if it is
 * coarser.
 */
const LATEST_STEP_S = 1;

/**
 * Returns the simulation of a room after CRACs failed (docs/reward-rate/failures.md). A failed CRAC whose fan runs
 * blows its return air under the floor unchanged; one that stands still blows nothing. A CRAC at its capacity cools its return air as far as it can. In both
 * cases, the return air of the previous time step is used. Air above the floor travels without delay.
 *
 * @throws RangeError for a heat-recirculation matrix, which has no paths of air.
 */
export function failingCourse(room: FailingRoom): FailingCourse {
  const { matrix, rhoC, inertia, redLineC } = room;
  if (matrix.recirculationKPerW !== undefined) throw new RangeError('A heat-recirculation matrix has no paths of air.');
  const cracCount = matrix.cracNames.length;
  const air = airUnderWay(matrix, () => 0);
  const settling = transientRoom(matrix, air, rhoC, inertia);
  const paces = PACES.map(({ untilS, stepS: most }) => {
    const stepS = Math.min(most, inertia.plenumTimeConstantS);
    // What is blown is known a step late, which would store a step's air more: so much less stays under the floor.
    const plenumTimeConstantS = inertia.plenumTimeConstantS - stepS;
    return { untilS, stepS, model: transientRoom(matrix, air, rhoC, { ...inertia, plenumTimeConstantS }) };
  });
  const settled = (of: Remedy): TransientState => settling.settled(Float64Array.from(of.zonePowerW), of.outletC);
  /** Returns the state right after the failure: what nodes and floor hold stays, the air takes its new ways at once. */
  const failing = (): TransientState => {
    const { before } = room;
    if (before === undefined || before === matrix) return settled(room);
    const steady = transientRoom(
      before,
      airUnderWay(before, () => 0),
      rhoC,
      inertia,
    );
    const { outletC, plenumC } = steady.settled(Float64Array.from(room.zonePowerW), room.outletC);
    return settling.arrived(outletC, plenumC);
  };
  const blownC = ({ inletC }: TransientState, { outletC }: Remedy, crac: number): number => {
    const capacityW = room.capacityW[crac]!;
    const returnC = inletC[crac]!;
    if (capacityW === 0) return returnC;
    return Math.max(outletC[crac]!, returnC - capacityW / (rhoC * matrix.airFlowM3PerS[crac]!));
  };
  const hottestC = ({ inletC }: TransientState): number => {
    let most = -Infinity;
    for (let n = cracCount; n < inletC.length; n++) most = Math.max(most, inletC[n]!);
    return most;
  };
  const isPassed = (inletC: number): boolean => inletC > redLineC + RED_LINE_TOLERANCE_C;

  /**
   * Advances the state step by step, in place, and yields the start of each step, s.
   *
   * @param fromS time since the last change of powers or set-points, s
   */
  function* steps(state: TransientState, drive: Remedy, fromS = 0): Generator<number> {
    const powerW = Float64Array.from(drive.zonePowerW);
    let nowS = fromS;
    for (const { untilS, stepS, model } of paces) {
      for (; nowS < untilS; nowS += stepS) {
        const setPointsC = Array.from({ length: cracCount }, (_, crac) => blownC(state, drive, crac));
        model.step(state, powerW, setPointsC, stepS);
        yield nowS;
      }
    }
  }

  /** Returns the steady state. Returns null if there is none, or if a working CRAC cannot keep its set-point. */
  function endOf(drive: Remedy): TransientState | null {
    if (!Array.from(drive.outletC).every((value) => Number.isFinite(value))) return null;
    const end = settled(drive);
    const isHeld = matrix.cracNames.every((_, c) => blownC(end, drive, c) <= drive.outletC[c]! + HELD_K);
    return isHeld ? end : null;
  }

  /**
   * Returns the highest inlet temperature, and when the red line is exceeded, under given powers and set-points. The
   * simulation ends once later temperatures are proven to be no higher.
   *
   * @param isWhole if false, the simulation also ends once the red line is exceeded
   */
  function courseOf(state: TransientState, drive: Remedy, isWhole: boolean): InletCourse {
    let most = hottestC(state);
    let passedS = isPassed(most) ? 0 : null;
    const end = endOf(drive);
    const endC = end === null ? Infinity : hottestC(end);
    const before = { outletC: state.outletC.slice(), plenumC: state.plenumC.slice() };
    for (const nowS of steps(state, drive)) {
      if (passedS !== null && !isWhole) break;
      const now = hottestC(state);
      most = Math.max(most, now);
      if (passedS === null && isPassed(now)) passedS = nowS;
      if (end !== null) {
        const above = Math.max(greatestExcess(state.outletC, end.outletC), greatestExcess(state.plenumC, end.plenumC));
        const restC = endC + Math.max(0, above);
        const isSettled = above <= SETTLED_K && (passedS !== null || !isPassed(restC));
        if (restC <= most || isSettled) return { passedS, hottestInletC: Math.max(most, endC) };
      }
      const rising = Math.max(
        greatestExcess(state.outletC, before.outletC),
        greatestExcess(state.plenumC, before.plenumC),
      );
      if (rising <= 0) break;
      before.outletC.set(state.outletC);
      before.plenumC.set(state.plenumC);
    }
    return { passedS, hottestInletC: most };
  }

  return {
    untouchedPassedS() {
      const state = failing();
      if (isPassed(hottestC(state))) return 0;
      for (const nowS of steps(state, room)) if (isPassed(hottestC(state))) return nowS;
      return null;
    },
    atOnce: (remedy) => courseOf(failing(), remedy, true),
    latestS(remedy, passedS) {
      let low = { atS: 0, state: failing() };
      let high = passedS;
      while (high - low.atS > Math.max(LATEST_STEP_S, LATEST_ACCURACY * high)) {
        const middle = (low.atS + high) / 2;
        const state = copyOf(low.state);
        let atS = low.atS;
        if (atS < middle) {
          for (const nowS of steps(state, room, low.atS)) {
            atS = nowS + stepAt(paces, nowS);
            if (atS >= middle) break;
          }
        }
        if (atS >= high) break;
        if (courseOf(copyOf(state), remedy, false).passedS === null) low = { atS, state };
        else high = atS;
      }
      return low.atS;
    },
  };
}

/** Returns the length of the simulation step that begins at a time, s. */
function stepAt(paces: readonly Pace[], nowS: number): number {
  return paces.find(({ untilS }) => nowS < untilS)!.stepS;
}

function copyOf({ outletC, inletC, plenumC, airC }: TransientState): TransientState {
  return { outletC: outletC.slice(), inletC: inletC.slice(), plenumC: plenumC.slice(), airC: airC.slice() };
}

function greatestExcess(values: Float64Array, others: Float64Array): number {
  let most = -Infinity;
  for (let n = 0; n < values.length; n++) most = Math.max(most, values[n]! - others[n]!);
  return most;
}

/**
 * Returns the start of the simulation step in which, after CRACs failed, the first inlet exceeds the red line if
 * nothing is done, s. Returns null if no inlet exceeds it within MAX_FAILURE_S.
 *
 * @throws RangeError for a heat-recirculation matrix, which has no paths of air
 */
export function timeToRedLineS(room: FailingRoom): number | null {
  return failingCourse(room).untouchedPassedS();
}
