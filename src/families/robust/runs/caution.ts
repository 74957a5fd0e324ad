import type { RobustEvaluation } from '../../../../models/families/robust/outcome.js';
import { budgetLog10, shortEnergy } from './last-core-figure.js';

/** Base-10 logarithm below which a probability is shown as a power of ten. */
const SMALL_LOG10 = -3;
/** Value at or below which a logarithm in a result stands for minus infinity, which JSON cannot represent. */
const IMPOSSIBLE_LOG10 = -1e307;

/**
 * Returns a caution on what makespan-robustness Psi and energy-robustness phi do not tell
 * (docs/robust/until-last-core.md). It gives two probabilities: that all cores are in time, and that the budget is kept
 * with every node on until its last core finishes.
 */
export function promiseCaution({
  jointPsiLog10,
  energyUntilLastCore,
}: Pick<RobustEvaluation, 'jointPsiLog10' | 'energyUntilLastCore'>): string {
  return (
    `Psi is the chance of the least certain core; that all cores are in time has probability ${chance(jointPsiLog10)}, if times are Gaussian ` +
    'and independent. phi ends a node’s overhead with the core expected to be last (Eqs. 9, 10). Until the one that is last in fact is done, ' +
    `${shortEnergy(energyUntilLastCore.excessJ)} more are to be expected, and the budget is kept with probability ` +
    `${chance(budgetLog10(energyUntilLastCore))}, if energy is Gaussian too. Before promising a deadline or a budget: plenum simulate <instance> <plan>.`
  );
}

/** Returns the text of a probability that is given by its base-10 logarithm. */
export function chance(log10: number): string {
  if (log10 <= IMPOSSIBLE_LOG10) return '0';
  if (log10 === 0) return '1';
  if (log10 < SMALL_LOG10) return `10^${log10.toFixed(1)}`;
  const short = -Math.expm1(log10 * Math.LN10);
  return short < 1e-4 ? `1 - ${short.toPrecision(2)}` : (1 - short).toFixed(4);
}
