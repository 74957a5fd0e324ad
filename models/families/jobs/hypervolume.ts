import type { DesignPoint } from './design-point.js';

/** The two objectives of a design, both to be minimised: response time, s, and energy, J. */
export type Cost = Pick<DesignPoint, 'timeS' | 'energyJ'>;

/**
 * Time and energy of the hypervolume's reference point, as a multiple of the greatest time and energy of the reference
 * front.
 */
const REFERENCE_POINT = 1.1;

/**
 * Returns the designs that no other design dominates in time and energy, by ascending time. Of designs with equal time
 * and energy, it returns one.
 */
export function nonDominated<C extends Cost>(costs: readonly C[]): C[] {
  let leastJ = Infinity;
  return [...costs]
    .sort((a, b) => a.timeS - b.timeS || a.energyJ - b.energyJ)
    .filter(({ energyJ }) => {
      const kept = energyJ < leastJ;
      leastJ = Math.min(leastJ, energyJ);
      return kept;
    });
}

/**
 * Returns the quality of a front: its hypervolume divided by that of a reference front. The hypervolume is the area (s
 * J) of all costs that some point of the front dominates, up to a reference point. The reference point has
 * REFERENCE_POINT times the greatest time and energy of the reference front.
 *
 * The reference front has quality 1. A front without a point below the reference point has quality 0. Both fronts may
 * contain dominated costs.
 */
export function hypervolumeShare(costs: readonly Cost[], reference: readonly Cost[]): number {
  const front = nonDominated(reference);
  const limitS = REFERENCE_POINT * Math.max(...front.map(({ timeS }) => timeS));
  const limitJ = REFERENCE_POINT * Math.max(...front.map(({ energyJ }) => energyJ));
  return areaSJ(nonDominated(costs), limitS, limitJ) / areaSJ(front, limitS, limitJ);
}

/** Returns the area (s J) of the costs that a front dominates, up to limits on time and energy. */
function areaSJ(front: readonly Cost[], limitS: number, limitJ: number): number {
  let [sum, heightJ] = [0, limitJ];
  for (const { timeS, energyJ } of front) {
    if (timeS >= limitS || energyJ >= heightJ) continue;
    sum += (limitS - timeS) * (heightJ - energyJ);
    heightJ = energyJ;
  }
  return sum;
}
