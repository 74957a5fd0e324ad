import type { Faults } from '../../../check/faults.js';
import type { CheckedNodeType } from './platform.js';
import { roundingAt } from './moments.js';

/**
 * Use of one node's cores by a piece of a job's run, from `startS` to `endS`. A piece is the time that a job spends at
 * one design point.
 */
export interface CoresInUse {
  /** Returns the place of the piece in the plan, for messages. */
  readonly where: () => string;
  readonly nodeType: number;
  readonly node: number;
  readonly cores: number;
  readonly startS: number;
  readonly endS: number;
}

interface Change {
  readonly atS: number;
  readonly cores: number;
  readonly piece: CoresInUse;
}

/**
 * Checks that no compute node ever uses more cores than it has. A core that one piece frees may be used by another
 * piece from that time on, within rounding error.
 */
export function checkCapacity(
  nodeTypes: readonly CheckedNodeType[],
  pieces: readonly CoresInUse[],
  faults: Faults,
): void {
  const onNode = nodeTypes.map(() => new Map<number, Change[]>());
  for (const piece of pieces) {
    const { nodeType, node, cores, startS, endS } = piece;
    const untilS = endS - roundingAt(endS);
    // A piece that is over as it begins has no core.
    if (!(untilS > startS)) continue;
    const changes = onNode[nodeType]!.get(node) ?? [];
    if (changes.length === 0) onNode[nodeType]!.set(node, changes);
    changes.push({ atS: startS, cores, piece }, { atS: untilS, cores: -cores, piece });
  }
  for (const [type, { name, cores: limit }] of nodeTypes.entries()) {
    for (const [node, changes] of onNode[type]!) {
      changes.sort((a, b) => a.atS - b.atS || a.cores - b.cores);
      let inUse = 0;
      for (const { atS, cores, piece } of changes) {
        inUse += cores;
        if (cores < 0 || inUse <= limit) continue;
        const place = (): string => `node ${node} of "${name}" at ${atS} s, ${piece.where()}`;
        faults.add('capacity', place, { unit: 'cores', value: inUse, limit });
      }
    }
  }
}
