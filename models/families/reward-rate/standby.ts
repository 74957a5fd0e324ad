import type { CompiledNodeType } from '../../facility/compiled.js';
import { type Configuration, isWithoutWork } from '../../facility/configuration.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { RewardRateInstance, RewardRateNodeGroup } from './instance.js';
import { coolestFirst, minimumsOf } from './minimum-on.js';
import type { StandbyNodes } from './plan.js';
import { type Standby, standbyOf } from './standby-state.js';
import type { MinimumOn, RewardRateModel } from './model.js';
import { worstCase } from './worst-case.js';
import { atWallW } from '../../physics/power/power-supply.js';

function keyOf({ rack, nodeType }: { readonly rack: string; readonly nodeType: string }): string {
  return JSON.stringify([rack, nodeType]);
}

/**
 * Returns true if no node of a group needs to be put on standby. This is so if the group does not allow it, if all
 * nodes must be on, or if a minimum is set and standby saves no power.
 */
function staysOn(
  { mayBeOff, minimumOn = 0, count }: RewardRateNodeGroup,
  standby: Standby,
  idlePowerW: number,
): boolean {
  return mayBeOff !== true || minimumOn >= count || (minimumOn > 0 && standby.powerW >= idlePowerW);
}

/**
 * Returns the standby state in which each zone's nodes may be. The entry is null for a zone whose nodes stay on, or
 * whose nodes are all fixed on standby.
 */
function standbyByZone(model: RewardRateModel): (Standby | null)[] {
  const { instance, matrix } = model;
  const { nodeTypes, nodeGroups } = instance.facility;
  const standby = new Map(nodeTypes.map((type) => [type.name, standbyOf(type)]));
  const idlePowerW = new Map(nodeTypes.map((type) => [type.name, type.idlePowerW]));
  const mayBeOff = new Set(
    nodeGroups.flatMap((group) => {
      const one = standby.get(group.nodeType) ?? null;
      return one === null || staysOn(group, one, idlePowerW.get(group.nodeType)!) ? [] : [keyOf(group)];
    }),
  );
  return matrix.zones.map((zone, b) =>
    mayBeOff.has(keyOf(zone)) && !isAsleepThroughout(model, b) ? (standby.get(zone.nodeType) ?? null) : null,
  );
}

/** Returns true if the model fixes all nodes of a zone on standby (`withAsleep`). */
function isAsleepThroughout({ facility, zones, nodeTypes }: RewardRateModel, zone: number): boolean {
  const { type } = zones[zone]!;
  return type >= facility.nodeTypes.length && nodeTypes[type]!.wakeW === undefined;
}

/**
 * Returns, for each node group with a minimum, the number of nodes that must be on. Groups whose nodes all stay on are
 * left out.
 */
function minimumsOfGroups({ instance, matrix }: RewardRateModel, standby: readonly (Standby | null)[]): MinimumOn[] {
  return instance.facility.nodeGroups.flatMap((group) => {
    const zones = [...matrix.zones.keys()].filter(
      (b) => standby[b] !== null && keyOf(matrix.zones[b]!) === keyOf(group),
    );
    return zones.length > 0 && group.minimumOn
      ? [{ where: `${group.rack}/${group.nodeType}`, zones, nodes: group.minimumOn }]
      : [];
  });
}

/**
 * Returns the model in which nodes without work are on standby, where that is allowed (docs/reward-rate/standby.md).
 * The power of a configuration with work then includes what the node draws beyond standby. Returns the same object if
 * all nodes stay on, or if the model already fixes which nodes are on standby.
 *
 * New node types replace those whose nodes may be on standby. If a type also has zones whose nodes stay on, it is kept
 * for these, and the new type is appended to the list.
 */
