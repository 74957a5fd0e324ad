import { airUnderWay } from './air-under-way.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import { type ThermalInertia, transientRoom } from './transient.js';

/** A room in its steady state at the moment in which CRACs fail. C CRACs and Z zones in the order of the matrix. */
export interface FailingRoom {
  readonly matrix: InfluenceMatrix;
  /** Volumetric heat capacity of air, J/(m3 K). */
  readonly rhoC: number;
  /** Time constant of the floor above 0. */
  readonly inertia: ThermalInertia;
  /** Length Z: power of each zone, W, held. */
  readonly zonePowerW: ArrayLike<number>;
  /** Length C: temperature of the air that leaves each CRAC before the failure, C; those left at work keep it as their set-point. */
  readonly outletC: ArrayLike<number>;
  /** Length C: greatest heat each removes after the failure, W; 0 of a failed one, Infinity of one without limit. */
  readonly capacityW: ArrayLike<number>;
  readonly redLineC: number;
}

/** Steps of one length at most (no longer than the floor's time constant), until a time since the failure, s. */
interface Pace {
  readonly untilS: number;
  readonly stepS: number;
}

/** Steps of the simulation. Ours: the first are far below the time constants of nodes and floor, and later changes are slow. */
const PACES: readonly Pace[] = [
  { untilS: 120, stepS: 0.25 },
  { untilS: 600, stepS: 1 },
  { untilS: 3_600, stepS: 5 },
  { untilS: 14_400, stepS: 30 },
];
/** Time after which a room that is still below its red line is simulated no longer, s. */
export const MAX_FAILURE_S = 14_400;
/** Excess over the red line that is none, K: the checker's tolerance. */
const RED_LINE_TOLERANCE_C = 1e-6;

/**
 * Time from the failure until some zone's inlet passes the red line, s: the start of the step in which it does; null if none does within
 * MAX_FAILURE_S. Fans run, set-points and powers stay. A failed CRAC blows its own return air under the floor, one at its
 * capacity air as cold as that allows, both with the return air of the step before. Air above the floor arrives at once
 * (docs/reward-rate/failures.md). @throws RangeError of a matrix without paths of air.
 */
export function timeToRedLineS(room: FailingRoom): number | null {
  const { matrix, rhoC, inertia, redLineC } = room;
  if (matrix.recirculationKPerW !== undefined) throw new RangeError('A heat-recirculation matrix has no paths of air.');
  const cracCount = matrix.cracNames.length;
  const air = airUnderWay(matrix, () => 0);
  const powerW = Float64Array.from(room.zonePowerW);
  const state = transientRoom(matrix, air, rhoC, inertia).settled(powerW, room.outletC);
  const blownC = (crac: number): number => {
    const capacityW = room.capacityW[crac]!;
    const returnC = state.inletC[crac]!;
    if (capacityW === 0) return returnC;
    return Math.max(room.outletC[crac]!, returnC - capacityW / (rhoC * matrix.airFlowM3PerS[crac]!));
  };
  const isPassed = (): boolean =>
    state.inletC.some((inletC, n) => n >= cracCount && inletC > redLineC + RED_LINE_TOLERANCE_C);
  if (isPassed()) return 0;
  let nowS = 0;
  for (const pace of PACES) {
    const stepS = Math.min(pace.stepS, inertia.plenumTimeConstantS);
    // What is blown is known a step late, which would store a step's air more: so much less stays under the floor.
    const plenumTimeConstantS = inertia.plenumTimeConstantS - stepS;
    const model = transientRoom(matrix, air, rhoC, { ...inertia, plenumTimeConstantS });
    for (; nowS < pace.untilS; nowS += stepS) {
      const setPointsC = Array.from({ length: cracCount }, (_, crac) => blownC(crac));
      model.step(state, powerW, setPointsC, stepS);
      if (isPassed()) return nowS;
    }
  }
  return null;
}
