import { type PowerCap } from '../../../../../models/facility/meter.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound, PricedRows } from './bound.js';
import type { CoolingBox } from './cooling-columns.js';

/**
 * Plans that a part of a proof covers, by ranges of set-points, C, of the CRACs' heats, kW, and of whole numbers of
 * nodes. With a common set-point there is one range of set-points, otherwise one for each working CRAC. Heats and
 * numbers without a range are not limited.
 */
export type Scope = Pick<CoolingBox, 'setPointMinC' | 'setPointMaxC'> &
  Partial<Pick<CoolingBox, 'leastKW' | 'mostKW'> & { readonly counts: readonly CountRange[] }>;

/** Range of a number of nodes that is whole in every plan. */
export interface CountRange {
  /** Position of the number among those that the proof counts (`Kind`). */
  readonly count: number;
  readonly lower: number;
  readonly upper: number;
}

/** Set of configurations of one zone; the number of nodes that run a configuration of the set is whole in every plan. */
export interface Split {
  readonly zone: number;
  /** [configuration of the zone's pool]: true if it belongs to the split. */
  readonly within: readonly boolean[];
}

/**
 * Kind of plans that a proof bounds by whole numbers of nodes: plans whose nodes each stay on or on standby, or, with
 * `pool`, plans of one configuration per node. The numbers that are counted are the running nodes of each set of
 * zones (`awakeSetsOf`), or the nodes of each split of the pool.
 */
export interface Kind {
  /** Reward of a plan that is known, reward/s. Parts bound plans that earn more. */
  readonly knownRewardPerS: number;
  readonly pool?: PoolProof;
}

/** Which configurations a plan of one configuration per node may use if it earns more than a known one. */
export interface PoolProof {
  /** Bound on all plans, and the decrease of it up to which a configuration is in the pool, reward/s. */
  readonly by: PricedRows;
  readonly loss: number;
  readonly splits: readonly Split[];
}

/**
 * Bound on the plans of a scope, as data: a Lagrangian (`PricedRows`) or one that treats each CRAC separately. Null if
 * the scope has no plan, because an idle facility breaks a limit at all its set-points, or if its whole numbers leave
 * one plan, which breaks a limit or earns no more than the known one.
 */
export interface ProofPart {
  readonly scope: Scope;
  readonly by: PricedRows | SeparateProof | null;
}

/** Upper bound on the reward of all plans, reward/s, with the parts that prove it. */
export interface ProvenValue {
  readonly value: number;
  readonly parts: readonly ProofPart[];
}

/** Bound on all plans, with the rows and dual values that it is reported with. */
export interface ProvenBound extends LagrangianBound {
  /** Parts that prove `value`; absent if its own rows and dual values do. */
  readonly parts?: readonly ProofPart[];
}

/** Proof of a bound, as data: parts whose scopes together cover all plans of the model that it names. */
export interface Proof extends PowerCap {
  readonly parts: readonly ProofPart[];
  /** Factor on the rewards of the model in which the dual values are, a power of 2. */
  readonly rewardFactor: number;
  /** True if plans have one set-point common to all working CRACs. */
  readonly isCommon: boolean;
  /** Nodes on standby throughout; undefined if plans may choose them or none may be on standby. */
  readonly asleep: RewardRateModel['asleep'];
  /** Absent if the proof bounds all plans, whole numbers of nodes or not. */
  readonly kind?: Kind;
}

/**
 * Bound that treats each CRAC separately (docs/reward-rate/bounds.md): its reference prices, and for each CRAC
 * intervals of its set-point with other prices of red lines. It holds for plans with set-points in `ranges`.
 */
export interface SeparateProof extends Pick<PricedRows, 'rows' | 'prices'> {
  readonly sharing: Sharing;
  readonly ranges: Scope;
  /** Zones whose red lines have prices in intervals: those of each block in the order of its prices. */
  readonly redLines: readonly number[];
  /** [CRAC]: intervals that cover its range in `ranges`. */
  readonly intervals: readonly (readonly PricedInterval[])[];
}

/**
 * Bounds on products of changes in two different blocks (a block is a CRAC with its zones). With them each block can be
 * bounded without the others.
 *
 * In a product a t, a is a change in the block of CRAC c, and t is the change of CRAC d's set-point from `setPointsC`.
 * With s = weight[c][d] > 0:
 *
 * a t <= a^2 / (2 s) + s t^2 / 2
 *
 * The first term is added to the bound of c's block, the second to that of d's block. If s is 0, a t is bounded over
 * the set-point range of CRAC d instead.
 */
export interface Sharing {
  readonly weight: readonly Float64Array[];
  /** [CRAC]: reference set-point, at which the bound is the Lagrangian at the reference prices, C. */
  readonly setPointsC: Float64Array;
}

/** Interval of a CRAC's set-point, C. Its bound is that at `price` over an interval that contains it. */
export interface PricedInterval {
  readonly fromC: number;
  readonly toC: number;
  readonly by: {
    readonly fromC: number;
    readonly toC: number;
    /** [red-line row of the CRAC's block]: price, reward/s per K; absent ones are 0. */
    readonly price: ArrayLike<number>;
  };
}
