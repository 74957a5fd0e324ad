import type { ComparisonRecord, RunFrame } from '../studies/compare/compare.js';
import { type Envelope, envelope } from './envelope.js';

/**
 * Returns the record of a comparison with the keys that all commands use. If all trials use the same instance and all
 * plans obey the same rules, objective, bound and gap are those of the best plan. Otherwise no single plan stands for
 * the comparison.
 *
 * @param rank returns the value by which plans are ranked; more is better
 */
export function comparisonEnvelope(
  { instance, family, seed, termination, objectiveUnit, boundScope, warnings, ...details }: ComparisonRecord,
  rank: (run: RunFrame) => number | null,
  files: Envelope['files'],
): Envelope {
  const { bounds, runs, variants } = details;
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const best = variants || isMixed ? null : bestRun(runs, rank);
  const { method = null, planFrom = null, objective = null, gap = null } = best ?? {};
  return envelope({
    instance,
    family,
    seed,
    termination,
    objectiveUnit,
    warnings,
    files,
    details,
    method,
    planFrom,
    feasible: runs.length === 0 ? null : runs.some(({ feasible }) => feasible),
    objective,
    bound: best === null ? (variants ? null : (bounds[0]?.bound ?? null)) : best.bound,
    boundScope: boundScope === '' ? null : boundScope,
    gap,
    gapReason: gap === null ? whyNoGap(variants, isMixed, best) : null,
    timeS: { total: [...runs, ...bounds].reduce((sum, { timeS }) => sum + timeS, 0) },
    work: { runs: runs.length, steps: runs.reduce((sum, { steps }) => sum + steps, 0) },
  });
}

/** Returns the run with the best feasible plan that contradicts no proven bound; of equal ones the first. */
function bestRun(runs: readonly RunFrame[], rank: (run: RunFrame) => number | null): RunFrame | null {
  const ranked = runs.filter((run) => run.termination !== 'failed' && run.objective !== null && rank(run) !== null);
  return ranked.reduce<RunFrame | null>((best, run) => (best === null || rank(run)! > rank(best)! ? run : best), null);
}

function whyNoGap(variants: boolean, isMixed: boolean, best: RunFrame | null): string {
  if (variants) return 'trials are variants of the workload: each has a bound of its own (details)';
  if (isMixed) return 'the plans keep different rules: none is the best of all (details)';
  if (best === null) return 'no run has a feasible plan';
  return best.bound === null ? 'no bound on the best plan was proven' : 'the bound is 0: there is no fraction of it';
}
