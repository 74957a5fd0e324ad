import type { Cut } from './cut-bounds.js';

/** A setting for one vent combination, with the cut that proves it. */
export interface OperatingPoint extends Cut {
  readonly workPerS: number;
  readonly totalW: number;
  readonly tasksPerJ: number;
  readonly setPointC: number;
  readonly utilisation: Float64Array;
  /** Prices of that cut: of the work, W per task/s; then by thermal row (B), W/K. */
  readonly prices: Float64Array;
}
