import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import type { StandbyNodes } from '../../models/families/reward-rate/plan.js';
import { movablesOf } from '../../src/families/reward-rate/runs/explain/knobs.js';
import type { LimitChange } from '../../src/runs/result.js';
import type { BrokenRoom } from './broken-rooms.js';

/** The room with all nodes of these types allowed to be off, at 0 W where the type has no power on standby. By hand, not by the program. */
export function mayAllBeOff({ instance, matrix }: BrokenRoom, types: readonly string[]): BrokenRoom {
  const nodeTypes = instance.facility.nodeTypes.map((type) =>
    types.includes(type.name) && type.offPowerW === undefined ? { ...type, offPowerW: 0 } : type,
  );
  const nodeGroups = instance.facility.nodeGroups.map((group) =>
    types.includes(group.nodeType) ? { ...group, mayBeOff: true } : group,
  );
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes, nodeGroups } } };
}

/** Every choice of numbers of nodes of these types to switch off, by zone. */
export function* placements(
  { matrix: { zones } }: BrokenRoom,
  types: readonly string[],
  b = 0,
): Generator<readonly number[]> {
  if (b === zones.length) {
    yield [];
    return;
  }
  const most = types.includes(zones[b]!.nodeType) ? zones[b]!.nodeCount : 0;
  for (const rest of placements({ matrix: { zones } } as BrokenRoom, types, b + 1)) {
    for (let off = 0; off <= most; off++) yield [off, ...rest];
  }
}

/** These numbers of nodes off, by zone, as a plan states them. */
export function standbyOf({ matrix }: BrokenRoom, off: readonly number[]): StandbyNodes[] {
  return off.flatMap((nodes, b) => (nodes > 0 ? [{ zone: matrix.zones[b]!.name, nodes, state: 'off' as const }] : []));
}

/** The room after changes of its limits; nodes that are switched off are left out. */
export function changed({ instance, matrix }: BrokenRoom, changes: readonly LimitChange[]): BrokenRoom {
  const all = movablesOf(instance);
  const apply = (one: RewardRateInstance, { constraint, where, to }: LimitChange): RewardRateInstance =>
    constraint === 'nodesOff'
      ? one
      : all.find(({ kind, where: place }) => kind === constraint && place === where)!.moved(one, to);
  return { matrix, instance: changes.reduce(apply, instance) };
}

/** Test whether racks have one group of each node type, as tells apart which nodes may be off. */
export function isPlain({ instance: { facility } }: BrokenRoom): boolean {
  const keys = facility.nodeGroups.map(({ rack, nodeType }) => `${rack}/${nodeType}`);
  return new Set(keys).size === keys.length;
}
