import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';

/** Nodes that differ only in their index, so that all their cores are equivalent. */
export interface LikeNodes {
  /** The first of the nodes. */
  readonly node: RobustNode;
  /** Cores of the group's nodes, ascending. */
  readonly cores: Int32Array;
}

/** Returns all nodes by type and column, in the order of the first of each. */
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
