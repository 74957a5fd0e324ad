import type { WorthKind } from '../../methods/worth/worth-lp.js';

/**
 * Marginal values of a limit that is changed in one direction from its present value, at fixed set-points. Values of
 * the limit are as the instance states them, reserves included.
 */
export interface PriceRange {
  /**
   * Marginal value next to the present value: change of reward for each unit by which the limit's value rises,
   * reward/s.
   */
  readonly perUnit: number;
  /** Value of the limit up to which `perUnit` applies exactly; null if it applies without end. */
  readonly holdsTo: number | null;
  /** Marginal value just beyond `holdsTo`. Null if `holdsTo` is null, or if no plan or no limit exists there. */
  readonly beyondPerUnit: number | null;
  /** Value of the limit up to which its marginal value changes by at most a tenth; null if it always does. */
  readonly withinTenthTo: number | null;
}

/** Marginal values of a limit at fixed set-points. */
export interface WorthOfLimit {
  readonly constraint: WorthKind;
  readonly where: string;
  readonly unit: 'W' | 'C' | 'nodes' | 'tasks/s';
  readonly from: number;
  readonly looser: PriceRange;
  readonly tighter: PriceRange;
  /**
   * Value of the limit from which one more unit earns less than half of what the first unit earns; null if there is
   * none.
   */
  readonly knee: number | null;
  /** Gain in reward if the limit is removed altogether, reward/s. */
  readonly without: number;
  /**
   * Proven upper bound on the rise of the reward for each unit by which the limit is loosened, at any set-points,
   * reward/s. Null if none is proven.
   */
  readonly boundPerUnit: number | null;
  /**
   * Marginal value measured by a new run of the default method with the limit one step looser, at any set-points. Null
   * if it was not measured.
   */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/**
 * Differences between the run with a looser limit (value `to`) and the run with the present one, reward/s per unit of
 * the limit: of the plans' rewards and of the proven bounds.
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
  /** Reward of the best fractional solution at these set-points, reward/s; null if no marginal values were computed. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of further limits that are met or have a dual value but are not listed. */
  readonly omitted: number;
  readonly message: string;
}
