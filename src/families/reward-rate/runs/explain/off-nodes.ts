import type {
  RewardRateInstance,
  RewardRateNodeGroup,
  RewardRateNodeType,
} from '../../../../../models/families/reward-rate/instance.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby.js';
import type { Movable } from './movable.js';

/** Nodes of one type in one rack, some of which can still be switched off. */
export interface OffGroup {
  readonly rack: string;
  readonly nodeType: string;
  /** Index in the list of node groups. */
  readonly index: number;
  readonly count: number;
  /** Number of nodes that must be on. */
  readonly mustBeOn: number;
}

/** Returns the number of nodes of a group that must be on. */
function mustBeOn({ count, mayBeOff, minimumOn = 0 }: RewardRateNodeGroup): number {
  return mayBeOff === true ? minimumOn : count;
}

/**
 * Returns the power that a switched-off node takes from its power supply, W: that of its deepest standby state, or 0
 * without one.
 */
function offPowerW(type: RewardRateNodeType): number {
  return standbyOf(type)?.powerW ?? 0;
}

/**
 * Returns the groups in which switching off nodes saves power. Racks with several groups of a type are left out,
 * because an instance cannot state how many nodes of each are on.
 */
export function offGroups({ facility: { nodeTypes, nodeGroups } }: RewardRateInstance): OffGroup[] {
  const saving = new Set(nodeTypes.filter((type) => offPowerW(type) < type.idlePowerW).map(({ name }) => name));
  return nodeGroups.flatMap((group, index) => {
    const { rack, nodeType, count } = group;
    if (!saving.has(nodeType) || mustBeOn(group) === 0 || hasSibling(nodeGroups, group)) return [];
    return [{ rack, nodeType, index, count, mustBeOn: mustBeOn(group) }];
  });
}

/** Returns true if some nodes of a type are in such racks and therefore stay on. */
export function leavesSomeOn({ facility: { nodeGroups } }: RewardRateInstance, nodeType: string): boolean {
  return nodeGroups.some(
    (group) => group.nodeType === nodeType && mustBeOn(group) > 0 && hasSibling(nodeGroups, group),
  );
}

function hasSibling(groups: readonly RewardRateNodeGroup[], group: RewardRateNodeGroup): boolean {
  return groups.some((one) => one !== group && one.rack === group.rack && one.nodeType === group.nodeType);
}

/**
 * Returns the instance in which more nodes of these groups may be switched off. @param more number of nodes by index in
 * the list of node groups. A type without standby gets one of 0 W; air flows stay.
 */
export function withNodesOff(instance: RewardRateInstance, more: ReadonlyMap<number, number>): RewardRateInstance {
  const { nodeTypes, nodeGroups } = instance.facility;
  const types = new Set<string>();
  const changedGroups = nodeGroups.map((group, index): RewardRateNodeGroup => {
    const off = more.get(index) ?? 0;
    if (off === 0) return group;
    types.add(group.nodeType);
    const left = mustBeOn(group) - off;
    return { ...group, mayBeOff: true, minimumOn: left > 0 ? left : undefined };
  });
  const changedTypes = nodeTypes.map((type) =>
    types.has(type.name) && standbyOf(type) === null ? { ...type, offPowerW: 0 } : type,
  );
  return { ...instance, facility: { ...instance.facility, nodeTypes: changedTypes, nodeGroups: changedGroups } };
}

/**
 * Returns node types with nodes that can be switched off, as changeable limits: from the number off in the idle room to
 * all.
 */
export function nodesOffOf(instance: RewardRateInstance): Movable[] {
  const groups = offGroups(instance);
  return instance.facility.nodeTypes.flatMap(({ name }): Movable[] => {
    const own = groups.filter(({ nodeType }) => nodeType === name);
    if (own.length === 0) return [];
    const from = offNow(instance, name);
    const loosest = from + own.reduce((sum, one) => sum + one.mustBeOn, 0);
    const all = new Map(own.map((one) => [one.index, one.mustBeOn]));
    const moved = (changed: RewardRateInstance, to: number): RewardRateInstance =>
      to === loosest ? withNodesOff(changed, all) : changed;
    return [{ kind: 'nodesOff', where: name, unit: 'nodes', from, loosest, moved }];
  });
}

/** Returns the number of nodes of a type that may be off in this instance. */
export function offNow({ facility: { nodeGroups } }: RewardRateInstance, nodeType: string): number {
  return nodeGroups.reduce((sum, group) => sum + (group.nodeType === nodeType ? group.count - mustBeOn(group) : 0), 0);
}
