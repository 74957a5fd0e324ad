import type { DesignPoint } from '../../../../../../models/families/jobs/design-point.js';

/**
 * Relative difference in time and energy within which designs count as equal. Our choice: far above rounding error, far
 * below practical use.
 */
export const TOLERANCE = 1e-9;

/** Nondominated designs on one number of cores, ascending in time. */
export class Archive {
  readonly points: DesignPoint[] = [];

  /**
   * Adds a point unless a kept point is no worse in time and energy, within the tolerance. Removes points that the new
   * one dominates. Returns true if the point was added.
   */
  take(point: DesignPoint): boolean {
    const slack = 1 + TOLERANCE;
    const { timeS, energyJ } = point;
    if (this.points.some((kept) => kept.timeS <= timeS * slack && kept.energyJ <= energyJ * slack)) return false;
    const rest = this.points.filter((kept) => kept.timeS < timeS || kept.energyJ < energyJ);
    const at = rest.findIndex((kept) => kept.timeS > timeS);
    this.points.splice(0, this.points.length, ...rest);
    this.points.splice(at < 0 ? rest.length : at, 0, point);
    return true;
  }

  /**
   * Returns the response time from which every design with this dynamic energy is dominated, s. Energy grows with the
   * response time, so a design that is dominated at some response time is dominated at every longer one.
   */
  newsBeforeS(dynamicJ: number, staticW: number): number {
    const slack = 1 + TOLERANCE;
    let limitS = Infinity;
    for (const { timeS, energyJ } of this.points) {
      const lack = energyJ / slack - dynamicJ;
      const beatenFromS = lack <= 0 ? 0 : staticW > 0 ? lack / staticW : Infinity;
      limitS = Math.min(limitS, Math.max(timeS / slack, beatenFromS));
    }
    return limitS;
  }
}
