import type { NodeOutcome } from '../../../../../models/problems/robust/outcome.js';

/** One row of the pictures: a node, or in a large facility all nodes of a type. */
export interface NodeRow {
  readonly name: string;
  readonly nodes: readonly NodeOutcome[];
}

/** More rows than this cannot be read. */
const MAX_ROWS = 60;

export function nodeRows(nodes: readonly NodeOutcome[]): readonly NodeRow[] {
  if (nodes.length <= MAX_ROWS) return nodes.map((node) => ({ name: node.node, nodes: [node] }));
  const types = new Map<string, NodeOutcome[]>();
  for (const node of nodes) {
    const alike = types.get(node.nodeType) ?? [];
    types.set(node.nodeType, alike);
    alike.push(node);
  }
  return [...types].map(([name, alike]) => ({ name: `${name} (${alike.length})`, nodes: alike }));
}

/** The core with the least robust finish, of several the one that ends last: mean and standard deviation, s. */
export function leastRobust({ nodes }: NodeRow): { readonly meanS: number; readonly sdS: number; readonly z: number } {
  let least = { meanS: 0, sdS: 0, z: Infinity };
  for (const { finishMeanS, finishSdS, z } of nodes) {
    for (const [core, quantile] of z.entries()) {
      const meanS = finishMeanS[core]!;
      if (quantile < least.z || (quantile === least.z && meanS > least.meanS)) {
        least = { meanS, sdS: finishSdS[core]!, z: quantile };
      }
    }
  }
  return least;
}
