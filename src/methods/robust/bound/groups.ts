import type { RobustNode, RobustProblem } from '../../../../models/problems/robust/problem.js';

/** Nodes alike in everything a bound can see, times included: they share one price. */
export interface NodeGroup {
  /** One of them. */
  readonly node: RobustNode;
  /** Indices into problem.nodes, rising. */
  readonly nodes: readonly number[];
  /** Of all its nodes. */
  readonly cores: number;
  /** O_i / n_i: at least so much overhead energy goes with each second a core is busy, since a node is on while any core is. */
  readonly overheadPerCoreW: number;
}

/** Node types are compiled once per type, so that like nodes share their tables by identity. */
export function nodeGroups({ nodes }: RobustProblem): readonly NodeGroup[] {
  const members = new Map<Float64Array, Map<number, number[]>>();
  for (const [index, { timeScale, column }] of nodes.entries()) {
    const byColumn = members.get(timeScale) ?? new Map<number, number[]>();
    members.set(timeScale, byColumn);
    const alike = byColumn.get(column) ?? [];
    byColumn.set(column, alike);
    alike.push(index);
  }
  return [...members.values()]
    .flatMap((byColumn) => [...byColumn.values()])
    .map((indices) => {
      const node = nodes[indices[0]!]!;
      const { cores, overheadW } = node;
      return { node, nodes: indices, cores: cores * indices.length, overheadPerCoreW: overheadW / cores };
    });
}
