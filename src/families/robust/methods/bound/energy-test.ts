import type { DualPoint } from './dual.js';
import type { Evaluate } from './prices.js';

/**
 * Data for testing whether plans can reach energy quantile y = `energyZ`, which means energy + y sqrt(variance) <=
 * budget.
 */
export interface EnergyTest {
  /** Quantile y that the energy must reach at the budget. */
  readonly energyZ: number;
  readonly budgetJ: number;
  /** Proven lower bound on the energy variance of the plans that are tested, J^2. */
  readonly leastVarianceJ2: number;
  /**
   * Estimated energy variance, J^2; used if `energyZ` is below 0. A poor estimate makes the test less tight but not
   * wrong.
   */
  readonly likelyVarianceJ2: number;
}

export interface EnergyVerdict {
  /**
   * Lower bound on energy + `energyZ` x sqrt(variance) - budget over all tested plans, J. If it is above 0, none of
   * them reaches the quantile.
   */
  readonly excessJ: number;
  /**
   * Dual value of energy variance with which the test was made, J per J^2. The search for dual values of core time uses
   * it, too.
   */
  readonly varianceJPerJ2: number;
}

/** Relative amount by which the budget is increased in the test, so that rounding errors cannot make the test wrong. */
const SLACK = 1e-9;
/**
 * Largest energy quantile tested. Larger quantiles are replaced by it, which keeps the test valid. Our choice: Phi is 1
 * in doubles above it.
 */
const MAX_Z = 40;

/**
 * Tests, at given dual values of core time, whether plans that keep a rule for cores can reach the energy quantile y =
 * `energyZ`. `evaluate` computes the dual for that rule. The options chosen in the last evaluation are left in `point`.
 *
 * y > 0: plans with variance above ((budget - least energy) / y)^2 exceed the budget anyway. Up to that variance, its
 * square root lies above a chord from the proven least variance. The slope of the chord gives the dual value of energy
 * variance.
 *
 * y < 0: the square root lies below its tangents. The slope of a tangent gives the dual value of energy variance.
 *
 * @param plainJ dual values of core time with which the least energy is computed; default `nodeJ`
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

/**
 * Returns the derivative of y sqrt(variance) at the estimated variance, J per J^2. If the estimate is 0, a small
 * positive variance is used.
 */
function tangentPrice(y: number, { likelyVarianceJ2, budgetJ }: EnergyTest): number {
  return (y * (1 + SLACK)) / (2 * Math.max(Math.sqrt(likelyVarianceJ2), 1e-9 * budgetJ));
}
