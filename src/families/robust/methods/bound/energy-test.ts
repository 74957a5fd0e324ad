import type { DualPoint } from './dual.js';
import type { Evaluate } from './prices.js';

/** Energy of a plan with quantile y: energy + y sqrt(variance) <= budget. Prices refute plans for which that cannot be. */
export interface EnergyTest {
  /** y. */
  readonly energyZ: number;
  readonly budgetJ: number;
  /** Certified least variance of every plan in question, J^2. */
  readonly leastVarianceJ2: number;
  /** y < 0: where a plan in question is likely to be, J^2; decides how tight, never how valid. */
  readonly likelyVarianceJ2: number;
}

export interface EnergyVerdict {
  /** Amount by which every plan of the target exceeds the budget at quantile y, J: if above 0, none keeps it. */
  readonly excessJ: number;
  /** Price at which the test took variance, J per J^2: with it prices of nodes are sought. */
  readonly varianceJPerJ2: number;
}

/** Share of the budget by which it is stretched: far above the rounding of a plan's own sums and of the sums here. */
const SLACK = 1e-9;
/**
 * Largest quantile that is tested: above it Phi is 1 in doubles, so that only plans without variance are left; testing
 * less is valid.
 */
const MAX_Z = 40;

/**
 * Test of the plans of the rule that `evaluate` stands for, at given node prices. y > 0: a plan whose variance is above
 * ((budget - least energy) / y)^2 is over the budget anyway, and up to there sqrt lies above its chord from the
 * certified least variance, which prices variance. y < 0: sqrt lies below any of its tangents. The last evaluation is
 * the one whose choices are used. `plainJ`: prices that suit the least energy better, where variance costs nothing.
 */
export function testEnergy(
  evaluate: Evaluate,
  nodeJ: Float64Array,
  test: EnergyTest,
  point: DualPoint,
  plainJ = nodeJ,
): EnergyVerdict {
  const budgetJ = test.budgetJ * (1 + SLACK);
  const y = Math.min(MAX_Z, test.energyZ);
  const value = (varianceJPerJ2: number): number => {
    evaluate({ nodeJ, varianceJPerJ2 }, point);
    return point.valueJ;
  };
  if (y === 0) return { excessJ: value(0) - budgetJ, varianceJPerJ2: 0 };
  if (y < 0) {
    const varianceJPerJ2 = tangentPrice(y, test);
    // Nothing is asked of the energy: only a task that runs nowhere refutes.
    if (varianceJPerJ2 === -Infinity)
      return { excessJ: value(0) === Infinity ? Infinity : -Infinity, varianceJPerJ2: 0 };
    const tangentJ = (y * (1 + SLACK)) / (2 * varianceJPerJ2);
    return { excessJ: value(varianceJPerJ2) + (y * (1 + SLACK) * tangentJ) / 2 - budgetJ, varianceJPerJ2 };
  }
  const { leastVarianceJ2 } = test;
  const leastJ = Math.sqrt(leastVarianceJ2);
  evaluate({ nodeJ: plainJ, varianceJPerJ2: 0 }, point);
  const roomJ = budgetJ - point.valueJ;
  if (!(roomJ > y * leastJ)) {
    return { excessJ: y * leastJ - roomJ, varianceJPerJ2: leastJ > 0 ? y / (2 * leastJ) : 0 };
  }
  const varianceJPerJ2 = y / (roomJ / y + leastJ);
  return { excessJ: value(varianceJPerJ2) - varianceJPerJ2 * leastVarianceJ2 + y * leastJ - budgetJ, varianceJPerJ2 };
}

/** Returns the slope of y sqrt(variance) at the likely variance, or near 0 if that is 0. */
function tangentPrice(y: number, { likelyVarianceJ2, budgetJ }: EnergyTest): number {
  return (y * (1 + SLACK)) / (2 * Math.max(Math.sqrt(likelyVarianceJ2), 1e-9 * budgetJ));
}
