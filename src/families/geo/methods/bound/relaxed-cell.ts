import type { PooledConfiguration } from './context.js';

/** What the nodes of a cell (one data centre in one epoch) run in an LP's answer; may be fractional. */
export interface RelaxedCell {
  readonly used: readonly { readonly pooled: PooledConfiguration; readonly nodes: number }[];
  /** Node power by node type, W. */
  readonly powerW: Float64Array;
}
