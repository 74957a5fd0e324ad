import type { DualPoint } from './dual.js';
import type { Evaluate } from './prices.js';

/** Data for testing whether a plan can reach energy quantile y = `energyZ`: energy + y sqrt(variance) <= budget. */
export interface EnergyTest {
  /** Quantile y that the energy must reach at the budget. */
  readonly energyZ: number;
  readonly budgetJ: number;
  /** Proven lower bound on the energy variance of the plans that are tested, J^2. */
  readonly leastVarianceJ2: number;
  /** Estimated energy variance, J^2; for `energyZ` below 0. A poor one makes the test less tight, not wrong. */
  readonly likelyVarianceJ2: number;
}

export interface EnergyVerdict {
  /** Lower bound on the excess over the budget at quantile `energyZ`, J; above 0, no tested plan keeps it. */
  readonly excessJ: number;
  /** Dual value of energy variance in the test, J per J^2; also used in the search for those of core time. */
  readonly varianceJPerJ2: number;
}

/** Share by which the budget is increased in the test, so that rounding errors cannot make it wrong. */
const SLACK = 1e-9;
/** Largest energy quantile tested; it replaces larger ones (valid). Our choice: Phi is 1 in doubles above it. */
const MAX_Z = 40;

/**
 * Tests, at given dual values of core time, whether plans that keep a rule for cores can reach the energy quantile y =
 * `energyZ`. `evaluate` computes the dual for that rule. The options chosen in the last evaluation are left in `point`.
 *
 * y > 0: plans with variance above ((budget - least energy) / y)^2 exceed the budget anyway. Up to that variance, its
 * square root lies above a chord from the proven least variance. The chord's slope gives the dual value of energy
 * variance.
 *
 * y < 0: the square root lies below its tangents, whose slope gives the dual value of energy variance.
 *
 * @param plainJ dual values of core time with which the least energy is computed, if others are better for that than
 * `nodeJ`
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

/** Returns the derivative of y sqrt(variance) at the estimated variance, or at a small positive one if that is 0. */
function tangentPrice(y: number, { likelyVarianceJ2, budgetJ }: EnergyTest): number {
  return (y * (1 + SLACK)) / (2 * Math.max(Math.sqrt(likelyVarianceJ2), 1e-9 * budgetJ));
}
