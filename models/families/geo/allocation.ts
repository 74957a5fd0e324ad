import type { CoreShare } from '../../facility/core-share.js';

/** Work of an awake node of one type: what its cores run (time-sliced on each core), with task rates and power. */
export interface GeoLoad {
  readonly type: number;
  /** Groups of cores that run the same time slices. Cores in no group are idle. */
  readonly cores: readonly CoreShare[];
  /** Completion rate of each task type on ONE node, tasks/s (Eqs. 35-36). */
  readonly ratePerS: Float64Array;
  /** Power of ONE node at the wall, W, with idle power (Eq. 29). */
  readonly powerW: number;
}

/**
 * A plan in memory. For each data centre and epoch (a cell), it says how many nodes run which load. With D centres, a
 * cell has the index epoch * D + centre.
 */
export interface GeoAllocation {
  readonly loads: readonly GeoLoad[];
  readonly cells: readonly GeoAllocationCell[];
}

export interface GeoAllocationCell {
  readonly setPointC: number;
  /**
   * Solar and wind energy that the centre uses or feeds into the grid, kWh. If absent, it is as much as possible: all
   * available energy if surplus is fed in; otherwise at most the centre's demand.
   */
  readonly renewableKwh?: number;
  /**
   * Loads that nodes run, as indices in `GeoAllocation.loads`. Each occurs at most once. All further nodes are asleep.
   */
  readonly load: Int32Array;
  /** For each entry of `load`, number of nodes that run this load. */
  readonly nodes: Int32Array;
}
