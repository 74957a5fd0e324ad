import type { WorthKind } from '../../methods/worth/worth-lp.js';

/** Worth of changing a limit in one direction at fixed set-points; values as the instance states them. */
export interface PriceRange {
  /** Change of reward per unit by which the limit's value rises, reward/s. */
  readonly perUnit: number;
  /** Value up to which this price holds exactly; null if it always does. */
  readonly holdsTo: number | null;
  /** Price beyond that value; null if no plan or no limit exists there. */
  readonly beyondPerUnit: number | null;
  /** Value up to which the price changes by at most a tenth; null if it always does. */
  readonly withinTenthTo: number | null;
}

/** Worth of a limit at fixed set-points. */
export interface WorthOfLimit {
  readonly constraint: WorthKind;
  readonly where: string;
  readonly unit: 'W' | 'C' | 'nodes' | 'tasks/s';
  readonly from: number;
  readonly looser: PriceRange;
  readonly tighter: PriceRange;
  /** Value from which one more unit is worth less than half of the first; null if there is none. */
  readonly knee: number | null;
  /** Gain if the limit is removed altogether, reward/s. */
  readonly without: number;
  /** Proven upper bound on the gain per looser unit even if set-points change, reward/s; null if none is proven. */
  readonly boundPerUnit: number | null;
  /**
   * Measured by two runs of the default method, the second with the limit a step looser and all else free; null if not
   * run.
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

/** Worth of all limits that restrict the reward, at fixed set-points. */
export interface LimitsWorth {
  /** Set-points by CRAC at work, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward of the best mixture of configurations at these set-points, reward/s; null if prices were not computed. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of further limits that are met or have a price but are not listed. */
  readonly omitted: number;
  readonly message: string;
}
