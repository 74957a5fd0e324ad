import type { PoolTimeline } from './pool-timeline.js';
import { stepProfile } from './step-profile.js';

/**
 * Returns the timeline of a pool that only counts nodes. A task gets specific nodes when it starts. If tasks get nodes
 * in the order of their starts, enough nodes are always free.
 */
export function lateTimeline(nodes: number): PoolTimeline {
  const fixed = stepProfile(nodes);
  const all = stepProfile(nodes);
  let changes = 0;
  let holds = false;
  return {
    changes: () => changes,
    begin(nowS) {
      fixed.trim(nowS);
      if (holds) all.copyFrom(fixed.steps);
      else all.trim(nowS);
      holds = false;
      changes = 0;
    },
    earliestS: all.earliestS,
    earliestFixedS: fixed.earliestS,
    mostFree: all.mostFree,
    fix(startS, endS, count) {
      fixed.take(startS, endS, count);
      all.take(startS, endS, count);
      changes++;
    },
    hold(startS, endS, count) {
      all.take(startS, endS, count);
      holds = true;
      changes++;
    },
  };
}
