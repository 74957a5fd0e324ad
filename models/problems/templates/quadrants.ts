import type { Quadrant, TemplatesInstance } from './instance.js';

/** The quadrant whose members are the nodes of this type in this rack; -1 for none. */
export function quadrantOf(quadrants: readonly Quadrant[], rack: string, nodeType: string): number {
  return quadrants.findIndex(({ members }) =>
    members.some((member) => member.rack === rack && (member.nodeType === undefined || member.nodeType === nodeType)),
  );
}

/** NC_q^total: cores by quadrant. */
export function coresByQuadrant({ facility, quadrants }: TemplatesInstance): number[] {
  const coresOf = new Map(facility.nodeTypes.map(({ name, cores }) => [name, cores]));
  const counts = quadrants.map(() => 0);
  for (const { rack, nodeType, count } of facility.nodeGroups) {
    const q = quadrantOf(quadrants, rack, nodeType);
    if (q >= 0) counts[q]! += count * (coresOf.get(nodeType) ?? 0);
  }
  return counts;
}
