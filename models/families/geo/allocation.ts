import type { CoreShare } from '../../facility/core-share.js';

/**
 * What the cores of an awake node of one type run, with the node's task rates and power. Tasks on one core are
 * time-sliced.
 */
export interface GeoLoad {
  readonly type: number;
  /** Groups of cores that run the same time slices, as in a plan file. Cores in no group are idle. */
  readonly cores: readonly CoreShare[];
  /** Number of tasks of each task type that ONE node completes per second (Eqs. 35-36). */
  readonly ratePerS: Float64Array;
  /** Power of ONE node at the wall, W, idle power included (Eq. 29). */
  readonly powerW: number;
}

/**
 * A plan in memory: for each data centre and epoch, how many nodes run which load. Each such pair is a cell, in a list
 * with index epoch * D + centre for D centres.
 */
export interface GeoAllocation {
  readonly loads: readonly GeoLoad[];
  readonly cells: readonly GeoAllocationCell[];
}

export interface GeoAllocationCell {
  readonly setPointC: number;
  /**
   * Solar and wind energy that the centre uses or feeds into the grid, kWh.
   *
   * If absent, it is as much as possible. If surplus is fed in, that is all available energy; otherwise it is limited
   * to the centre's demand.
   */
  readonly renewableKwh?: number;
  /**
   * Loads that nodes run in this cell, as indices in `GeoAllocation.loads`, each at most once. Nodes without a load are
   * asleep.
   */
  readonly load: Int32Array;
  /** Number of nodes that run the load at the same position of `load`. */
  readonly nodes: Int32Array;
}
