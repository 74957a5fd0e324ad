import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';

/** Group of equivalent nodes, which differ only in their index. All their cores are equivalent. */
export interface LikeNodes {
  /** The first node of the group. */
  readonly node: RobustNode;
  /** Indices of the cores of all nodes of the group, ascending. */
  readonly cores: Int32Array;
}

/** Returns the groups of nodes with equal type and equal task times, in the order of each group's first node. */
export function likeNodes(model: RobustModel): LikeNodes[] {
  const byKind = new Map<string, RobustNode[]>();
  for (const node of model.nodes) {
    const kind = `${node.column} ${node.typeName}`;
    const alike = byKind.get(kind);
    if (alike === undefined) byKind.set(kind, [node]);
    else alike.push(node);
  }
  return [...byKind.values()].map((alike) => ({
    node: alike[0]!,
    cores: Int32Array.from(
      alike.flatMap(({ firstCore, cores }) => Array.from({ length: cores }, (_, k) => firstCore + k)),
    ),
  }));
}
