import type { DesignPoint } from './design-point.js';

/** Cost of a design: response time, s, and energy, J. */
export type Cost = Pick<DesignPoint, 'timeS' | 'energyJ'>;

/** Distance of the reference point from the origin, as a multiple of the reference front's greatest time and energy. */
const REFERENCE_POINT = 1.1;

/**
 * Returns the costs that no other cost dominates (at most as great in both), sorted by time; one of several equal costs
 * is kept.
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
 * Returns the hypervolume of a front as a share of that of a reference front: the area (s J) that it dominates below a
 * reference point, which is 1.1 times the reference front's greatest time and energy. 1 is as good as the reference; 0
 * dominates nothing below that point. Both fronts may contain dominated costs.
 */
export function hypervolumeShare(costs: readonly Cost[], reference: readonly Cost[]): number {
  const front = nonDominated(reference);
  const limitS = REFERENCE_POINT * Math.max(...front.map(({ timeS }) => timeS));
  const limitJ = REFERENCE_POINT * Math.max(...front.map(({ energyJ }) => energyJ));
  return areaSJ(nonDominated(costs), limitS, limitJ) / areaSJ(front, limitS, limitJ);
}

/** Returns the area between the steps of a front and two limits, s J. */
function areaSJ(front: readonly Cost[], limitS: number, limitJ: number): number {
  let [sum, heightJ] = [0, limitJ];
  for (const { timeS, energyJ } of front) {
    if (timeS >= limitS || energyJ >= heightJ) continue;
    sum += (limitS - timeS) * (heightJ - energyJ);
    heightJ = energyJ;
  }
  return sum;
}
