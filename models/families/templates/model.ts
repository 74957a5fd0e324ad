import type { CoolingPerformance } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';

/**
 * The templates problem with indices instead of names (Eqs. 57-67), with B blocks and V vent combinations. A block is a
 * set of nodes of one type with the same inlet and outlet air, which all have the same utilisation U_b.
 *
 * maximise mu / P_total with mu = sum_b work_b U_b and P_total = (sum_b idleW_b + busyW_b U_b) (1 + 1 / CoP(T))
 *
 * subject to mu <= arriving + existing work, Uq <= U_b <= 1, P_total <= limit, T + (D_v P)_b <= outlet limit, T in
 * range
 *
 * mu is the service rate, Uq the least utilisation in the block's quadrant. D_v is the matrix of outlet temperature
 * rises for vent combination v. All CRACs have one set-point T and together remove the power of the nodes.
 */
export interface TemplatesModel {
  readonly instance: TemplatesInstance;
  readonly blocks: readonly TemplatesBlock[];
  readonly quadrants: readonly ProblemQuadrant[];
  /** Opening of each quadrant's vents, 0 to 1, as [vent combination][quadrant]. */
  readonly ventOpenings: readonly (readonly number[])[];
  /**
   * Matrix D of outlet temperature rises for each vent combination, B x B, row by row, K/W. If each block c draws power
   * P_c, the outlet of block b is above the set-point by
   *
   * sum over blocks c of D[b, c] P_c
   */
  readonly outletRiseKPerW: readonly Float64Array[];
  readonly outletLimitC: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  readonly cooling: CoolingPerformance;
  readonly middle: MiddleState;
}

export interface TemplatesBlock {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  /** Index of the node type of the block. */
  readonly type: number;
  readonly quadrant: number;
  readonly nodeCount: number;
  readonly coresPerNode: number;
  /** Power of the block if all its nodes are on and idle, W. */
  readonly idleW: number;
  /** Power that the block draws in addition to idleW if all its cores are busy (Eq. 64), W. */
  readonly busyW: number;
  /** Service rate if all cores of the block are busy, tasks/s (Eq. 61). */
  readonly workPerS: number;
  /** Standby of the block's nodes; absent if all of them stay on. */
  readonly standby?: BlockStandby | undefined;
}

/** Standby of a block's nodes (docs/templates/standby.md). */
export interface BlockStandby {
  /** Power of the block if all its nodes are on standby, W; below idleW. */
  readonly powerW: number;
  /** Least number of nodes that must be on. It is below nodeCount. */
  readonly minimumOn: number;
  /**
   * Rise of the block's air from inlet to outlet per watt of its power, K/W. With the block's air flow AF_b, it is
   *
   * 1 / (rho c AF_b)
   */
  readonly ownRiseKPerW: number;
}

export interface ProblemQuadrant {
  readonly name: string;
  readonly cores: number;
  /** Service rate if all cores of the quadrant are busy, tasks/s. */
  readonly workPerS: number;
}

/** Mean core rate and power of each node type, and mean time of each task type, in the middle P-state (Eqs. 57-64). */
export interface MiddleState {
  /** Index of the middle P-state (P^mid) of each node type. */
  readonly pState: Int32Array;
  /** Mean service rate of a core of each node type (ER^avg), tasks/s. */
  readonly ratePerS: Float64Array;
  /** Mean power of a core of each node type (P^core), W. */
  readonly coreW: Float64Array;
  /** Mean execution time of each task type (ETC^avg), s. */
  readonly timeS: Float64Array;
  /** Mean execution time of each task type, divided by its mean over all task types (ETC^normalized). */
  readonly weight: Float64Array;
}

/** One state of the grid. */
export interface TemplateState {
  readonly index: number;
  readonly arrivingWorkPerS: number;
  /** Number of cores in each quadrant that must keep running. */
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}
