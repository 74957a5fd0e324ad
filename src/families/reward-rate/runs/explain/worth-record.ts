import type { WorthKind } from '../../methods/worth/worth-lp.js';

/**
 * Marginal values when a limit is changed in one direction at fixed set-points. Values of the limit are as the instance
 * states them.
 */
export interface PriceRange {
  /** Marginal value: change of reward for each unit by which the limit's value rises, reward/s. */
  readonly perUnit: number;
  /** Value of the limit up to which the marginal value `perUnit` holds exactly; null if it always does. */
  readonly holdsTo: number | null;
  /** Marginal value beyond `holdsTo`; null if no plan or no limit exists there. */
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
  /** Value of the limit from which one more unit is worth less than half of the first; null if there is none. */
  readonly knee: number | null;
  /** Gain in reward if the limit is removed altogether, reward/s. */
  readonly without: number;
  /**
   * Proven upper bound on the gain for each unit by which the limit is loosened, even if set-points change, reward/s;
   * null if none is proven.
   */
  readonly boundPerUnit: number | null;
  /**
   * Marginal value measured by two runs of the default method. In the second run the limit is one step looser and
   * everything else is free. Null if not measured.
   */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/** Measured differences between two runs of the default method, reward/s per unit of the limit. */
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
