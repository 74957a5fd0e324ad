import { stateCount } from '../../../models/problems/templates/states.js';
import type { Template } from '../../../models/problems/templates/template.js';
import type { DatabaseSummary, TemplateDatabase } from './result.js';

export function summaryOf({ book, ventOpenings }: TemplateDatabase): DatabaseSummary {
  const states = stateCount(book.grid);
  const binding = new Map<string, number>();
  const best = new Set<number>();
  let infeasible = 0;
  let largestGap: number | null = null;
  let largestGapState: number | null = null;
  for (let state = 0; state < states; state++) {
    const template = book.template(state);
    binding.set(template.binding, (binding.get(template.binding) ?? 0) + 1);
    const gap = gapOf(template);
    if (gap === null) {
      infeasible++;
      continue;
    }
    best.add(template.vents);
    if (largestGap !== null && gap <= largestGap) continue;
    largestGap = gap;
    largestGapState = state;
  }
  return {
    states,
    optimal: states - infeasible,
    infeasible,
    binding: Object.fromEntries([...binding].sort(([, one], [, other]) => other - one)),
    ventCombinations: { best: best.size, all: ventOpenings.length },
    largestGap,
    largestGapState,
  };
}

/** By how much any setting can be better at most, relative; null for an infeasible state, 0 where nothing can be done. */
export function gapOf({ status, tasksPerJ, boundTasksPerJ }: Template): number | null {
  if (status === 'infeasible') return null;
  return tasksPerJ > 0 ? boundTasksPerJ / tasksPerJ - 1 : 0;
}
