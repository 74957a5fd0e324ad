import type { CoolingPerformance } from '../../facility/facility.js';
import type { TemplatesInstance } from './instance.js';

/**
 * The template model in dense indices (Eqs. 57-67). B blocks: sets of nodes of one type that share inlet and exhaust
 * air, hence also one utilisation U_b. V vent combinations.
 *
 *   maximise mu / P_total,  mu = sum_b work_b U_b,  P_total = (sum_b idleW_b + busyW_b U_b) (1 + 1 / CoP(T))   subject
 * to mu <= arriving + existing work, Uq <= U_b <= 1, P_total <= limit, T + (D_v P)_b <= outlet limit, T in range
 *
 * All CRACs have one set-point T and together remove the power of the nodes.
 */
export interface TemplatesModel {
  readonly instance: TemplatesInstance;
  readonly blocks: readonly TemplatesBlock[];
  readonly quadrants: readonly ProblemQuadrant[];
  /** Opening of each quadrant by vent combination: ventOpenings[v][q]. */
  readonly ventOpenings: readonly (readonly number[])[];
  /** D by vent combination, B x B row-major, K/W: outlet of block b above the set-point = sum_c D[b, c] P_c. */
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
  /** Index of the node type. */
  readonly type: number;
  /** Index of the quadrant. */
  readonly quadrant: number;
  readonly nodeCount: number;
  readonly coresPerNode: number;
  /** Power of all nodes of the block when idle, W. */
  readonly idleW: number;
  /** Power that all cores of the block add when busy (Eq. 64), W. */
  readonly busyW: number;
  /** Service rate of all cores of the block (Eq. 61), tasks/s. */
  readonly workPerS: number;
  /** Standby state that its nodes may be in; absent if all of them stay on. */
  readonly standby?: BlockStandby | undefined;
}

/** Standby of a block's nodes (docs/templates/standby.md). */
export interface BlockStandby {
  /** Power of all its nodes on standby, W, below idleW. */
  readonly powerW: number;
  /** Least number of its nodes that are on, below nodeCount. */
  readonly minimumOn: number;
  /** Rise of the block's air for each watt of its own nodes, 1 / (rho C AF_b), K/W. */
  readonly ownRiseKPerW: number;
}

export interface ProblemQuadrant {
  readonly name: string;
  readonly cores: number;
  /** Service rate of all its cores, tasks/s. */
  readonly workPerS: number;
}

/** Behaviour of an average core in its middle P-state (Eqs. 57-61 and 64). */
export interface MiddleState {
  /** Index of the middle P-state P^mid by node type. */
  readonly pState: Int32Array;
  /** Mean service rate of a core by node type, ER^avg, tasks/s. */
  readonly ratePerS: Float64Array;
  /** Mean power of a core by node type, P^core, W. */
  readonly coreW: Float64Array;
  /** Mean time ETC^avg by task type, s. */
  readonly timeS: Float64Array;
  /** Mean time of each task type divided by the mean over all task types, ETC^normalized. */
  readonly weight: Float64Array;
}

/** One state of the grid. */
export interface TemplateState {
  readonly index: number;
  readonly arrivingWorkPerS: number;
  /** Cores that must keep running, by quadrant. */
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}
