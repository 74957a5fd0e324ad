/** A linear function of the powers of a cell by node type, W: constant + gradient.P. */
export interface PowerLine {
  readonly constantW: number;
  readonly gradient: Float64Array;
}
