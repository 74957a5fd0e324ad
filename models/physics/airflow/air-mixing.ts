/** How the air of a drawn room mixes: what the cells of its grid do by themselves, and what the room states. */
export interface AirMixing {
  /** Length, depth and height of the cells, m. */
  readonly cellM: { readonly x: number; readonly y: number; readonly z: number };
  /**
   * Diffusivity of the upwind transport on this grid, u h / 2, m2/s: u is the air's speed and h the distance between two
   * cells. A tenth of the air (summed over all faces) passes faces with at most `lowM2PerS`, half of it faces with at
   * most `medianM2PerS`, and a tenth of it faces with more than `highM2PerS`.
   */
  readonly ofCells: { readonly lowM2PerS: number; readonly medianM2PerS: number; readonly highM2PerS: number };
  /** Stated diffusivity `airflow.mixingM2PerS`, m2/s; 0 if the room states none. */
  readonly statedM2PerS: number;
  /**
   * Fraction of the air, summed over all faces, that passes faces where the cells alone mix at least as much as is stated
   * (cell Peclet number 2 or more). Absent if the room states no mixing.
   */
  readonly mixedByCells?: number;
}
