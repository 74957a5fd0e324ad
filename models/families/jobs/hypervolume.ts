import type { DesignPoint } from './design-point.js';

/** Objectives of a design, both minimised: response time, s, and energy, J. */
export type Cost = Pick<DesignPoint, 'timeS' | 'energyJ'>;

/** Reference point of the hypervolume, as a multiple of the reference front's greatest time and greatest energy. */
const REFERENCE_POINT = 1.1;

/**
 * Returns the non-dominated costs, sorted by time. A cost is dominated if another is at most as great in time and
 * energy. Of equal costs, one is kept.
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
 * Returns the hypervolume of a front divided by that of a reference front. The hypervolume is the area (s J) that a
 * front dominates below a reference point: 1.1 times the reference front's greatest time and energy. The result is 1
 * for a front as good as the reference front, 0 for one that dominates nothing below the reference point. Both fronts
 * may contain dominated costs.
 */
export function hypervolumeShare(costs: readonly Cost[], reference: readonly Cost[]): number {
  const front = nonDominated(reference);
  const limitS = REFERENCE_POINT * Math.max(...front.map(({ timeS }) => timeS));
  const limitJ = REFERENCE_POINT * Math.max(...front.map(({ energyJ }) => energyJ));
  return areaSJ(nonDominated(costs), limitS, limitJ) / areaSJ(front, limitS, limitJ);
}

/** Returns the area between a front, as a step function, and limits on time and energy, s J. */
function areaSJ(front: readonly Cost[], limitS: number, limitJ: number): number {
  let [sum, heightJ] = [0, limitJ];
  for (const { timeS, energyJ } of front) {
    if (timeS >= limitS || energyJ >= heightJ) continue;
    sum += (limitS - timeS) * (heightJ - energyJ);
    heightJ = energyJ;
  }
  return sum;
}
