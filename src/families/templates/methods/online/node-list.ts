import { coresOfNode } from '../../../../../models/families/templates/book.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { type CoreLayout, coreLayout } from '../../../../online/core-state.js';

/**
 * All compute nodes, in the order by which heuristics choose among equally good nodes (section 5.5.2.1). This order is
 * by quadrant, then by rack as in the layout, then from top to bottom. Cores are numbered in the same order.
 */
export interface NodeList extends CoreLayout {
  readonly count: number;
  readonly block: Int32Array;
  readonly nodeType: Int32Array;
  readonly quadrant: Int32Array;
  /** Rack index of each node; racks are numbered in the order of their first nodes. */
  readonly rack: Int32Array;
  readonly rackCount: number;
  readonly cores: Int32Array;
  /** Idle power of each node, W, at the wall. */
  readonly idleW: Float64Array;
  /** Position of the node in its block of nodes, 0 for the topmost. */
  readonly rankInBlock: Int32Array;
}

/**
 * Returns the nodes of a facility. `firstSlots` has the lowest slot of each block; it orders the blocks of one rack and
 * level.
 */
export function nodeList({ blocks }: TemplatesModel, firstSlots: ArrayLike<number>): NodeList {
  const rackOrder = new Map<string, number>();
  for (const { rack } of blocks) if (!rackOrder.has(rack)) rackOrder.set(rack, rackOrder.size);
  const order = blocks.map((_, b) => b);
  order.sort(
    (a, b) =>
      blocks[a]!.quadrant - blocks[b]!.quadrant ||
      rackOrder.get(blocks[a]!.rack)! - rackOrder.get(blocks[b]!.rack)! ||
      blocks[b]!.level - blocks[a]!.level ||
      firstSlots[b]! - firstSlots[a]! ||
      a - b,
  );
  const blockOf = order.flatMap((b) => Array.from({ length: blocks[b]!.nodeCount }, () => b));
  const racks = new Map<string, number>();
  for (const b of blockOf) if (!racks.has(blocks[b]!.rack)) racks.set(blocks[b]!.rack, racks.size);
  const cores = Int32Array.from(blockOf, (b) => blocks[b]!.coresPerNode);
  const { firstCore, nodeOfCore } = coreLayout(cores);
  let rank = 0;
  return {
    count: blockOf.length,
    block: Int32Array.from(blockOf),
    nodeType: Int32Array.from(blockOf, (b) => blocks[b]!.type),
    quadrant: Int32Array.from(blockOf, (b) => blocks[b]!.quadrant),
    rack: Int32Array.from(blockOf, (b) => racks.get(blocks[b]!.rack)!),
    rackCount: racks.size,
    cores,
    firstCore,
    nodeOfCore,
    idleW: Float64Array.from(blockOf, (b) => blocks[b]!.idleW / blocks[b]!.nodeCount),
    rankInBlock: Int32Array.from(blockOf, (b, n) => (rank = n > 0 && blockOf[n - 1] === b ? rank + 1 : 0)),
  };
}

/**
 * Returns the number of allowed cores of each node (ACV in the thesis). The allowed cores of a block are spread evenly
 * over its nodes.
 *
 * @param nodeCounts number of nodes of each block
 * @param byBlock number of allowed cores of each block
 */
export function spreadOverNodes(nodes: NodeList, nodeCounts: ArrayLike<number>, byBlock: Int32Array): Int32Array {
  return nodes.block.map((block, n) => {
    const count = nodeCounts[block]!;
    return coresOfNode(byBlock[block]!, count, count - 1 - nodes.rankInBlock[n]!);
  });
}
