import type { PooledConfiguration } from './context.js';

/** Work of the nodes of a cell in an LP: counts need not be whole. */
export interface RelaxedCell {
  readonly used: readonly { readonly pooled: PooledConfiguration; readonly nodes: number }[];
  /** Node power by node type, W. */
  readonly powerW: Float64Array;
}
