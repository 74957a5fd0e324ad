/** Time (s) and energy (J) of a design. */
export interface TimeAndEnergy {
  readonly timeS: number;
  readonly energyJ: number;
}

/** Factor from the worst time and energy of the exact front to the reference point. */
const REFERENCE_FACTOR = 1.1;

/**
 * Returns the reference point for hypervolumes: 1.1 times the exact front's largest time and energy.
 * @throws RangeError for no points
 */
export function referencePoint(exact: readonly TimeAndEnergy[]): TimeAndEnergy {
  if (exact.length === 0) throw new RangeError('A front without points');
  return {
    timeS: REFERENCE_FACTOR * Math.max(...exact.map(({ timeS }) => timeS)),
    energyJ: REFERENCE_FACTOR * Math.max(...exact.map(({ energyJ }) => energyJ)),
  };
}

/**
 * Returns the area dominated by the points, up to a reference point, s J. Points may be dominated and in any order;
 * those beyond the reference count nothing.
 */
export function hypervolume(points: readonly TimeAndEnergy[], reference: TimeAndEnergy): number {
  const inside = points
    .filter(({ timeS, energyJ }) => timeS < reference.timeS && energyJ < reference.energyJ)
    .sort((a, b) => a.timeS - b.timeS || a.energyJ - b.energyJ);
  let areaSJ = 0;
  let ceilingJ = reference.energyJ;
  for (const { timeS, energyJ } of inside) {
    if (energyJ >= ceilingJ) continue;
    areaSJ += (reference.timeS - timeS) * (ceilingJ - energyJ);
    ceilingJ = energyJ;
  }
  return areaSJ;
}

/**
 * Returns the hypervolume of points relative to the exact front's, with the reference point at 1.1 times its worst
 * values; 1 if the exact front has no area.
 */
export function hypervolumeShare(points: readonly TimeAndEnergy[], exact: readonly TimeAndEnergy[]): number {
  const reference = referencePoint(exact);
  const whole = hypervolume(exact, reference);
  return whole > 0 ? hypervolume(points, reference) / whole : 1;
}
