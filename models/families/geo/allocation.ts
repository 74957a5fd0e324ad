import type { CoreShare } from '../../facility/core-share.js';

/** Work of the awake nodes of one type, with the rates and the power that result (time-sliced co-location). */
export interface GeoLoad {
  readonly type: number;
  /** Shares of cores as in the plan file; cores left over are idle. */
  readonly cores: readonly CoreShare[];
  /** Tasks completed per second by ONE node (Eqs. 35-36), by task type, length I. */
  readonly ratePerS: Float64Array;
  /** Power of ONE node at the wall, W, idle power included (Eq. 29). */
  readonly powerW: number;
}

/** A plan in memory. Cells are numbered epoch * D + centre. */
export interface GeoAllocation {
  readonly loads: readonly GeoLoad[];
  readonly cells: readonly GeoAllocationCell[];
}

export interface GeoAllocationCell {
  readonly setPointC: number;
  /**
   * Energy of sun and wind that the centre uses or feeds in, kWh. If absent, as much as possible: all of it if the rest
   * is fed in, otherwise at most what the centre draws.
   */
  readonly renewableKwh?: number;
  /**
   * Loads that run in the cell: index into `loads`, and next the number of nodes; each load at most once. Other nodes
   * are asleep.
   */
  readonly load: Int32Array;
  readonly nodes: Int32Array;
}
