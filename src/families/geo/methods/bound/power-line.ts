/**
 * Linear function of a cell's node powers P by node type, W: constantW + gradient.P. It bounds the power of nodes and
 * CRACs.
 */
export interface PowerLine {
  readonly constantW: number;
  readonly gradient: Float64Array;
}
