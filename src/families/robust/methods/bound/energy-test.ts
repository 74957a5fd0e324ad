import type { DualPoint } from './dual.js';
import type { Evaluate } from './prices.js';

/**
 * Tests whether plans can have energy quantile y: energy + y sqrt(variance) <= budget. Prices can prove that no plan
 * does.
 */
export interface EnergyTest {
  /** Quantile y of the energy. */
  readonly energyZ: number;
  readonly budgetJ: number;
  /** Proven least variance of every plan considered, J^2. */
  readonly leastVarianceJ2: number;
  /** For y < 0: estimated variance of such plans, J^2; it affects how tight the test is, not its validity. */
  readonly likelyVarianceJ2: number;
}

export interface EnergyVerdict {
  /** Amount by which every plan of the target exceeds the budget at quantile y, J: if above 0, no plan keeps it. */
  readonly excessJ: number;
  /** Price of variance in the test, J per J^2: prices of nodes are searched with it. */
  readonly varianceJPerJ2: number;
}

/** Share by which the budget is stretched; far above rounding. */
const SLACK = 1e-9;
/** Maximum quantile tested. Our choice: above it Phi is 1 in doubles; testing a smaller one is valid. */
const MAX_Z = 40;

/**
 * Tests the plans of a rule, given by `evaluate`, at given node prices. y > 0: plans with variance above ((budget -
 * least energy) / y)^2 are over budget anyway; below it sqrt lies above its chord from the proven least variance, whose
 * slope prices variance. y < 0: sqrt lies below its tangents. The choices of the last evaluation are returned. @param
 * plainJ prices that suit the least energy better if variance costs nothing
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

/** Returns the slope of y sqrt(variance) at the estimated variance, or near 0 if that is 0. */
function tangentPrice(y: number, { likelyVarianceJ2, budgetJ }: EnergyTest): number {
  return (y * (1 + SLACK)) / (2 * Math.max(Math.sqrt(likelyVarianceJ2), 1e-9 * budgetJ));
}
