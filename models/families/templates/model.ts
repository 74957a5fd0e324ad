import type { CoolingPerformance } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';

/**
 * The templates model in dense indices (Eqs. 57-67). A block is a set of nodes of one type with the same inlet and
 * outlet air, which also have one utilisation U_b. B blocks, V vent combinations.
 *
 * maximise mu / P_total with mu = sum_b work_b U_b and P_total = (sum_b idleW_b + busyW_b U_b) (1 + 1 / CoP(T))
 *
 * subject to mu <= arriving + existing work, Uq <= U_b <= 1, P_total <= limit, T + (D_v P)_b <= outlet limit, T in
 * range
 *
 * mu is the service rate, Uq the least utilisation in the block's quadrant, D_v the matrix of outlet temperature rises
 * for vent combination v. All CRACs have one set-point T and together remove the power of the nodes.
 */
export interface TemplatesModel {
  readonly instance: TemplatesInstance;
  readonly blocks: readonly TemplatesBlock[];
  readonly quadrants: readonly ProblemQuadrant[];
  /** Opening of each quadrant's vents: [vent combination][quadrant]. */
  readonly ventOpenings: readonly (readonly number[])[];
  /**
   * For each vent combination, the B x B matrix D of outlet temperature rises (row-major), K/W. The outlet of block b
   * is sum_c D[b, c] P_c above the set-point, with the power P_c of block c.
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
  /** Index of the block's node type. */
  readonly type: number;
  /** Index of the block's quadrant. */
  readonly quadrant: number;
  readonly nodeCount: number;
  readonly coresPerNode: number;
  /** Power of the block of nodes if all of them are idle, W. */
  readonly idleW: number;
  /** Additional power of the block of nodes if all their cores are busy (Eq. 64), W. */
  readonly busyW: number;
  /** Service rate of the block of nodes if all their cores are busy (Eq. 61), tasks/s. */
  readonly workPerS: number;
  /** Standby properties of the block's nodes; absent if all of them stay on. */
  readonly standby?: BlockStandby | undefined;
}

/** Standby properties of a block of nodes (docs/templates/standby.md). */
export interface BlockStandby {
  /** Power of the block of nodes if all of them are on standby, W; below idleW. */
  readonly powerW: number;
  /** Minimum number of nodes of the block that are on; below nodeCount. */
  readonly minimumOn: number;
  /**
   * Temperature rise of the block's air for each watt of its own nodes, 1 / (rho c AF_b), K/W, with the block's air
   * flow AF_b.
   */
  readonly ownRiseKPerW: number;
}

export interface ProblemQuadrant {
  readonly name: string;
  readonly cores: number;
  /** Service rate of the quadrant if all its cores are busy, tasks/s. */
  readonly workPerS: number;
}

/** Mean rate, power and execution time of cores in their middle P-state (Eqs. 57-61 and 64). */
export interface MiddleState {
  /** Index of the middle P-state (P^mid) of each node type. */
  readonly pState: Int32Array;
  /** Mean service rate of a core of each node type (ER^avg), tasks/s. */
  readonly ratePerS: Float64Array;
  /** Mean power of a core of each node type (P^core), W. */
  readonly coreW: Float64Array;
  /** Mean execution time of each task type (ETC^avg), s. */
  readonly timeS: Float64Array;
  /** Mean execution time of each task type / mean over all task types (ETC^normalized). */
  readonly weight: Float64Array;
}

/** One state of the grid: arriving work, running cores and power limit. */
export interface TemplateState {
  readonly index: number;
  readonly arrivingWorkPerS: number;
  /** Number of cores in each quadrant that must keep running. */
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}
