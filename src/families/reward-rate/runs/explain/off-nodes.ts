import { unitOf } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance, RewardRateNodeGroup } from '../../../../../models/families/reward-rate/instance.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { LimitChange } from '../../../../runs/result.js';
import { idleNodes, measure } from '../../methods/rounding/node-plan.js';
import type { Knob, Movable } from './knobs.js';
import type { Room } from './trial.js';

/** Nodes of one type in one rack that may be switched off. */
export interface OffGroup {
  readonly rack: string;
  readonly nodeType: string;
  /** Index of the group in the instance's list of node groups. */
  readonly index: number;
  /** Number of nodes of the group that must be on. */
  readonly mustBeOn: number;
}

function mustBeOn({ count, mayBeOff, minimumOn = 0 }: RewardRateNodeGroup): number {
  return mayBeOff === true ? minimumOn : count;
}

/**
 * Returns the node groups in which switching off nodes saves power. It omits racks with several groups of one type,
 * because an instance cannot state how many nodes of each are on.
 */
export function offGroups({ facility: { nodeTypes, nodeGroups } }: RewardRateInstance): OffGroup[] {
  // A node that is switched off draws the power of its deepest standby state, or nothing if it has none.
  const saving = nodeTypes.filter((type) => (standbyOf(type)?.powerW ?? 0) < type.idlePowerW).map(({ name }) => name);
  return nodeGroups.flatMap((group, index) => {
    const { rack, nodeType } = group;
    const isFree = saving.includes(nodeType) && mustBeOn(group) > 0 && !hasSibling(nodeGroups, group);
    return isFree ? [{ rack, nodeType, index, mustBeOn: mustBeOn(group) }] : [];
  });
}

/** Returns true if some nodes of a type must stay on, because their rack has several groups of that type. */
export function leavesSomeOn({ facility: { nodeGroups } }: RewardRateInstance, nodeType: string): boolean {
  return nodeGroups.some(
    (group) => group.nodeType === nodeType && mustBeOn(group) > 0 && hasSibling(nodeGroups, group),
  );
}

function hasSibling(groups: readonly RewardRateNodeGroup[], group: RewardRateNodeGroup): boolean {
  return groups.some((one) => one !== group && one.rack === group.rack && one.nodeType === group.nodeType);
}

/**
 * Returns the instance in which more nodes of these groups may be off. A type without standby gets a standby state of 0
 * W; air flows stay.
 *
 * @param more number of further nodes that may be off, by index in the list of node groups
 */
export function withNodesOff(instance: RewardRateInstance, more: ReadonlyMap<number, number>): RewardRateInstance {
  const { nodeTypes, nodeGroups } = instance.facility;
  const isChanged = (index: number): boolean => (more.get(index) ?? 0) > 0;
  const types = nodeGroups.filter((_, index) => isChanged(index)).map(({ nodeType }) => nodeType);
  const changedGroups = nodeGroups.map((group, index): RewardRateNodeGroup => {
    const left = mustBeOn(group) - (more.get(index) ?? 0);
    return isChanged(index) ? { ...group, mayBeOff: true, minimumOn: left > 0 ? left : undefined } : group;
  });
  const changedTypes = nodeTypes.map((type) =>
    types.includes(type.name) && standbyOf(type) === null ? { ...type, offPowerW: 0 } : type,
  );
  return { ...instance, facility: { ...instance.facility, nodeTypes: changedTypes, nodeGroups: changedGroups } };
}

/**
 * Returns, for each node type, its number of nodes off as a changeable limit. The present value is the number of nodes
 * that may be off now, and the loosest value is the number of nodes that can be switched off.
 */
export function nodesOffOf(instance: RewardRateInstance): Movable[] {
  const groups = offGroups(instance);
  return instance.facility.nodeTypes.flatMap(({ name: where }): Movable[] => {
    const own = groups.filter(({ nodeType }) => nodeType === where);
    const all = new Map(own.map((one) => [one.index, one.mustBeOn]));
    const from = offNow(instance, where);
    const loosest = from + nodesIn(own);
    const moved: Movable['moved'] = (changed, to) => (to === loosest ? withNodesOff(changed, all) : changed);
    return own.length === 0 ? [] : [{ kind: 'nodesOff', where, unit: unitOf('nodesOff'), from, loosest, moved }];
  });
}

/** Returns the number of nodes of a type that may be off in this instance. */
function offNow({ facility: { nodeGroups } }: RewardRateInstance, nodeType: string): number {
  return nodeGroups.reduce((sum, group) => sum + (group.nodeType === nodeType ? group.count - mustBeOn(group) : 0), 0);
}

function nodesIn(groups: readonly OffGroup[]): number {
  return groups.reduce((sum, group) => sum + group.mustBeOn, 0);
}

/** Returns the change that `nodes` more nodes of a type are switched off; none for 0 nodes. */
export function nodesOffChange(instance: RewardRateInstance, where: string, nodes: number): LimitChange[] {
  const from = offNow(instance, where);
  return nodes === 0 ? [] : [{ constraint: 'nodesOff', where, unit: unitOf('nodesOff'), from, to: from + nodes }];
}

/** Nodes of one type that are switched off one by one, in the order of `groups`. */
interface NodeKnob extends Knob {
  readonly groups: readonly OffGroup[];
  /** Returns an instance in which all nodes of the type may be off if any is switched off. */
  readonly widest: Knob['turned'];
  /** Returns how many nodes are switched off in each group, by the group's index in the instance's node groups. */
  readonly off: (steps: number) => ReadonlyMap<number, number>;
}

/** Returns a knob for each node type of which nodes can be switched off, those in `groupsByInfluence` first. */
export function nodeKnobs(room: Room, nodeTypes: readonly string[]): NodeKnob[] {
  const all = groupsByInfluence(room);
  return nodeTypes.flatMap((where): NodeKnob[] => {
    const groups = all.filter(({ nodeType }) => nodeType === where);
    const most = nodesIn(groups);
    const off = (nodes: number): ReadonlyMap<number, number> => {
      const counts = new Map<number, number>();
      let left = nodes;
      for (const { index, mustBeOn: own } of groups) {
        if (left > 0) counts.set(index, Math.min(left, own));
        left -= own;
      }
      return counts;
    };
    const turned: Knob['turned'] = (instance, nodes) => (nodes === 0 ? instance : withNodesOff(instance, off(nodes)));
    const widest: Knob['turned'] = (instance, nodes) => turned(instance, nodes === 0 ? 0 : most);
    const changes = (nodes: number): LimitChange[] => nodesOffChange(room.instance, where, nodes);
    const knob = { kind: 'nodesOff', unit: unitOf('nodesOff'), step: 1, most, guess: 1 } as const;
    return most === 0 ? [] : [{ ...knob, groups, off, turned, widest, changes }];
  });
}

/** Returns the groups of nodes to switch off, those that warm the idle facility's hottest inlet most first. */
export function groupsByInfluence({ instance, model, matrix }: Room): OffGroup[] {
  const own = withStandby(model);
  const row = own.thermal.inletRow(measure(own, idleNodes(own)).hottestZone);
  const weightOf = ({ rack, nodeType }: OffGroup): number =>
    matrix.zones.reduce(
      (most, zone, b) => (zone.rack === rack && zone.nodeType === nodeType ? Math.max(most, row[b]!) : most),
      0,
    );
  const weighed = offGroups(instance).map((group) => ({ group, weight: weightOf(group) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ group }) => group);
}
