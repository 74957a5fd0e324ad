import type { Quadrant } from './instance.js';

/** The quadrant whose members are the nodes of this type in this rack; -1 for none. */
export function quadrantOf(quadrants: readonly Quadrant[], rack: string, nodeType: string): number {
  return quadrants.findIndex(({ members }) =>
    members.some((member) => member.rack === rack && (member.nodeType === undefined || member.nodeType === nodeType)),
  );
}
