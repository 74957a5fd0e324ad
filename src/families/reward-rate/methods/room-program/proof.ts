import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound, PricedRows } from './bound.js';
import type { CoolingBox } from './cooling-columns.js';

/**
 * Plans that a part of a proof covers, by ranges of set-points, C, and of the CRACs' heats, kW. With a common set-point
 * there is one range of set-points, otherwise one for each working CRAC. Heats are not limited if absent.
 */
export type Scope = Pick<CoolingBox, 'setPointMinC' | 'setPointMaxC'> & Partial<Pick<CoolingBox, 'leastKW' | 'mostKW'>>;

/**
 * Bound on the plans of a scope, as data: a Lagrangian (`PricedRows`) or one that treats each CRAC separately. Null if
 * the scope has no plan, because an idle facility breaks a limit at all its set-points.
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
export interface Proof {
  readonly parts: readonly ProofPart[];
  /** Factor on the rewards of the model in which the dual values are, a power of 2. */
  readonly rewardFactor: number;
  /** True if plans have one set-point common to all working CRACs. */
  readonly isCommon: boolean;
  /** Power cap that the plans keep, W. */
  readonly powerCapW: number;
  /** Nodes on standby throughout; undefined if plans may choose them or none may be on standby. */
  readonly asleep: RewardRateModel['asleep'];
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
