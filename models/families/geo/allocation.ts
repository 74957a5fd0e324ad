import type { CoreShare } from '../../facility/core-share.js';

/** What the cores of an awake node of one type run (time-sliced on each core), with task rates and power. */
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
 * A plan in memory: for each data centre and epoch (a cell), how many nodes run which load. Index of a cell for D
 * centres: epoch * D + centre.
 */
export interface GeoAllocation {
  readonly loads: readonly GeoLoad[];
  readonly cells: readonly GeoAllocationCell[];
}

export interface GeoAllocationCell {
  readonly setPointC: number;
  /**
   * Solar and wind energy that the centre uses or feeds into the grid, kWh; if absent, as much as possible. That is all
   * available energy if surplus is fed in; otherwise at most the centre's demand.
   */
  readonly renewableKwh?: number;
  /** Loads that nodes run, as indices in `GeoAllocation.loads`, each at most once. Other nodes are asleep. */
  readonly load: Int32Array;
  /** Number of nodes that run each load of `load`. */
  readonly nodes: Int32Array;
}
