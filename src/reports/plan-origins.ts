import type { RunFrame } from '../studies/compare/certificates.js';
import { oneLine } from './format.js';

/**
 * Returns a sentence for each method that adopted the plan of a cheaper method in some runs, such as "config-lp: the
 * plan is from lp in 2 of 3 runs".
 */
export function planOrigins(runs: readonly Pick<RunFrame, 'method' | 'planFrom'>[]): string[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { method, planFrom } of runs) {
    if (planFrom === undefined) continue;
    const from = counts.get(method) ?? new Map<string, number>();
    counts.set(method, from.set(planFrom, (from.get(planFrom) ?? 0) + 1));
  }
  return [...counts].flatMap(([method, from]) => {
    const all = runs.filter((run) => run.method === method).length;
    return [...from].map(
      ([name, count]) =>
        `${oneLine(method)}: the plan is from ${oneLine(name)} in ${count} of ${all} ${all === 1 ? 'run' : 'runs'}`,
    );
  });
}
