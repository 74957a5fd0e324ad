import type {
  RewardRateInstance,
  RewardRateNodeGroup,
  RewardRateNodeType,
} from '../../../../../models/families/reward-rate/instance.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import type { Movable } from './knobs.js';

/** Nodes of one type in one rack that may be switched off. */
export interface OffGroup {
  readonly rack: string;
  readonly nodeType: string;
  /** Index of the group in the instance's list of node groups. */
  readonly index: number;
  readonly count: number;
  /** Number of nodes of the group that must be on. */
  readonly mustBeOn: number;
}

function mustBeOn({ count, mayBeOff, minimumOn = 0 }: RewardRateNodeGroup): number {
  return mayBeOff === true ? minimumOn : count;
}

/** Returns the power that a switched-off node draws, W: that of its deepest standby state, or 0 if it has none. */
function offPowerW(type: RewardRateNodeType): number {
  return standbyOf(type)?.powerW ?? 0;
}

/**
 * Returns the node groups in which switching off nodes saves power. It omits racks with several groups of one type,
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
 * Returns, for each node type, its number of nodes off as a changeable limit. The present value is the number of nodes
 * that may be off now, and the loosest value is the number of nodes that can be switched off.
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
