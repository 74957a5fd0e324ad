import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { nodesOf } from '../../../../models/families/robust/model.js';

/** Columns of times, and which one each node uses. */
export interface Columns {
  readonly names: readonly string[];
  /** Index of the column by node, groups expanded. */
  readonly ofNode: Int32Array;
}

/**
 * Returns the columns of an instance: a node uses the column with its own name if it is in `named`, otherwise that of
 * its type. A type's column may be in no table; then no task runs there.
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
