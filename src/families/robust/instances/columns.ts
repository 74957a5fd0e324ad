import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { nodesOf } from '../../../../models/families/robust/model.js';

/**
 * Columns of task times, and the column that each node uses. A column has the times of all tasks on one node or node
 * type.
 */
export interface Columns {
  readonly names: readonly string[];
  /** For each node (groups expanded to single nodes), index of its column. */
  readonly ofNode: Int32Array;
}

/**
 * Returns an instance's columns of task times. A node uses the column with its own name if `named` has it, otherwise
 * the column of its type.
 */
export function columnsOf(instance: RobustInstance, named: ReadonlySet<string>): Columns {
  const ofNode = nodesOf(instance).map(({ name, type }) => (named.has(name) ? name : type.name));
  const names = [...new Set(ofNode)];
  const index = new Map(names.map((name, column) => [name, column]));
  return { names, ofNode: Int32Array.from(ofNode, (name) => index.get(name)!) };
}

/** Returns the column names that a table or file of task times may have: names of nodes and of node types. */
export function possibleColumns(instance: RobustInstance): ReadonlySet<string> {
  return new Set([
    ...nodesOf(instance).map(({ name }) => name),
    ...instance.facility.nodeTypes.map(({ name }) => name),
  ]);
}
