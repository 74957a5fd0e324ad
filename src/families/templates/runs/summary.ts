import { brokenLimits } from '../../../../models/families/templates/broken-limits.js';
import { stateAt, stateCount } from '../../../../models/families/templates/states.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { BrokenLimitCount, DatabaseSummary, TemplateDatabase } from './result.js';

export function summaryOf({ book, ventOpenings, instance }: TemplateDatabase): DatabaseSummary {
  const states = stateCount(book.grid);
  const binding = new Map<string, number>();
  const best = new Set<number>();
  const broken = new BrokenLimitCounts();
  let infeasible = 0;
  let largestGap: number | null = null;
  let largestGapState: number | null = null;
  for (let state = 0; state < states; state++) {
    const template = book.template(state);
    binding.set(template.binding, (binding.get(template.binding) ?? 0) + 1);
    const gap = gapOf(template);
    if (gap === null) {
      infeasible++;
      const { powerLimitW } = stateAt(book.grid, state);
      broken.add(state, brokenLimits(template, { powerLimitW, outletLimitC: instance.outletLimitC }));
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
    brokenLimits: broken.counts(),
    breakingSeveral: broken.several,
    ventCombinations: { best: best.size, all: ventOpenings.length },
    largestGap,
    largestGapState,
  };
}

/** Counts for each limit the states that violate it, and keeps the largest excess. */
export class BrokenLimitCounts {
  private readonly found = new Map<string, BrokenLimitCount>();
  several = 0;

  /**
   * Adds a state.
   *
   * @param broken violations of the state, one for each limit
   */
  add(state: number, broken: readonly Violation[]): void {
    if (broken.length > 1) this.several += 1;
    for (const { constraint, unit, amount } of broken) {
      const known = this.found.get(constraint);
      const isWorst = known === undefined || amount > known.worst;
      this.found.set(constraint, {
        constraint,
        unit,
        states: (known?.states ?? 0) + 1,
        worst: isWorst ? amount : known.worst,
        worstState: isWorst ? state : known.worstState,
      });
    }
  }

  /** Returns the counts of all violated limits, the limit with most states first. */
  counts(): BrokenLimitCount[] {
    return [...this.found.values()].sort((a, b) => b.states - a.states);
  }
}

/** Returns the relative optimality gap of a template; null for an infeasible state, 0 if no work is done. */
export function gapOf({ status, tasksPerJ, boundTasksPerJ }: Template): number | null {
  if (status === 'infeasible') return null;
  return tasksPerJ > 0 ? boundTasksPerJ / tasksPerJ - 1 : 0;
}
