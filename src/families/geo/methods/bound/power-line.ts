/** Bound on the power of nodes and CRACs, linear in a cell's node powers P by type, W: constantW + gradient.P. */
export interface PowerLine {
  readonly constantW: number;
  readonly gradient: Float64Array;
}
