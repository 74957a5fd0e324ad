import type { CoreShare } from '../../facility/core-share.js';

/** Work of an awake node of one type, with the resulting rates and power (time-sliced co-location). */
export interface GeoLoad {
  readonly type: number;
  /** Shares of cores as in the plan file. Cores in no share are idle. */
  readonly cores: readonly CoreShare[];
  /** Completion rate of each task type on ONE node (Eqs. 35-36), tasks/s. */
  readonly ratePerS: Float64Array;
  /** Power of ONE node at the wall, W, idle power included (Eq. 29). */
  readonly powerW: number;
}

/** A plan in memory. A cell is one data centre in one epoch; cell index = epoch * D + centre, with D centres. */
export interface GeoAllocation {
  readonly loads: readonly GeoLoad[];
  readonly cells: readonly GeoAllocationCell[];
}

export interface GeoAllocationCell {
  readonly setPointC: number;
  /**
   * Solar and wind energy that the centre uses or feeds in, kWh. If absent, as much as possible: all that is available
   * if surplus is fed in, otherwise at most the centre's demand.
   */
  readonly renewableKwh?: number;
  /** Indices in `loads` of the loads that run in the cell, each at most once. Nodes without a load are asleep. */
  readonly load: Int32Array;
  /** Number of nodes that run each entry of `load`. */
  readonly nodes: Int32Array;
}
