import type { TemplatesInstance } from '../../models/families/templates/instance.js';
import { quadrantOf } from '../../models/families/templates/compile.js';

/** Number of cores NC_q^total by quadrant. */
export function coresByQuadrant({ facility, quadrants }: TemplatesInstance): number[] {
  const coresOf = new Map(facility.nodeTypes.map(({ name, cores }) => [name, cores]));
  const counts = quadrants.map(() => 0);
  for (const { rack, nodeType, count } of facility.nodeGroups) {
    const q = quadrantOf(quadrants, rack, nodeType);
    if (q >= 0) counts[q]! += count * (coresOf.get(nodeType) ?? 0);
  }
  return counts;
}
