import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { idleNodes, zonePowersW } from '../../methods/rounding/node-plan.js';
import type { RackNodes, TestedFix } from './fixes.js';
import { type OffGroup, offGroups, offNow, withNodesOff } from './off-nodes.js';
import { isKeptByIdling, type Room, verdictOn } from './trial.js';
import { changesText, racksText } from './words.js';

/**
 * Yields fixes that only switch off nodes of one type, as few as suffice, for several CRACs. The nodes that warm the
 * hottest inlet most come first; another choice may need fewer. The checker evaluates each fix.
 */
export function* fixesInOrder(room: Room, nodeTypes: readonly string[]): Generator<TestedFix, void> {
  const groups = byInfluence(room);
  for (const type of nodeTypes) {
    const own = groups.filter(({ nodeType }) => nodeType === type);
    const all = own.reduce((sum, { mustBeOn }) => sum + mustBeOn, 0);
    const suffices = (nodes: number): boolean => {
      const changed = withNodesOff(room.instance, firstOf(own, nodes));
      return verdictOn(room, changed) === 'plan' && isKeptByIdling(room, changed);
    };
    if (all === 0 || !suffices(all)) continue;
    let [tooFew, enough] = [0, all];
    while (enough - tooFew > 1) {
      const middle = Math.floor((tooFew + enough) / 2);
      if (suffices(middle)) enough = middle;
      else tooFew = middle;
    }
    yield fixOf(room, type, own, enough);
  }
}

/** Returns the groups of nodes to switch off, those that warm the idle facility's hottest inlet most first. */
export function byInfluence({ instance, model, matrix }: Room): OffGroup[] {
  const own = withStandby(model);
  const riseC = own.thermal.inletRiseC(zonePowersW(own, idleNodes(own)));
  const hottest = riseC.reduce((most, rise, b) => (rise > riseC[most]! ? b : most), 0);
  const row = own.thermal.inletRow(hottest);
  const weightOf = ({ rack, nodeType }: OffGroup): number =>
    matrix.zones.reduce(
      (most, zone, b) => (zone.rack === rack && zone.nodeType === nodeType ? Math.max(most, row[b]!) : most),
      0,
    );
  const weighed = offGroups(instance).map((group) => ({ group, weight: weightOf(group) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ group }) => group);
}

/**
 * Returns how many nodes to switch off in each group, by the group's index in the instance's node groups. The nodes of
 * the first group are used up first, then those of the next, until there are `nodes` in all.
 */
export function firstOf(groups: readonly OffGroup[], nodes: number): ReadonlyMap<number, number> {
  const off = new Map<number, number>();
  let left = nodes;
  for (const { index, mustBeOn } of groups) {
    const own = Math.min(left, mustBeOn);
    if (own > 0) off.set(index, own);
    left -= own;
  }
  return off;
}

function fixOf({ instance }: Room, nodeType: string, groups: readonly OffGroup[], nodes: number): TestedFix {
  const off = firstOf(groups, nodes);
  const racks = groups.flatMap(({ index, rack }): RackNodes[] =>
    off.has(index) ? [{ rack, nodeType, nodes: off.get(index)! }] : [],
  );
  const from = offNow(instance, nodeType);
  const changes = [{ constraint: 'nodesOff' as const, where: nodeType, unit: 'nodes', from, to: from + nodes }];
  const message = `A plan exists with ${changesText(changes)}${racksText(racks)}; whether fewer would do is open.`;
  return { changes, proven: false, message, nodesOff: racks };
}