export function withStandby(model: RewardRateModel): RewardRateModel {
  if (model.asleep !== undefined || hasStandby(model)) return model;
  const standby = standbyByZone(model);
  if (standby.every((one) => one === null)) return model;
  const { nodeTypes: facilityTypes } = model.instance.facility;
  const nodeTypes = [...model.nodeTypes];
  const stays = new Set(model.zones.flatMap(({ type }, b) => (standby[b] === null ? [type] : [])));
  const indices = new Map<number, number>();
  for (const [b, { type }] of model.zones.entries()) {
    const one = standby[b] ?? null;
    if (one === null || indices.has(type)) continue;
    const index = stays.has(type) ? nodeTypes.length : type;
    nodeTypes[index] = typeOnStandby(model.nodeTypes[type]!, atWallW(facilityTypes[type]!, one.powerW));
    indices.set(type, index);
  }
  const zones = model.zones.map((zone, b) => {
    if (standby[b] === null) return zone;
    const type = indices.get(zone.type)!;
    return { ...zone, type, idleW: zone.nodeCount * nodeTypes[type]!.idleW };
  });
  const onStandby = { ...model, nodeTypes, zones };
  const minimumOn = minimumsOfGroups(model, standby);
  return minimumOn.length === 0 ? onStandby : { ...onStandby, minimumOn: coolestFirst(onStandby, minimumOn) };
}

function typeOnStandby(type: CompiledNodeType, standbyW: number): CompiledNodeType {
  return { ...type, idleW: standbyW, wakeW: Math.max(0, type.idleW - standbyW) };
}

/** Returns true if nodes of some zone may be on standby in this model. */
export function hasStandby({ zones, nodeTypes }: RewardRateModel): boolean {
  return zones.some(({ type }) => nodeTypes[type]!.wakeW !== undefined);
}

/**
 * Returns the nodes on standby in each zone, with their state. Zones without such nodes are left out.
 *
 * @param nodes configuration of each node, as [zone][node of the zone]
 */
export function standbyNodes(model: RewardRateModel, nodes: readonly (readonly Configuration[])[]): StandbyNodes[] {
  if (model.asleep !== undefined) return [...model.asleep];
  const standby = hasStandby(model) ? standbyByZone(model) : [];
  return model.zones.flatMap(({ name, type }, b) => {
    const one = standby[b] ?? null;
    if (one === null || model.nodeTypes[type]!.wakeW === undefined) return [];
    const asleep = nodes[b]!.filter((configuration) => configuration.coreW === 0 && isWithoutWork(configuration));
    return asleep.length === 0 ? [] : [{ zone: name, nodes: asleep.length, state: one.state }];
  });
}

/**
 * Returns the nodes on standby if as many nodes without work as possible are on standby. The nodes that must stay on
 * for a minimum are in the zones where they warm the hottest inlets least.
 *
 * @param idle number of nodes without work in each zone
 */
export function idleOnStandby(model: RewardRateModel, idle: readonly number[]): StandbyNodes[] {
  const standby = standbyByZone(model);
  const asleep = idle.map((nodes, b) => (standby[b] === null ? 0 : nodes));
  for (const { zones, nodes: least } of minimumsOf(withStandby(model))) {
    let mayBeOff = zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0) - least;
    for (const b of [...zones].reverse()) {
      asleep[b] = Math.min(asleep[b]!, mayBeOff);
      mayBeOff -= asleep[b];
    }
  }
  return model.zones.flatMap(({ name }, b) => {
    const state = standby[b]?.state;
    return state === undefined || asleep[b] === 0 ? [] : [{ zone: name, nodes: asleep[b]!, state }];
  });
}

/** Number of nodes of a plan on standby, and the power that this saves compared with idling, W at the wall. */
export interface StandbySummary {
  readonly nodes: number;
  readonly savedW: number;
}

/**
 * Returns the number of nodes of a plan on standby, and the power that this saves compared with idling. Unknown zones,
 * and states that a node type does not have, save nothing. For robust plans, the powers are those of the worst case.
 */
export function standbySummary(
  stated: RewardRateInstance,
  matrix: Pick<InfluenceMatrix, 'zones'>,
  standby: readonly StandbyNodes[] = [],
): StandbySummary {
  const { facility } = worstCase(stated);
  const typeOf = new Map(facility.nodeTypes.map((type) => [type.name, type]));
  const typeOfZone = new Map(matrix.zones.map(({ name, nodeType }) => [name, typeOf.get(nodeType)]));
  const savedW = standby.reduce((sum, { zone, nodes, state }) => {
    const type = typeOfZone.get(zone);
    if (type === undefined) return sum;
    const { idlePowerW, sleepPowerW = idlePowerW, offPowerW = idlePowerW } = type;
    return sum + atWallW(type, nodes * (idlePowerW - (state === 'off' ? offPowerW : sleepPowerW)));
  }, 0);
  return { nodes: standby.reduce((sum, { nodes }) => sum + nodes, 0), savedW };
}
