import type { ComparisonRecord, RunFrame } from '../studies/compare/record.js';
import { type Envelope, envelope } from './envelope.js';

/**
 * Returns a comparison in the form that records of all verbs have. Its objective, bound and gap are those of the best
 * plan found, if all trials have the same instance and all plans keep the same rules. Variants have different bounds,
 * so no single plan stands for all.
 */
export function comparisonEnvelope<Run extends RunFrame>(
  record: Omit<ComparisonRecord, 'runs' | 'summary' | 'differences'> & { readonly runs: readonly Run[] },
  rank: (run: Run) => number | null,
  files: Envelope['files'],
): Envelope {
  const { instance, family, seed, termination, objectiveUnit, boundScope, warnings, ...details } = record;
  const { bounds, runs, variants } = details;
  const isMixed = new Set(runs.flatMap(({ rules }) => rules ?? [])).size > 1;
  const best = variants || isMixed ? null : bestRun(runs, rank);
  const common = variants ? null : (bounds[0]?.bound ?? null);
  const total = [...runs, ...bounds].reduce((sum, { timeS }) => sum + timeS, 0);
  return envelope({
    instance,
    family,
    seed,
    termination,
    objectiveUnit,
    warnings,
    files,
    details,
    method: best?.method ?? null,
    planFrom: best?.planFrom ?? null,
    feasible: runs.length === 0 ? null : runs.some(({ feasible }) => feasible),
    objective: best?.objective ?? null,
    bound: best === null ? common : best.bound,
    boundScope: boundScope === '' ? null : boundScope,
    gap: best?.gap ?? null,
    gapReason: (best?.gap ?? null) === null ? whyNoGap(variants, isMixed, best) : null,
    timeS: { total },
    work: { runs: runs.length, steps: runs.reduce((sum, { steps }) => sum + steps, 0) },
  });
}

/** Returns the best feasible plan, of equal ones the first, among runs that no proof contradicts. */
function bestRun<Run extends RunFrame>(runs: readonly Run[], rank: (run: Run) => number | null): Run | null {
  let best: { readonly run: Run; readonly rank: number } | null = null;
  for (const run of runs) {
    const own = run.termination === 'failed' || run.objective === null ? null : rank(run);
    if (own !== null && (best === null || own > best.rank)) best = { run, rank: own };
  }
  return best?.run ?? null;
}

function whyNoGap(variants: boolean, isMixed: boolean, best: RunFrame | null): string {
  if (variants) return 'trials are variants of the workload: each has a bound of its own (details)';
  if (isMixed) return 'the plans keep different rules: none is the best of all (details)';
  if (best === null) return 'no run has a feasible plan';
  return best.bound === null ? 'no bound on the best plan was proven' : 'the bound is 0: there is no fraction of it';
}
