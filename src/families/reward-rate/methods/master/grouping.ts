import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';

/** Groups of zones of one node type that the LP treats alike: equal configurations in equal proportions. */
export interface Grouping {
  readonly groupOf: Int32Array;
  readonly groups: readonly { readonly type: number; readonly nodeCount: number; readonly zones: readonly number[] }[];
}

/** Returns one group per zone: exact, because the nodes of a zone share inlet and exhaust and are interchangeable. */
export function groupByZone(problem: RewardRateProblem): Grouping {
  return {
    groupOf: Int32Array.from(problem.zones.keys()),
    groups: problem.zones.map((zone, b) => ({ type: zone.type, nodeCount: zone.nodeCount, zones: [b] })),
  };
}

/** Returns one group per node type: a restriction (all its zones work alike) used to find good prices cheaply. */
export function groupByType(problem: RewardRateProblem): Grouping {
  const zonesOfType = new Map<number, number[]>();
  for (const [b, zone] of problem.zones.entries()) {
    const zones = zonesOfType.get(zone.type) ?? [];
    zones.push(b);
    zonesOfType.set(zone.type, zones);
  }
  const groupOf = new Int32Array(problem.zones.length);
  const groups = [...zonesOfType].map(([type, zones], g) => {
    for (const b of zones) groupOf[b] = g;
    return { type, zones, nodeCount: zones.reduce((sum, b) => sum + problem.zones[b]!.nodeCount, 0) };
  });
  return { groupOf, groups };
}

/** Returns the groups with these zones, each of one node type. */
export function groupingOf(problem: RewardRateProblem, members: readonly (readonly number[])[]): Grouping {
  const groupOf = new Int32Array(problem.zones.length);
  for (const [g, zones] of members.entries()) for (const b of zones) groupOf[b] = g;
  return {
    groupOf,
    groups: members.map((zones) => ({
      type: problem.zones[zones[0]!]!.type,
      zones,
      nodeCount: zones.reduce((sum, b) => sum + problem.zones[b]!.nodeCount, 0),
    })),
  };
}

/** Returns a row over zones as a row over groups: power spreads over a group's zones in proportion to their nodes. */
export function groupCoefficients(problem: RewardRateProblem, grouping: Grouping, perZone: Float64Array): Float64Array {
  const perGroup = new Float64Array(grouping.groups.length);
  for (const [b, zone] of problem.zones.entries()) {
    const g = grouping.groupOf[b]!;
    perGroup[g]! += (perZone[b]! * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  }
  return perGroup;
}
