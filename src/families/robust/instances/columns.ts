import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { nodesOf } from '../../../../models/families/robust/model.js';

/** Column of times that every node reads. */
export interface Columns {
  readonly names: readonly string[];
  /** Index of the column by node, groups unrolled. */
  readonly ofNode: Int32Array;
}

/**
 * Returns the columns of an instance: a node's column is its own if `named` has one, else that of its type, which may
 * be a column nobody names: no task runs there.
 */
export function columnsOf(instance: RobustInstance, named: ReadonlySet<string>): Columns {
  const ofNode = nodesOf(instance).map(({ name, type }) => (named.has(name) ? name : type.name));
  const names = [...new Set(ofNode)];
  const index = new Map(names.map((name, column) => [name, column]));
  return { names, ofNode: Int32Array.from(ofNode, (name) => index.get(name)!) };
}

/** Returns the columns that a table or file may name: nodes and node types. */
export function possibleColumns(instance: RobustInstance): ReadonlySet<string> {
  return new Set([
    ...nodesOf(instance).map(({ name }) => name),
    ...instance.facility.nodeTypes.map(({ name }) => name),
  ]);
}
