import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import type { AlternativesRoom, Candidate, Judge } from './judge.js';
import { changed, type Doing, isAtRest, isSharing, type Placement, type Run } from './placement.js';

/** All nodes of one type that do the same (run equal work, idle, or are on standby), anywhere in the room. */
export interface Group {
  readonly nodeType: string;
  readonly run: Run;
}

/** Returns groups of nodes of equal type that do the same, over all zones, the smallest group first. */
export function groupsOf({ matrix }: Pick<AlternativesRoom, 'matrix'>, placement: Placement): Group[] {
  const groups = new Map<string, Group>();
  for (const [b, runs] of placement.entries()) {
    const { nodeType } = matrix.zones[b]!;
    for (const run of runs) {
      const key = JSON.stringify([nodeType, run.key]);
      const nodes = run.nodes + (groups.get(key)?.run.nodes ?? 0);
      groups.set(key, { nodeType, run: { ...run, nodes } });
    }
  }
  return [...groups.values()].sort((a, b) => a.run.nodes - b.run.nodes);
}

/** Returns the standby state in which nodes of a zone may be; null if these nodes must stay on. */
export function standbyState({ zones, nodeTypes, instance, matrix }: RewardRateModel, zone: number): Doing {
  if (nodeTypes[zones[zone]!.type]!.wakeW === undefined) return null;
  const own = instance.facility.nodeTypes.find(({ name }) => name === matrix.zones[zone]!.nodeType);
  return own === undefined ? null : (standbyOf(own)?.state ?? null);
}

/** Returns what nodes of a zone are to do after a change; undefined if they cannot do it. */
export type Target = (zone: number) => Doing | undefined;

/**
 * Returns the placement in which up to `nodes` nodes of a group do what `target` returns for their zone. The zones are
 * changed in the order `order`.
 */
export function regrouped(
  { matrix }: Pick<AlternativesRoom, 'matrix'>,
  placement: Placement,
  { nodeType, run }: Group,
  target: Target,
  nodes: number,
  order: readonly number[] = [...placement.keys()],
): Placement {
  let left = nodes;
  let result = placement;
  for (const b of order) {
    if (left === 0) break;
    if (matrix.zones[b]!.nodeType !== nodeType) continue;
    const to = target(b);
    const found = result[b]!.find(({ key }) => key === run.key);
    if (to === undefined || found === undefined) continue;
    const taken = Math.min(left, found.nodes);
    result = changed(result, b, run.key, to, taken);
    left -= taken;
  }
  return result;
}

/**
 * Returns what the nodes of a group could do instead. First comes the work of other groups of this node type, the
 * largest group first; work that alternates over time is left out. Last comes standby or idling, unless the group is at
 * rest already.
 *
 * @param most maximum number of works returned
 */
export function targetsFor(
  { model }: Pick<AlternativesRoom, 'model'>,
  groups: readonly Group[],
  { nodeType, run }: Group,
  most: number,
): readonly Target[] {
  const works = groups
    .filter((other) => other.nodeType === nodeType && other.run.key !== run.key)
    .filter((other) => !isAtRest(other.run) && !isSharing(other.run))
    .reverse()
    .slice(0, most)
    .map(
      ({ run: { doing } }): Target =>
        () =>
          doing,
    );
  return isAtRest(run) ? works : [...works, (zone) => standbyState(model, zone)];
}

/**
 * Applies a change to some nodes again and again, and returns the last accepted candidate. The number of nodes is
 * doubled after an accepted step and halved after a rejected one. The search ends when a step of one node is rejected.
 *
 * @param change returns the placement after changing this number of nodes
 */
export function pursued(
  start: Candidate,
  { judge }: Judge,
  change: (placement: Placement, nodes: number) => Placement,
  isBetter: (next: Candidate, before: Candidate) => boolean,
): Candidate {
  let best = start;
  for (let nodes = 1; nodes > 0;) {
    const placement = change(best.placement, nodes);
    const next = placement === best.placement ? null : judge(placement, best.setPointsC);
    if (next !== null && isBetter(next, best)) {
      best = next;
      nodes *= 2;
    } else nodes = Math.floor(nodes / 2) === nodes ? 0 : Math.floor(nodes / 2);
  }
  return best;
}
