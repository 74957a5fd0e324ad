import type { PoolTimeline } from './pool-timeline.js';
import { stepProfile } from './step-profile.js';

/**
 * Returns a timeline with nodes chosen when work starts: only their number counts. Any intervals that never exceed the
 * pool's nodes can be given nodes in order of their starts, as a node that is free at a start is free until its next
 * work starts.
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
