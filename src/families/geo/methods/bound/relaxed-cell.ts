import type { NodeWay } from './context.js';

/** What an LP has the nodes of a cell do: counts need not be whole. */
export interface RelaxedCell {
  readonly used: readonly { readonly way: NodeWay; readonly nodes: number }[];
  /** By node type, W. */
  readonly powerW: Float64Array;
}
