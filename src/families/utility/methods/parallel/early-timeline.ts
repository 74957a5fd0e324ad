import type { PoolTimeline } from './pool-timeline.js';
import { type StepProfile, stepProfile } from './step-profile.js';

/** Busy intervals of a node, disjoint and ascending: their starts and their ends, s. */
interface NodeWork {
  readonly startS: number[];
  readonly endS: number[];
}

/**
 * Returns the timeline of a pool in which specific nodes are chosen when a start is decided (the paper on parallel
 * tasks, section 3.7). A task starts once enough nodes are each free for its whole time. It gets the nodes on which it
 * leaves the fewest voids (idle times between two tasks of a node). Ties go to the nodes with the least idle time next
 * to the task, then to the lowest index.
 */
export function earlyTimeline(nodes: number): PoolTimeline {
  const work: NodeWork[] = Array.from({ length: nodes }, () => ({ startS: [], endS: [] }));
  /** End of each node's last completed task, s; -1 if there was none. */
  const lastEndS = new Float64Array(nodes).fill(-1);
  const fixed = stepProfile(nodes);
  const all = stepProfile(nodes);
  let held: { node: number; startS: number }[] = [];
  /** Number of assignments of nodes since the mapping event began. */
  let changes = 0;

  const firstAfter = ({ endS }: NodeWork, atS: number): number => {
    let k = 0;
    while (k < endS.length && endS[k]! <= atS) k++;
    return k;
  };
  const isFree = (node: number, startS: number, endS: number): boolean => {
    const next = firstAfter(work[node]!, startS);
    return next === work[node]!.startS.length || work[node]!.startS[next]! >= endS;
  };
  const earliestS = (count: number, timeS: number, firstS: number): number => {
    for (let fromS = firstS; ;) {
      const startS = all.earliestS(count, timeS, fromS);
      let free = 0;
      for (let node = 0; node < nodes && free < count; node++) if (isFree(node, startS, startS + timeS)) free++;
      if (free >= count) return startS;
      fromS = all.nextStepS(startS);
    }
  };
  const rank = (node: number, startS: number, endS: number): { node: number; voids: number; idleS: number } => {
    const { startS: starts, endS: ends } = work[node]!;
    const next = firstAfter(work[node]!, startS);
    const beforeS = next > 0 ? ends[next - 1]! : lastEndS[node]!;
    const afterS = next < starts.length ? starts[next]! : Infinity;
    const follows = beforeS >= 0;
    const precedes = afterS < Infinity;
    const made = (follows && startS > beforeS ? 1 : 0) + (precedes && afterS > endS ? 1 : 0);
    const filled = follows && precedes && afterS > beforeS ? 1 : 0;
    return { node, voids: made - filled, idleS: startS - Math.max(0, beforeS) + (precedes ? afterS - endS : 0) };
  };
  const bind = (startS: number, endS: number, count: number): number[] => {
    const free = work.flatMap((_, node) => (isFree(node, startS, endS) ? [rank(node, startS, endS)] : []));
    if (free.length < count) throw new RangeError(`${count} nodes at ${startS} s, of which ${free.length} are free`);
    free.sort((a, b) => a.voids - b.voids || a.idleS - b.idleS || a.node - b.node);
    const chosen = free.slice(0, count).map(({ node }) => node);
    for (const node of chosen) {
      const at = firstAfter(work[node]!, startS);
      work[node]!.startS.splice(at, 0, startS);
      work[node]!.endS.splice(at, 0, endS);
    }
    return chosen;
  };
  const take = (profiles: readonly StepProfile[], startS: number, endS: number, count: number): void => {
    for (const profile of profiles) profile.take(startS, endS, count);
    changes++;
  };
  return {
    changes: () => changes,
    begin(nowS) {
      for (const { node, startS } of held) {
        const at = work[node]!.startS.indexOf(startS);
        work[node]!.startS.splice(at, 1);
        work[node]!.endS.splice(at, 1);
      }
      for (const [node, { startS, endS }] of work.entries()) {
        const over = firstAfter(work[node]!, nowS);
        if (over === 0) continue;
        lastEndS[node] = endS[over - 1]!;
        startS.splice(0, over);
        endS.splice(0, over);
      }
      held = [];
      changes = 0;
      fixed.trim(nowS);
      all.copyFrom(fixed.steps);
    },
    earliestS,
    // With nodes bound this is what counts of nodes allow: never later than what the nodes themselves do.
    earliestFixedS: fixed.earliestS,
    mostFree: all.mostFree,
    fix(startS, endS, count) {
      bind(startS, endS, count);
      take([fixed, all], startS, endS, count);
    },
    hold(startS, endS, count) {
      held.push(...bind(startS, endS, count).map((node) => ({ node, startS })));
      take([all], startS, endS, count);
    },
  };
}
