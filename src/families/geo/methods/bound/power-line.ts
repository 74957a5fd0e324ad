/** Linear function of a cell's powers by node type, W: constant + gradient.P. */
export interface PowerLine {
  readonly constantW: number;
  readonly gradient: Float64Array;
}
