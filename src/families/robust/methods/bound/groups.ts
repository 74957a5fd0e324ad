import type { RobustNode, RobustModel } from '../../../../../models/families/robust/model.js';

/** Nodes that are equal in all data on which a bound depends, task times included. They share one dual value. */
export interface NodeGroup {
  /** Any node of the group. */
  readonly node: RobustNode;
  /** Indices of the group's nodes in the model, ascending. */
  readonly nodes: readonly number[];
  /** Total number of cores of the group's nodes. */
  readonly cores: number;
  /** Smallest overhead power per busy core, W: the node's overhead power O_i divided by its number of cores n_i. */
  readonly overheadPerCoreW: number;
}

export function nodeGroups({ nodes }: RobustModel): readonly NodeGroup[] {
  // Nodes of one type share their tables, so the figures are spelled out once per table and column.
  const spelled = new Map<Float64Array, string>();
  const members = new Map<string, number[]>();
  for (const [index, node] of nodes.entries()) {
    const { timeScale, powerW, powerSquareW2, column, cores, overheadW } = node;
    const tables = spelled.get(timeScale) ?? timeScale.join();
    spelled.set(timeScale, tables);
    const key = [column, cores, overheadW, powerW.join(), powerSquareW2.join(), tables].join(';');
    const alike = members.get(key) ?? [];
    members.set(key, alike);
    alike.push(index);
  }
  return [...members.values()].map((indices) => {
    const node = nodes[indices[0]!]!;
    const { cores, overheadW } = node;
    return { node, nodes: indices, cores: cores * indices.length, overheadPerCoreW: overheadW / cores };
  });
}
