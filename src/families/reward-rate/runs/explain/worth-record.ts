import type { LimitName } from '../../../../../models/facility/limits.js';

/**
 * Marginal values of one limit as it becomes looser (or tighter) at fixed set-points. Values of the limit are those in
 * the instance, before reserves are deducted.
 */
export interface PriceRange {
  /** Marginal value at the limit's present value: change of the reward, reward/s, per unit by which the limit rises. */
  readonly perUnit: number;
  /** Value that the limit may reach before its marginal value differs from `perUnit`; null if it never does. */
  readonly holdsTo: number | null;
  /** Marginal value just beyond `holdsTo`. Null if `holdsTo` is null, or if no plan or no limit exists there. */
  readonly beyondPerUnit: number | null;
  /** Value that the limit may reach before its marginal value differs from `perUnit` by over a tenth; null if never. */
  readonly withinTenthTo: number | null;
}

/** Marginal values of one limit at fixed set-points, what is proven at any set-points, and what a new run measured. */
export interface WorthOfLimit {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly from: number;
  readonly looser: PriceRange;
  readonly tighter: PriceRange;
  /** Value of the limit from which one more unit earns less than half of the first unit; null if there is none. */
  readonly knee: number | null;
  /** Rise of the best reward if the limit is removed, reward/s. */
  readonly without: number;
  /**
   * Proven upper bound on the rise of the reward per unit by which the limit is loosened, at any set-points, reward/s.
   * Null if none is proven.
   */
  readonly boundPerUnit: number | null;
  /**
   * Marginal value measured at any set-points by a run of the default method in which the limit is one step looser.
   * Null if there was no such run.
   */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/**
 * Marginal value of a limit measured by a run with its looser value `to`, reward/s per unit: the rise of the plan's
 * reward and of the proven bound, each divided by the change of the limit.
 */
export interface Resolved {
  readonly to: number;
  readonly planPerUnit: number | null;
  readonly boundPerUnit: number | null;
}

/** Marginal values of all limits that restrict the reward, at fixed set-points. */
export interface LimitsWorth {
  /** Set-point of each working CRAC, by name, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward of the best fractional solution at these set-points, reward/s; null if there are no marginal values. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of further limits, not listed, that are met or have a dual value. */
  readonly omitted: number;
  readonly message: string;
}
