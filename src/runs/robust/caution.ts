import type { RobustEvaluation } from '../../../models/problems/robust/outcome.js';

/** From here on a power of ten says more than decimals. */
const SMALL_LOG10 = -3;
/** What stands for an infinite logarithm. */
const IMPOSSIBLE_LOG10 = -1e307;

/**
 * What Psi and phi must not be taken for (docs/methods/robust-simulation.md). They are the thesis' measures; whoever promises a deadline or
 * a budget needs the chance that all cores are in time, and one that Eq. 9 does not flatter.
 */
export function promiseCaution({ jointPsiLog10 }: Pick<RobustEvaluation, 'jointPsiLog10'>): string {
  return (
    `Psi is the chance of the least certain core; that all cores are in time has probability ${chance(jointPsiLog10)}, if times are Gaussian ` +
    'and independent. phi pays a node’s overhead only until the core expected to be last is done (Eq. 9) and adds its variance as if ' +
    'independent (Eq. 10), so the budget mostly holds less often than phi says, at times far less. Before promising a deadline or a budget: plenum simulate <instance> <plan>.'
  );
}

/** A probability by its logarithm, as text. */
export function chance(log10: number): string {
  if (log10 <= IMPOSSIBLE_LOG10) return '0';
  if (log10 === 0) return '1';
  if (log10 < SMALL_LOG10) return `10^${log10.toFixed(1)}`;
  const short = -Math.expm1(log10 * Math.LN10);
  return short < 1e-4 ? `1 - ${short.toPrecision(2)}` : (1 - short).toFixed(4);
}
