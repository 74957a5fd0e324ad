import type { DualPoint } from './dual.js';
import type { Evaluate } from './prices.js';

/** A plan is energy-robust with quantile y when energy + y sqrt(variance) <= budget. */
export interface EnergyTest {
  /** y. */
  readonly energyZ: number;
  /** What every plan in question has at least (certified), J^2. */
  readonly leastVarianceJ2: number;
  /** Where a plan in question is likely to be, J^2: decides how tight, never how valid. */
  readonly likelyVarianceJ2: number;
}

/** The chord ends at this many times the likely deviation. */
const CHORD_REACH = 1.6;

/**
 * Lower bound on energy + y sqrt(variance), J, at fixed node prices. y >= 0: sqrt lies above its chord between the least variance and
 * some greater one, beyond which the deviation there is enough: the smaller of the two. y < 0: sqrt lies below any tangent.
 */
export function leastPricedEnergyJ(
  evaluate: Evaluate,
  nodeJ: Float64Array,
  { energyZ, leastVarianceJ2, likelyVarianceJ2 }: EnergyTest,
  point: DualPoint,
): number {
  const value = (varianceJPerJ2: number): number => {
    evaluate({ nodeJ, varianceJPerJ2 }, point);
    return point.valueJ;
  };
  if (energyZ === 0) return value(0);
  if (energyZ < 0) {
    const tangentJ = Math.sqrt(likelyVarianceJ2);
    return tangentJ > 0 ? value(energyZ / (2 * tangentJ)) + (energyZ * tangentJ) / 2 : -Infinity;
  }
  const leastJ = Math.sqrt(leastVarianceJ2);
  const mostVarianceJ2 = CHORD_REACH ** 2 * Math.max(leastVarianceJ2, likelyVarianceJ2);
  const price = chordPrice({ energyZ, leastVarianceJ2, likelyVarianceJ2 });
  if (price === 0) return value(0) + energyZ * leastJ;
  const beyond = value(0) + energyZ * Math.sqrt(mostVarianceJ2);
  // The last evaluation is the one whose choices count.
  const chord = value(price) + energyZ * leastJ - price * leastVarianceJ2;
  return Math.min(chord, beyond);
}

/** J per J^2 that the test puts on variance. */
export function chordPrice({ energyZ, leastVarianceJ2, likelyVarianceJ2 }: EnergyTest): number {
  if (energyZ < 0) return likelyVarianceJ2 > 0 ? energyZ / (2 * Math.sqrt(likelyVarianceJ2)) : 0;
  const leastJ = Math.sqrt(leastVarianceJ2);
  const mostJ = CHORD_REACH * Math.sqrt(Math.max(leastVarianceJ2, likelyVarianceJ2));
  // (mostJ - leastJ) / (mostJ^2 - leastJ^2)
  return mostJ > leastJ ? energyZ / (mostJ + leastJ) : 0;
}
