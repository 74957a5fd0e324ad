import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { W_PER_KW } from '../../../../../models/units.js';

/** Groups of zones of one node type that share LP columns: their nodes run configurations in equal proportions. */
export interface Grouping {
  readonly groupOf: Int32Array;
  readonly groups: readonly { readonly type: number; readonly nodeCount: number; readonly zones: readonly number[] }[];
}

/** Returns one group per zone. This is exact, because the nodes of a zone share inlet and exhaust air. */
export function groupByZone(model: RewardRateModel): Grouping {
  return groupingOf(
    model,
    model.zones.map((_, b) => [b]),
  );
}

/** Returns one group per node type. This restricts the LP, which then gives good dual values cheaply. */
export function groupByType(model: RewardRateModel): Grouping {
  return groupingOf(model, membersOf(model.zones.map(({ type }) => type)));
}

/** Returns the indices of equal keys, [key][index], in the order of first occurrence. */
export function membersOf(keys: readonly (string | number)[]): number[][] {
  const members = new Map<string | number, number[]>();
  for (const [b, key] of keys.entries()) {
    const own = members.get(key);
    if (own === undefined) members.set(key, [b]);
    else own.push(b);
  }
  return [...members.values()];
}

/** Returns groups of the given zones, [group][zone]. The zones of a group are of one node type. */
export function groupingOf(model: RewardRateModel, members: readonly (readonly number[])[]): Grouping {
  const groupOf = new Int32Array(model.zones.length);
  for (const [g, zones] of members.entries()) for (const b of zones) groupOf[b] = g;
  return {
    groupOf,
    groups: members.map((zones) => ({
      type: model.zones[zones[0]!]!.type,
      zones,
      nodeCount: zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0),
    })),
  };
}

/** Converts a row's coefficients from zones to groups. A group's power spreads over its zones by number of nodes. */
export function groupCoefficients(model: RewardRateModel, grouping: Grouping, perZone: Float64Array): Float64Array {
  const perGroup = new Float64Array(grouping.groups.length);
  for (const [b, zone] of model.zones.entries()) {
    const g = grouping.groupOf[b]!;
    perGroup[g]! += (perZone[b]! * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  }
  return perGroup;
}

/** Returns the power of each zone in an LP answer, W: idle power, and its share of the group's core power. */
export function zonePowersW(
  { zones }: RewardRateModel,
  { groupOf, groups }: Grouping,
  { groupKW }: { readonly groupKW: Float64Array },
): Float64Array {
  return Float64Array.from(zones, ({ idleW, nodeCount }, b) => {
    const g = groupOf[b]!;
    return idleW + (groupKW[g]! * W_PER_KW * nodeCount) / groups[g]!.nodeCount;
  });
}
