import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { wholeNodes } from './awake.js';

/**
 * Returns whole numbers of nodes close to the desired ones: all rounded up, and rounded to the nearest, without
 * duplicates.
 */
export function awakeCandidates({ blocks }: TemplatesModel, fewest: Int32Array, wished: Float64Array): Int32Array[] {
  const within = (b: number, nodes: number): number => Math.min(blocks[b]!.nodeCount, Math.max(fewest[b]!, nodes));
  const up = Int32Array.from(blocks, (_, b) => within(b, wholeNodes(wished[b]!)));
  const near = Int32Array.from(blocks, (_, b) => within(b, Math.round(wished[b]!)));
  return up.every((nodes, b) => nodes === near[b]) ? [up] : [up, near];
}
